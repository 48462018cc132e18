package org.schurmpc.core.run;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.Preprocessor;
import org.schurmpc.core.prep.disk.DiskPrepStore;
import org.schurmpc.core.prep.disk.StoreDirectory;
import org.schurmpc.core.session.Session;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a store between two marks while a computation consumes it, in a thread with its own
 * connection. All parties' threads repeatedly exchange the number of remaining evaluations and act
 * on the smallest one, so that they fill their stores at the same time and by the same amount.
 */
final class BackgroundRefill implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(BackgroundRefill.class);
  private static final long PORTION_BYTES = 16L << 20;
  private static final long PAUSE_MILLIS = 100;
  private static final long PORTION_MILLIS = 60_000;
  private static final long END_MILLIS = 10_000;

  /**
   * Number of evaluations by which parties' levels may differ, because the parties do not consume
   * at exactly the same time.
   */
  private static final long SLACK = 4;

  private final Session session;
  private final ConfiguredProtocol protocol;
  private final StoreDirectory store;
  private final StoreDirectory.Purpose purpose;
  private final Demand demand;
  private final List<DiskPrepStore> before;
  private final Refill marks;
  private final Thread thread;

  private long least; // used by the refilling thread only
  private PortionMaker maker;
  private MpcException failure;
  private RuntimeException defect;
  private boolean ended;
  private boolean closing;

  /**
   * Creates a refill that does nothing before {@link #start}.
   *
   * @param session a fork, closed with this refill
   * @param demand the material that an evaluation consumes
   * @param before batches that all parties have
   */
  BackgroundRefill(
      Session session,
      ConfiguredProtocol protocol,
      StoreDirectory store,
      StoreDirectory.Purpose purpose,
      Demand demand,
      List<DiskPrepStore> before,
      Refill marks) {
    this.session = session;
    this.protocol = protocol;
    this.store = store;
    this.purpose = purpose;
    this.demand = demand;
    this.before = before;
    this.marks = marks;
    this.thread = new Thread(this::run, "background refill of party " + (session.party() + 1));
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  private void run() {
    try (Session closed = session;
        Preprocessor preprocessor = Preparation.own(closed, store, protocol, false)) {
      produce(
          new PortionMaker(
              closed, preprocessor, false, protocol.keepsKey(), store, purpose, demand));
    } catch (MpcException e) { // the session guards the store
      end(e, null);
    } catch (RuntimeException e) {
      end(null, e);
    } finally {
      end(null, null);
    }
  }

  private void produce(PortionMaker portions) throws MpcException {
    synchronized (this) {
      maker = portions;
    }
    long together = PortionMaker.evaluationsIn(PORTION_BYTES, demand);
    boolean filling = false;
    while (agreeToGoOn()) {
      filling = least < marks.low() || (filling && least < marks.high());
      if (filling) {
        long missing = marks.high() - least;
        portions.make(Math.min(together, missing));
        filling = missing > together; // even if material was consumed meanwhile
        synchronized (this) {
          notifyAll();
        }
      } else {
        pause();
      }
    }
  }

  private synchronized void pause() throws ConnectionLost {
    waitUntil(() -> closing, PAUSE_MILLIS);
  }

  /** Waits for a condition whose changes are notified, but no longer than {@code millis}. */
  private synchronized void waitUntil(BooleanSupplier met, long millis) throws ConnectionLost {
    long start = System.nanoTime();
    long left = millis;
    try {
      while (!met.getAsBoolean() && left > 0) {
        wait(left);
        left = millis - TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ConnectionLost("interrupted while waiting for material", e);
    }
  }

  private long level() {
    long level = 0;
    for (DiskPrepStore batch : before) {
      level += batch.evaluations(demand);
    }
    return level + stock();
  }

  private synchronized long stock() {
    DiskPrepStore batch = maker == null ? null : maker.batch();
    return batch == null ? 0 : batch.stock(demand);
  }

  /**
   * Agrees with all parties on the least level, and on whether to continue. No party leaves in the
   * middle of a portion, where leaving can fail a check.
   */
  private boolean agreeToGoOn() throws MpcException {
    long mine = level();
    ByteBuffer message = ByteBuffer.allocate(Long.BYTES + 1).putLong(mine).put(closingByte());
    byte[][] all = session.exchangeAll(message.array());
    boolean goOn = true;
    least = mine;
    for (int party = 0; party < all.length; party++) {
      ByteBuffer said = ByteBuffer.wrap(all[party]);
      long level = said.getLong();
      if (level < mine - SLACK || level > mine + SLACK) {
        throw new Disagreement(
            "party %d says that its store has material for %,d evaluations, and this party's has for %,d"
                .formatted(party + 1, level, mine));
      }
      least = Math.min(least, level);
      goOn &= said.get() == 0;
    }
    return goOn;
  }

  private synchronized byte closingByte() {
    return (byte) (closing ? 1 : 0);
  }

  private synchronized void end(MpcException failed, RuntimeException broken) {
    if (!ended) {
      failure = failed;
      defect = broken;
      ended = true;
    }
    notifyAll();
  }

  /**
   * Waits, for a limited time, until this party has generated unused material for an evaluation.
   *
   * @return false if there is no material and none will be generated
   */
  synchronized boolean await(long millis) throws ConnectionLost {
    waitUntil(() -> stock() > 0 || ended, millis);
    return stock() > 0 || !ended;
  }

  /** Throws the failure that ended this refill, if a failure did. */
  synchronized void throwFailure() throws MpcException {
    if (defect != null) {
      throw new IllegalStateException("the background refill ended", defect);
    }
    if (failure != null) {
      throw failure;
    }
  }

  /**
   * Returns the failed check that ended this refill, if a check did. Waits briefly in case the
   * refill is about to end.
   */
  synchronized Optional<PeerCheated> cheated() throws ConnectionLost {
    waitUntil(() -> ended, PAUSE_MILLIS * 10);
    return failure instanceof PeerCheated cheated ? Optional.of(cheated) : Optional.empty();
  }

  /**
   * Ends the thread after the current portion, at all parties. If this takes too long, its line is
   * cut, which fails a check that is pending then. A thread that continues to compute even so is
   * left behind: its pending check destroys the store when the store is opened next.
   */
  @Override
  public void close() {
    synchronized (this) {
      closing = true;
      notifyAll();
    }
    try {
      thread.join(PORTION_MILLIS);
      session.close(); // ends waiting for the peer
      thread.join(END_MILLIS);
      if (thread.isAlive()) {
        thread.interrupt();
        thread.join(END_MILLIS);
      }
      if (thread.isAlive()) {
        LOG.warn("the {} did not end and is left behind", thread.getName());
      }
    } catch (InterruptedException e) {
      session.close();
      Thread.currentThread().interrupt();
    }
  }
}
