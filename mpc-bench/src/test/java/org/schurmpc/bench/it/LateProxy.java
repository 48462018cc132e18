package org.schurmpc.bench.it;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Passes connections on with a delay in each direction. */
final class LateProxy implements AutoCloseable {
  private final ServerSocket listener;
  private final int target;
  private final long delayNanos;
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  private final ExecutorService threads = Executors.newCachedThreadPool();

  /** Bytes that leave at a time; none at the end of a direction. */
  @SuppressWarnings("ArrayRecordComponent")
  private record Piece(byte[] bytes, long due) {}

  LateProxy(int target, long delayMillis) throws IOException {
    this.target = target;
    this.delayNanos = TimeUnit.MILLISECONDS.toNanos(delayMillis);
    listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    threads.execute(this::accept);
  }

  int port() {
    return listener.getLocalPort();
  }

  private void accept() {
    try {
      while (true) {
        Socket caller = listener.accept();
        sockets.add(caller);
        try {
          Socket callee = new Socket(InetAddress.getLoopbackAddress(), target);
          sockets.add(callee);
          pass(caller, callee);
          pass(callee, caller);
        } catch (IOException e) {
          caller.close(); // The target does not listen yet, so the caller tries again.
        }
      }
    } catch (IOException e) {
      // closed
    }
  }

  private void pass(Socket from, Socket to) throws IOException {
    from.setTcpNoDelay(true);
    BlockingQueue<Piece> pieces = new LinkedBlockingQueue<>();
    threads.execute(() -> read(from, pieces));
    threads.execute(() -> write(pieces, from, to));
  }

  private void read(Socket from, BlockingQueue<Piece> pieces) {
    byte[] buffer = new byte[1 << 16];
    try {
      InputStream in = from.getInputStream();
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        pieces.add(new Piece(Arrays.copyOf(buffer, n), System.nanoTime() + delayNanos));
      }
    } catch (IOException e) {
      // closed
    }
    pieces.add(new Piece(new byte[0], System.nanoTime() + delayNanos));
  }

  private static void write(BlockingQueue<Piece> pieces, Socket from, Socket to) {
    try (from;
        to) {
      while (true) {
        Piece piece = pieces.take();
        TimeUnit.NANOSECONDS.sleep(piece.due - System.nanoTime());
        if (piece.bytes.length == 0) {
          return;
        }
        to.getOutputStream().write(piece.bytes);
      }
    } catch (IOException | InterruptedException e) {
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
