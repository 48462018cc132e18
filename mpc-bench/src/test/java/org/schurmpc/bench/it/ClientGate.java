package org.schurmpc.bench.it;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;

/**
 * Passes connections of a client on to a service, until a condition holds: from then on nothing
 * that the client sends arrives. The condition is asked after something came from the client and
 * before it is passed on.
 */
final class ClientGate implements AutoCloseable {
  private final ServerSocket listener;
  private final int target;
  private final BooleanSupplier shut;
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  private final ExecutorService threads = Executors.newCachedThreadPool();

  ClientGate(int target, BooleanSupplier shut) throws IOException {
    this.target = target;
    this.shut = shut;
    listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    threads.execute(this::accept);
  }

  int port() {
    return listener.getLocalPort();
  }

  private void accept() {
    try {
      while (true) {
        Socket client = listener.accept();
        Socket service = new Socket(InetAddress.getLoopbackAddress(), target);
        sockets.add(client);
        sockets.add(service);
        threads.execute(() -> pass(client, service, true));
        threads.execute(() -> pass(service, client, false));
      }
    } catch (IOException e) {
      // closed
    }
  }

  private void pass(Socket from, Socket to, boolean guarded) {
    byte[] buffer = new byte[1 << 16];
    try (from;
        to) {
      InputStream in = from.getInputStream();
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        if (!guarded || !shut.getAsBoolean()) {
          to.getOutputStream().write(buffer, 0, n);
        }
      }
    } catch (IOException e) {
      // closed
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
    for (Socket socket : sockets) {
      socket.close();
    }
    threads.shutdownNow();
  }
}
