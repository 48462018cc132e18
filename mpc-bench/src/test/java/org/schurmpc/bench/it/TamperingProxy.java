package org.schurmpc.bench.it;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Passes plaintext connections on, records the positions of frames, and changes one byte if asked.
 */
final class TamperingProxy implements AutoCloseable {
  private static final int HEADER = 4;

  /**
   * Names a position in one direction of a connection.
   *
   * @param connection the number of the connection in the order of acceptance, from 0
   * @param backward whether the direction is from the listener to the caller
   * @param offset the position in bytes from the start of the connection
   */
  record Place(int connection, boolean backward, long offset) {}

  /**
   * Describes a frame that was passed on.
   *
   * @param start the position of the frame's header
   * @param length the length of header and body, in bytes
   */
  record Frame(Place start, long length) {}

  private final ServerSocket listener;
  private final InetSocketAddress target;
  private final Place place;
  private final int mask;
  private final List<Frame> frames = Collections.synchronizedList(new ArrayList<>());
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final AtomicLong passed = new AtomicLong();
  private volatile boolean changed;
  private volatile boolean unplugged;
  private volatile long bytesPerSecond;

  /**
   * Listens on loopback, and passes connections on to another port there.
   *
   * @param place the position of the byte to change; null for none
   * @param mask the value that is XORed to the byte
   */
  TamperingProxy(int targetPort, Place place, int mask) throws IOException {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    this.listener = new ServerSocket(0, 50, loopback);
    this.target = new InetSocketAddress(loopback, targetPort);
    this.place = place;
    this.mask = mask;
    threads.execute(this::accept);
  }

  /** Listens like the constructor, with a limit for each direction of a connection. */
  static TamperingProxy slow(int targetPort, long bytesPerSecond) throws IOException {
    TamperingProxy proxy = new TamperingProxy(targetPort, null, 0);
    proxy.slowDown(bytesPerSecond);
    return proxy;
  }

  int port() {
    return listener.getLocalPort();
  }

  /** From now on passes nothing on, without closing the connections. */
  void unplug() {
    unplugged = true;
  }

  /** From now on limits each direction of a connection. */
  void slowDown(long limit) {
    bytesPerSecond = limit;
  }

  /** Waits until a number of bytes has passed, in both directions of all connections together. */
  void awaitPassed(long bytes) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(BenchRun.LIMIT_SECONDS);
    while (passed.get() < bytes) {
      assertTrue(System.nanoTime() < deadline, "no more than " + passed + " bytes pass");
      Thread.sleep(BenchRun.POLL_MILLIS);
    }
  }

  /** Returns whether the byte was changed. */
  boolean changed() {
    return changed;
  }

  /** Returns all frames that were passed on completely or in part. */
  List<Frame> frames() {
    synchronized (frames) {
      return List.copyOf(frames);
    }
  }

  private void accept() {
    try {
      for (int connection = 0; ; ) {
        Socket caller = listener.accept();
        sockets.add(caller);
        Socket callee = new Socket();
        sockets.add(callee);
        try {
          callee.connect(target);
        } catch (IOException e) {
          caller.close(); // The target does not listen yet, so the caller tries again.
          continue;
        }
        int number = connection++;
        threads.execute(() -> pass(caller, callee, number, false));
        threads.execute(() -> pass(callee, caller, number, true));
      }
    } catch (IOException e) {
      // closed
    }
  }

  private void pass(Socket from, Socket to, int connection, boolean backward) {
    byte[] buffer = new byte[1 << 16];
    FrameNotes notes = new FrameNotes(connection, backward);
    long offset = 0;
    try {
      from.setTcpNoDelay(true);
      to.setTcpNoDelay(true);
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        notes.add(buffer, n);
        boolean here =
            place != null && place.connection == connection && place.backward == backward;
        if (here && place.offset >= offset && place.offset < offset + n) {
          buffer[(int) (place.offset - offset)] ^= (byte) mask;
          changed = true;
        }
        offset += n;
        if (bytesPerSecond > 0) {
          TimeUnit.NANOSECONDS.sleep(1_000_000_000L * n / bytesPerSecond);
        }
        if (!unplugged) {
          out.write(buffer, 0, n);
          passed.addAndGet(n);
        }
      }
      if (!unplugged) {
        to.shutdownOutput();
      }
    } catch (IOException | InterruptedException e) {
      close(from);
      close(to);
    }
  }

  /** Records the frames of one direction. */
  private final class FrameNotes {
    private final int connection;
    private final boolean backward;
    private long offset;
    private int header;
    private int headerBytes;
    private long bodyLeft;

    FrameNotes(int connection, boolean backward) {
      this.connection = connection;
      this.backward = backward;
    }

    void add(byte[] bytes, int count) {
      for (int i = 0; i < count; ) {
        if (headerBytes < HEADER) {
          header = (header << 8) | (bytes[i] & 0xFF);
          i++;
          offset++;
          if (++headerBytes == HEADER) {
            bodyLeft = header & 0xFFFF_FFFFL;
            frames.add(
                new Frame(new Place(connection, backward, offset - HEADER), HEADER + bodyLeft));
          }
        }
        long step = Math.min(bodyLeft, count - i);
        i += (int) step;
        offset += step;
        bodyLeft -= step;
        if (headerBytes == HEADER && bodyLeft == 0) {
          headerBytes = 0;
          header = 0;
        }
      }
    }
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // It is closed already.
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
    sockets.forEach(TamperingProxy::close);
    threads.shutdownNow();
  }
}
