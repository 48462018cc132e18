package org.schurmpc.spark;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.net.Channel;
import org.schurmpc.core.net.Endpoint;
import org.schurmpc.core.net.NetOptions;
import org.schurmpc.core.net.NettyClient;
import org.schurmpc.core.net.NettyServer;

/**
 * Waits for the table of addresses that the first worker of this party sends to its driver. Callers
 * are served side by side, each for a bounded time: a caller first sends the greeting of the
 * attempt's {@link TableSeal}, of fixed length, and nothing more is read of a stranger.
 */
final class TableListener {
  private static final int LONGEST_TABLE = 1 << 20;

  /** Maximum number of callers that are served at a time. */
  static final int CALLERS = 64;

  /** Answer to a table. Whoever gets none calls again. */
  private static final byte[] HEARD = {1};

  private static final Duration PAUSE = Duration.ofMillis(100);

  private final NettyServer server;
  private final TableSeal seal;
  private final Duration look;
  private final Semaphore places = new Semaphore(CALLERS);
  private final CompletableFuture<byte[]> table = new CompletableFuture<>();

  /**
   * Creates a listener.
   *
   * @param server with the time that a caller has for a frame as its time-out
   * @param look how often to look whether the stage has ended
   */
  TableListener(NettyServer server, TableSeal seal, Duration look) {
    this.server = server;
    this.seal = seal;
    this.look = look;
  }

  /**
   * Returns the table.
   *
   * @param stage the workers' stage, with whose end the wait ends
   * @throws ConnectionLost if the stage ends before a table has come
   */
  byte[] await(CompletableFuture<?> stage) throws MpcException {
    while (!stage.isDone() && !table.isDone()) {
      try {
        Channel caller = server.accept(look);
        if (places.tryAcquire()) {
          serve(caller);
        } else {
          caller.close(); // a worker calls again
        }
      } catch (ConnectionLost e) {
        // Nobody called in this time.
      }
    }
    if (!table.isDone()) {
      throw new ConnectionLost("the workers ended before they listened");
    }
    return table.join();
  }

  private void serve(Channel caller) {
    Thread thread =
        new Thread(
            () -> {
              try (caller) {
                hear(caller);
              } catch (MpcException e) {
                // A stranger, or a worker whose line failed.
              } finally {
                places.release();
              }
            },
            "caller of the driver");
    thread.setDaemon(true);
    thread.start();
  }

  private void hear(Channel caller) throws MpcException {
    byte[] greeting = new byte[TableSeal.BYTES];
    caller.receive(greeting, 0, greeting.length);
    if (!seal.isGreeting(greeting)) {
      return;
    }
    Optional<byte[]> opened = seal.open(caller.receive(LONGEST_TABLE));
    if (opened.isPresent()) {
      caller.send(HEARD, 0, HEARD.length);
      table.complete(opened.get());
    }
  }

  /**
   * Tells a listener the table, again if it has no place for another caller.
   *
   * @param limit time for all calls together
   * @throws ConnectionLost if the listener has not heard the table in this time
   */
  static void tell(Endpoint listener, TableSeal seal, String table, Duration limit)
      throws MpcException {
    long start = System.nanoTime();
    Duration left = limit;
    while (true) {
      ConnectionLost lost;
      try {
        tellOnce(listener, seal, table, left);
        return;
      } catch (ConnectionLost e) {
        lost = e;
      }
      LockSupport.parkNanos(PAUSE.toNanos());
      if (Thread.currentThread().isInterrupted()) {
        throw new ConnectionLost("interrupted while telling the driver the addresses of workers");
      }
      left = limit.minusNanos(System.nanoTime() - start);
      if (left.isNegative() || left.isZero()) {
        throw lost;
      }
    }
  }

  private static void tellOnce(Endpoint listener, TableSeal seal, String table, Duration left)
      throws MpcException {
    NetOptions options = NetOptions.service().withTimeout(left).withConnectDeadline(left);
    try (Channel channel = NettyClient.connect("the driver", listener, options)) {
      byte[] greeting = seal.greeting();
      channel.send(greeting, 0, greeting.length);
      byte[] sealed = seal.seal(table);
      channel.send(sealed, 0, sealed.length);
      byte[] heard = new byte[HEARD.length];
      channel.receive(heard, 0, heard.length);
    }
  }
}
