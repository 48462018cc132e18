package org.schurmpc.service.work;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.schurmpc.core.prep.disk.StoreDirectory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The thread of a stock, in which its runs follow each other, and its work session. */
final class StockThread {
  private static final Logger LOG = LoggerFactory.getLogger(StockThread.class);
  private static final long REST_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final StoreDirectory store;
  private final ExecutorService thread;
  private volatile WorkSession session; // changed in the thread; null if none is open
  private volatile boolean used; // since the last rest
  private volatile long last = System.nanoTime(); // when
  private long tidied = System.nanoTime(); // likewise; read in the thread

  StockThread(String name, StoreDirectory store) {
    this.store = store;
    this.thread =
        Executors.newSingleThreadExecutor(
            task -> {
              Thread of = new Thread(task, "stock " + name);
              of.setDaemon(true);
              return of;
            });
  }

  StoreDirectory store() {
    return store;
  }

  /** Does something in the thread, after all that was asked before; nothing after the end. */
  void execute(Runnable task) {
    try {
      thread.execute(task);
    } catch (RejectedExecutionException e) {
      LOG.debug("this party stops", e);
    }
  }

  /** Returns the session that is open; null if none is. It changes in the thread alone. */
  WorkSession session() {
    return session;
  }

  /** Keeps a session open, in place of the one before. Called in the thread. */
  void keep(WorkSession opened) {
    closeSession();
    session = opened;
  }

  /** Closes the session. Called in the thread, or after its end. */
  void closeSession() {
    if (session != null) {
      session.close();
      session = null;
    }
  }

  /**
   * Notes that no check is under way, so that a machine that goes down costs nothing; returns
   * whether there was anything to note.
   */
  boolean rest() {
    boolean wanted = wantsRest();
    if (wanted) {
      used = false;
      store.rest();
    }
    return wanted;
  }

  boolean wantsRest() {
    return used && System.nanoTime() - last >= REST_NANOS;
  }

  /**
   * Returns whether nothing was done for some time.
   *
   * @param since a value of {@link System#nanoTime}
   */
  boolean isIdleSince(long since) {
    return last - since <= 0;
  }

  void used() {
    used = true;
    last = System.nanoTime();
  }

  /**
   * Returns whether used-up batches are to be deleted now: once in a while. Called in the thread.
   */
  boolean wantsTidying() {
    boolean wanted = System.nanoTime() - tidied >= REST_NANOS;
    if (wanted) {
      tidied = System.nanoTime();
    }
    return wanted;
  }

  /** Closes the session after what is under way, and takes nothing more. */
  void shutdown() {
    execute(this::closeSession);
    thread.shutdown();
  }

  /** Interrupts what is under way, and takes nothing more. */
  void shutdownNow() {
    thread.shutdownNow();
  }

  /** Returns whether the thread has ended in time. */
  boolean awaitEnd(long nanos) throws InterruptedException {
    return thread.awaitTermination(nanos, TimeUnit.NANOSECONDS);
  }
}
