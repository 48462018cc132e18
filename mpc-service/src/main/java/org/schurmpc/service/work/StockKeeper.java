package org.schurmpc.service.work;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.schurmpc.service.config.Stock;

/** Keeps stocks between their marks: counts what is there, and wants what is missing. */
final class StockKeeper {
  /** Number of masks that are made at once. */
  static final int CHUNK = 256;

  private static final long COUNT_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final Jobs jobs;
  private final Stocks stocks;
  private final CoreState state;
  private final ServiceSets sets;
  private final JobRules rules;
  private final Links links;
  private final Quiet quiet;
  private final Map<String, Count> counts = new ConcurrentHashMap<>(); // by job

  /**
   * How many masks there were.
   *
   * @param masks {@link MaskStock#changes} before the count
   * @param numbers {@link org.schurmpc.service.state.RequestBook#numberChanges} before the count
   * @param nanos when
   */
  private record Count(long masks, long numbers, long nanos, long count) {}

  StockKeeper(
      Jobs jobs,
      Stocks stocks,
      CoreState state,
      ServiceSets sets,
      JobRules rules,
      Links links,
      Quiet quiet) {
    this.quiet = quiet;
    this.jobs = jobs;
    this.stocks = stocks;
    this.state = state;
    this.sets = sets;
    this.rules = rules;
    this.links = links;
  }

  /**
   * Returns the number of masks that can be given to clients. They are counted again if any came or
   * went, and from time to time, since a key may have been burnt.
   */
  private long masks(PlannedJob job) {
    String name = job.job().name();
    long masks = state.masks.changes();
    long numbers = links.book().numberChanges();
    long now = System.nanoTime();
    Count last = counts.get(name);
    if (last == null
        || last.masks != masks
        || last.numbers != numbers
        || now - last.nanos >= COUNT_NANOS) {
      long count =
          state.masks.count(name, number -> links.book().isFree(number) && sets.isUsable(number));
      last = new Count(masks, numbers, now, count);
      counts.put(name, last);
    }
    return last.count;
  }

  /** Returns the number of items of each stock and kind. */
  Map<String, Map<String, Long>> items() {
    Map<String, Map<String, Long>> items = new TreeMap<>();
    for (String name : stocks.names()) {
      Map<String, Long> of = new TreeMap<>();
      for (PlannedJob job : jobs.all()) {
        if (job.job().stock().equals(name) && job.maskBits() > 0) {
          of.put(Stock.deliveriesOf(job.job().name()), masks(job));
        }
      }
      items.put(name, of);
    }
    return items;
  }

  /**
   * Wants refills of all jobs whose masks are below half of what the configuration says. Called
   * from time to time; only party 1's wish counts.
   */
  void tick() {
    for (PlannedJob job : jobs.all()) {
      int wanted = job.stock().deliveries();
      long there = masks(job);
      if (job.maskBits() > 0 && there * 2 < wanted && !rules.isSuspended(job.job().name())) {
        int more = (int) Math.min(CHUNK, wanted - there);
        links.control().want(job.job().name(), more, job.units(more + runsBefore(job, there)));
      }
    }
    stocks.all().stream()
        .filter(StockThread::wantsRest)
        .forEach(each -> each.execute(() -> rest(each)));
    quiet.tick(stocks.all(), System.nanoTime());
  }

  /**
   * Returns for how many masks there shall be material beside those that are made now: masks that
   * can be given away, and those whose requests have not run. All of them may run before the next
   * refill, which waits for runs.
   */
  private int runsBefore(PlannedJob job, long there) {
    long given = state.masks.count(job.job().name(), number -> !links.book().isFree(number));
    return (int) Math.min(CHUNK, there + given);
  }

  private void rest(StockThread stock) {
    if (stock.rest()) {
      sets.rest();
    }
  }
}
