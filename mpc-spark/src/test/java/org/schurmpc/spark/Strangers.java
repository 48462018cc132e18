package org.schurmpc.spark;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * Calls every port that a process opens from a moment on, 300 times each, and calls again whenever
 * a connection is dropped. A quarter of the callers say nothing, a quarter fall silent after the
 * opening of the port's protocol, and half send a byte each 100 ms after it. Finds the ports in
 * Linux's {@code /proc}.
 */
final class Strangers implements AutoCloseable {
  static final int AT_EACH_PORT = 300;

  private static final long TICK_MILLIS = 100;
  private static final String LISTENS = "0A";

  private final ProcessHandle process;
  private final int meeting;
  private final Set<Integer> before = new HashSet<>();
  private final TreeSet<Integer> called = new TreeSet<>();
  private final List<Stranger> strangers = new ArrayList<>();
  private final Thread thread = new Thread(this::run, "strangers");
  private volatile boolean over;
  private volatile int ports;
  private volatile int table;
  private final AtomicInteger callsOfTable = new AtomicInteger();

  /**
   * Begins when the process listens on a port; those that it has opened before that one are let
   * alone.
   */
  Strangers(ProcessHandle process, int meeting) {
    this.process = process;
    this.meeting = meeting;
    thread.start();
  }

  /** Returns the number of ports that were called. */
  int ports() {
    return ports;
  }

  /** Returns how often strangers connected to the first port after the meeting. */
  int callsOfTable() {
    return callsOfTable.get();
  }

  private void run() {
    try {
      while (!over && process.isAlive()) {
        long end = System.nanoTime() + TICK_MILLIS * 1_000_000;
        while (System.nanoTime() < end && !over) {
          look();
          Thread.sleep(10);
        }
        for (Stranger stranger : strangers) {
          stranger.act();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      strangers.forEach(Stranger::leave);
    }
  }

  private void look() {
    Set<Integer> all;
    try {
      all = listening();
    } catch (IOException e) {
      return; // a descriptor was closed meanwhile, or the process has ended
    }
    if (called.isEmpty() && !all.contains(meeting)) {
      before.addAll(all);
      return;
    }
    all.removeAll(before);
    for (int port : all) {
      if (called.add(port)) {
        call(port);
      }
    }
    ports = called.size();
  }

  private void call(int port) {
    if (table == 0 && port != meeting) {
      table = port;
    }
    for (int i = 0; i < AT_EACH_PORT; i++) {
      Stranger stranger = new Stranger(port, i);
      stranger.act();
      strangers.add(stranger);
    }
  }

  private Set<Integer> listening() throws IOException {
    Path proc = Path.of("/proc", Long.toString(process.pid()));
    Set<String> sockets = new HashSet<>();
    try (Stream<Path> descriptors = Files.list(proc.resolve("fd"))) {
      for (Path each : descriptors.toList()) {
        sockets.add(Files.readSymbolicLink(each).toString());
      }
    }
    Set<Integer> listening = new HashSet<>();
    for (String family : List.of("tcp", "tcp6")) {
      for (String line : Files.readAllLines(proc.resolve("net").resolve(family))) {
        String[] fields = line.trim().split("\\s+", -1);
        if (fields[3].equals(LISTENS) && sockets.contains("socket:[" + fields[9] + "]")) {
          listening.add(Integer.parseInt(fields[1].substring(fields[1].indexOf(':') + 1), 16));
        }
      }
    }
    return listening;
  }

  /** One caller, and the opening of a client of the driver or of a party over TLS. */
  private final class Stranger {
    private final int port;
    private final boolean opens;
    private final boolean trickles;
    private final ByteBuffer said = ByteBuffer.allocate(100);
    private SocketChannel line;
    private int sent;

    Stranger(int port, int number) {
      this.port = port;
      opens = number % 4 != 0;
      trickles = number % 2 == 1;
    }

    private byte[] opening() {
      return port == table
          ? ByteBuffer.allocate(4 + 17)
              .putInt(17)
              .put("SCHUR\1".getBytes(StandardCharsets.US_ASCII))
              .array()
          : new byte[] {0x16, 3, 1, 2, 0}; // of a record of 512 bytes
    }

    /** Calls, if there is no line; or sends the next byte of the greeting. */
    void act() {
      try {
        if (line == null) {
          line = SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
          line.configureBlocking(false);
          sent = 0;
          if (port == table) {
            callsOfTable.incrementAndGet();
          }
          if (opens) {
            line.write(ByteBuffer.wrap(opening()));
          }
        } else if (line.read(said.clear()) < 0) {
          leave();
        } else if (trickles) {
          boolean length = port == table && ++sent == 4;
          line.write(ByteBuffer.wrap(new byte[] {(byte) (length ? TableSeal.BYTES : 0)}));
        }
      } catch (IOException e) {
        leave();
      }
    }

    void leave() {
      if (line != null) {
        try {
          line.close();
        } catch (IOException e) {
          // It is gone.
        }
        line = null;
      }
    }
  }

  @Override
  public void close() {
    over = true;
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
