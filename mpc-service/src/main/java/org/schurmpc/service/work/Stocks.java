package org.schurmpc.service.work;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.schurmpc.service.config.Catalogue;

/** The threads of all stocks. */
final class Stocks {
  private final Map<String, StockThread> threads = new TreeMap<>();
  private final Catalogue catalogue;
  private final Jobs jobs;

  Stocks(Catalogue catalogue, Jobs jobs, Stores stores) {
    this.catalogue = catalogue;
    this.jobs = jobs;
    catalogue
        .config()
        .stocks()
        .keySet()
        .forEach(name -> threads.put(name, new StockThread(name, stores.of(name))));
  }

  Set<String> names() {
    return threads.keySet();
  }

  Collection<StockThread> all() {
    return threads.values();
  }

  /** Returns the thread of a stock. */
  StockThread named(String stock) {
    return threads.get(stock);
  }

  /** Returns a thread for what concerns no stock. */
  StockThread any() {
    return threads.values().iterator().next();
  }

  /** Returns the thread for a job, or any for a job that was taken out of the configuration. */
  StockThread of(String job) {
    return Optional.ofNullable(catalogue.config().jobs().get(job))
        .map(entry -> threads.get(entry.stock()))
        .orElseGet(this::any);
  }

  /** Returns the thread in which runs use a set; any if no job does. */
  StockThread ofSet(String set) {
    return jobs.all().stream()
        .filter(job -> job.job().sets().contains(set))
        .map(job -> threads.get(job.job().stock()))
        .findFirst()
        .orElseGet(this::any);
  }

  /**
   * Lets what is in hand end, and closes all sessions.
   *
   * @return whether all ended in time
   */
  boolean stop(long millis) {
    all().forEach(StockThread::shutdown);
    long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    try {
      boolean ended = true;
      for (StockThread stock : all()) {
        ended &= stock.awaitEnd(until - System.nanoTime());
      }
      return ended;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Waits for the end of all threads, after {@link #close}. */
  void awaitEnd() throws InterruptedException {
    for (StockThread stock : all()) {
      if (!stock.awaitEnd(TimeUnit.MINUTES.toNanos(1))) {
        throw new IllegalStateException("a stock's thread does not end");
      }
      stock.closeSession();
    }
  }

  void close() {
    all().forEach(StockThread::shutdownNow);
  }
}
