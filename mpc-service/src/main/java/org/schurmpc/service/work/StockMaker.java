package org.schurmpc.service.work;

import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.net.Network;
import org.schurmpc.service.control.LogEntry;
import org.schurmpc.service.control.Message;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the material of a stock when the log says so: in a thread of its own beside the stock's
 * runs if its protocol allows this, otherwise in the stock's thread between them. One refill at a
 * time.
 *
 * <p>After a refill that was broken off, this party waits before it makes more, each time twice as
 * long: a peer that leaves whenever a check might fail gets few tries a day.
 */
final class StockMaker {
  private static final Logger LOG = LoggerFactory.getLogger(StockMaker.class);

  private static final long FIRST_PAUSE_MILLIS = 1_000;
  private static final long LONGEST_PAUSE_MILLIS = TimeUnit.MINUTES.toMillis(10);
  private static final long BESIDE_MILLIS = 5_000; // that a refill takes, about
  private static final long BETWEEN_MILLIS = 1_000; // likewise, where runs wait for it
  private static final long FIRST_BYTES = 1L << 20;
  private static final long MOST_BYTES = 64L << 20;

  private final StockMaterial material;
  private final StockThread stock;
  private final Peers peers;
  private final Links links;
  private final Failures failures;
  private final Optional<ExecutorService> beside; // its thread; empty if it is that of the stock
  private final Object telling = new Object();
  private long bytes = FIRST_BYTES; // of the next portion
  private long pause;
  private long notBefore = System.nanoTime();
  private boolean busy;
  private boolean stopped;
  private Network network; // of the refill under way, if any
  private long made; // number of the last entry
  private Optional<Message.Stock> told = Optional.empty();

  /** Takes failures that end more than a refill. */
  interface Failures {
    /** Takes a failed check, or a difference between the parties. */
    void failed(String stock, MpcException failure);
  }

  StockMaker(
      StockMaterial material, StockThread stock, Peers peers, Links links, Failures failures) {
    this.material = material;
    this.stock = stock;
    this.peers = peers;
    this.links = links;
    this.failures = failures;
    this.beside =
        material.isMadeBesideRuns()
            ? Optional.of(
                Executors.newSingleThreadExecutor(
                    task -> {
                      Thread thread = new Thread(task, "material of " + material.name());
                      thread.setDaemon(true);
                      return thread;
                    }))
            : Optional.empty();
  }

  StockMaterial material() {
    return material;
  }

  /** Returns whether this party makes no material now, or less. */
  synchronized boolean refuses(LogEntry.Make make) {
    return busy || stopped || System.nanoTime() < notBefore || material.refuses(make);
  }

  /** Returns how much of what is wanted is made at once. */
  SortedMap<String, LogEntry.Amount> portion(SortedMap<String, LogEntry.Amount> wanted) {
    long most;
    synchronized (this) {
      if (busy || stopped || System.nanoTime() < notBefore) {
        return new TreeMap<>();
      }
      most = bytes;
    }
    return material.portion(wanted, most);
  }

  /**
   * Makes material, in its thread.
   *
   * @param head of the log at the entry
   */
  void make(LogEntry.Make entry, String head) {
    synchronized (this) {
      busy = true;
    }
    if (beside.isEmpty()) {
      stock.execute(
          () -> {
            stock.closeSession(); // no other session uses the key
            run(entry, head);
          });
      return;
    }
    try {
      beside.get().execute(() -> run(entry, head));
    } catch (RejectedExecutionException e) {
      LOG.debug("this party stops", e);
    }
  }

  private void run(LogEntry.Make entry, String head) {
    long begun = System.nanoTime();
    Optional<Long> making = Optional.empty();
    try {
      making = make(entry, terms(entry, head));
    } catch (PeerCheated e) {
      if (e.left() && beside.isPresent()) {
        LOG.warn("a refill of {} was broken off: {}", material.name(), e.getMessage());
      } else {
        failures.failed(material.name(), e);
      }
    } catch (Disagreement e) {
      failures.failed(material.name(), e);
    } catch (MpcException e) {
      LOG.warn("a refill of {} was broken off: {}", material.name(), e.getMessage());
    } finally {
      stock.used();
      end(entry, making, System.nanoTime() - begun);
    }
  }

  private static SortedMap<String, String> terms(LogEntry.Make entry, String head) {
    TreeMap<String, String> terms = new TreeMap<>();
    terms.put("work session", entry.place().line() + " " + entry.place().session());
    terms.put("log", head);
    return terms;
  }

  /** Returns the time that the material took, in nanoseconds; nothing if this party stops. */
  private Optional<Long> make(LogEntry.Make entry, SortedMap<String, String> terms)
      throws MpcException {
    Network opened = peers.line().meet(entry.place().session(), 0);
    synchronized (this) {
      network = opened;
      if (stopped) {
        opened.close();
        return Optional.empty();
      }
    }
    return Optional.of(material.plan(entry.amounts()).make(opened, stock.store(), terms));
  }

  /**
   * Ends a refill. The next portion takes about the time that is aimed at, but no less than what
   * has to be set up for it.
   *
   * @param making the time that the material took; empty if the refill was broken off
   * @param all the time that the refill took, with its set-up
   */
  private void end(LogEntry.Make entry, Optional<Long> making, long all) {
    synchronized (this) {
      network = null;
      busy = false;
      made = entry.number();
      pause =
          making.isPresent()
              ? 0
              : Math.min(LONGEST_PAUSE_MILLIS, Math.max(FIRST_PAUSE_MILLIS, 2 * pause));
      notBefore = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(pause);
      if (making.isPresent()) {
        long took = Math.max(1, making.get());
        long aim = TimeUnit.MILLISECONDS.toNanos(millis());
        double factor = (double) Math.max(aim - (all - took), all - took) / took;
        bytes = (long) (bytes * Math.max(0.25, Math.min(2, factor)));
        bytes = Math.max(1, Math.min(MOST_BYTES, bytes));
      }
    }
    tell();
  }

  private long millis() {
    return beside.isPresent() ? BESIDE_MILLIS : BETWEEN_MILLIS;
  }

  /**
   * Takes for how many more masks of a job material is wanted, and tells party 1 soon if that has
   * changed.
   */
  void wantMasks(String job, int masks) {
    if (material.want(job, masks)) {
      stock.execute(this::tell);
    }
  }

  /** Counts the material, and tells party 1 if it has changed. Waits for the disk. */
  void tell() {
    synchronized (telling) { // while others ask whether this party makes more
      Message.Stock now = material.told(madeLast());
      if (!told.equals(Optional.of(now))) {
        told = Optional.of(now);
        links.control().told(now);
      }
    }
  }

  private synchronized long madeLast() {
    return made;
  }

  /**
   * Makes no more. A refill beside runs is broken off, which costs what it has made so far and no
   * key; one between runs ends first.
   */
  void stop() {
    Network open;
    synchronized (this) {
      stopped = true;
      open = network;
    }
    if (beside.isPresent()) {
      if (open != null) {
        open.close();
      }
      beside.get().shutdown();
    }
  }

  /** Interrupts what is under way. */
  void shutdownNow() {
    stop();
    beside.ifPresent(ExecutorService::shutdownNow);
  }

  /** Returns whether the thread has ended in time. */
  boolean awaitEnd(long nanos) throws InterruptedException {
    return beside.isEmpty() || beside.get().awaitTermination(nanos, TimeUnit.NANOSECONDS);
  }
}
