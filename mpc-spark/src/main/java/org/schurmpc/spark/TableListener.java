package org.schurmpc.spark;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.net.Channel;
import org.schurmpc.core.net.NettyServer;

/**
 * Waits for the table of addresses that the first worker of this party sends to its driver. Callers
 * are served side by side, each for a bounded time: a caller first sends the greeting of the
 * attempt's {@link TableSeal}, of fixed length, and nothing more is read of a stranger.
 */
final class TableListener {
  private static final int LONGEST_TABLE = 1 << 20;

  /** Maximum number of callers that are served at a time. */
  private static final int CALLERS = 64;

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
    opened.ifPresent(table::complete);
  }
}
