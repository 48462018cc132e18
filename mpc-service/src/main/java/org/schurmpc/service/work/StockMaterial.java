package org.schurmpc.service.work;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToLongFunction;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.disk.DiskPrepStore;
import org.schurmpc.core.prep.disk.StoreDirectory;
import org.schurmpc.core.run.StockPlan;
import org.schurmpc.service.config.Stock;
import org.schurmpc.service.control.LogEntry;
import org.schurmpc.service.control.Message;

/**
 * The material of a stock: for how many runs of each job there is any, between which marks, and
 * what is made next. Material is counted in runs, since a run takes all that it needs from one
 * batch: a number of items says little.
 *
 * <p>Safe for use by several threads.
 */
final class StockMaterial {
  /** Up to how many times its deliveries a party wants masks' material in all. */
  private static final int WANTED = 4;

  /** Beyond which it refuses more: some may be in batches that a peer lacks. */
  private static final int ALLOWED = 8;

  private final String name;
  private final StoreDirectory store;
  private final Map<String, PlannedJob> jobs = new TreeMap<>();
  private final SortedMap<String, Demand> needs = new TreeMap<>(); // of a run, by job
  private final SortedMap<String, Stock.Marks> marks; // by job
  private final Map<String, Integer> wanted = new ConcurrentHashMap<>(); // masks, by job
  private volatile SortedMap<String, Long> ofMasks = new TreeMap<>(); // for how many, likewise
  private volatile SortedMap<String, Long> runs = new TreeMap<>(); // by job, as counted last

  /**
   * Creates the material of a stock.
   *
   * @param of all jobs of the stock
   * @throws MpcException if a mark is of a kind that the stock's jobs do not use
   */
  StockMaterial(String name, Stock stock, StoreDirectory store, List<PlannedJob> of, int parties)
      throws MpcException {
    this.name = name;
    this.store = store;
    for (PlannedJob job : of) {
      jobs.put(job.job().name(), job);
      needs.put(job.job().name(), job.run());
    }
    this.marks = StockMarks.of(name, stock, of, parties);
    count();
  }

  String name() {
    return name;
  }

  /** Returns whether material is made while runs use the store. */
  boolean isMadeBesideRuns() {
    return jobs.values().stream().noneMatch(job -> job.protocol().keepsKey());
  }

  private Optional<Demand> demand(PlannedJob job, LogEntry.Amount amount) throws MpcException {
    Optional<Demand> all = Optional.empty();
    if (amount.runs() > 0) {
      all = Optional.of(needs.get(job.job().name()).times(amount.runs()));
    }
    if (amount.masks() > 0) {
      int masks = Math.toIntExact(amount.masks());
      all = and(all, job.masks(masks, (masks - 1) / MaskKeeper.CHUNK + 1));
    }
    return all;
  }

  private static Optional<Demand> and(Optional<Demand> all, Demand more) {
    return Optional.of(all.isEmpty() ? more : all.get().and(more));
  }

  /**
   * Returns the making of material.
   *
   * @param amounts by job; for at least one run or mask
   */
  StockPlan plan(SortedMap<String, LogEntry.Amount> amounts) throws MpcException {
    return new StockPlan(jobs.get(amounts.firstKey()).protocol(), demand(amounts).orElseThrow());
  }

  private Optional<Demand> demand(SortedMap<String, LogEntry.Amount> amounts) throws MpcException {
    Optional<Demand> all = Optional.empty();
    for (Map.Entry<String, LogEntry.Amount> each : amounts.entrySet()) {
      Optional<Demand> of = demand(jobs.get(each.getKey()), each.getValue());
      all = of.isEmpty() ? all : and(all, of.get());
    }
    return all;
  }

  /** Returns as much of what is wanted as has about {@code bytes} bytes, for at least one run. */
  SortedMap<String, LogEntry.Amount> portion(
      SortedMap<String, LogEntry.Amount> amounts, long bytes) {
    TreeMap<String, LogEntry.Amount> known = new TreeMap<>(amounts);
    known.keySet().retainAll(jobs.keySet());
    try {
      long all = demand(known).map(Demand::bytes).orElse(0L);
      if (all > bytes) {
        double share = (double) bytes / all;
        known.replaceAll((job, of) -> of(of, share));
        known.values().removeIf(of -> of.runs() == 0 && of.masks() == 0);
      }
      if (known.isEmpty()) {
        mostLacking(amounts).ifPresent(job -> known.put(job, new LogEntry.Amount(1, 0)));
      }
      return known;
    } catch (MpcException e) {
      throw new IllegalStateException("a job that was planned", e);
    }
  }

  /** Returns a share of the runs, and masks that are of use: as many as are made at once. */
  private static LogEntry.Amount of(LogEntry.Amount amount, double share) {
    long masks = Math.max((long) (amount.masks() * share), MaskKeeper.CHUNK);
    return new LogEntry.Amount((long) (amount.runs() * share), Math.min(amount.masks(), masks));
  }

  private Optional<String> mostLacking(SortedMap<String, LogEntry.Amount> amounts) {
    SortedMap<String, Long> there = runs;
    return amounts.keySet().stream()
        .filter(jobs::containsKey)
        .filter(job -> amounts.get(job).runs() > 0)
        .min((one, other) -> Long.compare(there.get(one), there.get(other)));
  }

  /** Returns whether a refill is more than this party wants to keep. */
  boolean refuses(LogEntry.Make make) {
    SortedMap<String, Long> there = runs;
    for (Map.Entry<String, LogEntry.Amount> each : make.amounts().entrySet()) {
      Stock.Marks of = marks.get(each.getKey());
      LogEntry.Amount amount = each.getValue();
      boolean none = amount.runs() == 0 && amount.masks() == 0;
      if (of == null || none || amount.runs() > of.high() || refusesMasks(each)) {
        return true;
      }
      // A party that lost material is not left with little because this one has enough.
      if (amount.runs() > 0
          && there.get(each.getKey()) + amount.runs() > Message.Level.KEPT * of.high()) {
        return true;
      }
    }
    return make.amounts().isEmpty();
  }

  private boolean refusesMasks(Map.Entry<String, LogEntry.Amount> each) {
    PlannedJob job = jobs.get(each.getKey());
    long masks = each.getValue().masks();
    long most = mostMasks(job);
    long there = ofMasks.getOrDefault(each.getKey(), 0L);
    return masks > 0 && (job.maskBits() == 0 || masks > most || there + masks > ALLOWED * most);
  }

  /**
   * Notes for how many more masks material is wanted, which is never as much as this party refuses;
   * returns whether that is another number.
   */
  boolean want(String job, int masks) {
    long most = mostMasks(jobs.get(job));
    long room = WANTED * most - ofMasks.getOrDefault(job, 0L);
    int more = (int) Math.max(0, Math.min(masks, Math.min(most, room)));
    return !Objects.equals(wanted.put(job, more), more);
  }

  /**
   * Counts what is there; returns what to tell party 1.
   *
   * @param made as in {@link Message.Stock}
   */
  Message.Stock told(long made) {
    SortedMap<String, Long> there = count();
    TreeMap<String, Message.Level> levels = new TreeMap<>();
    marks.forEach(
        (job, of) ->
            levels.put(
                job,
                new Message.Level(
                    there.get(job), of.low(), of.high(), wanted.getOrDefault(job, 0))));
    return new Message.Stock(name, made, levels);
  }

  private static Optional<Demand> mask(PlannedJob job) {
    try {
      return job.maskBits() == 0
          ? Optional.empty()
          : Optional.of(job.protocol().inputMasks(1, job.maskBits()));
    } catch (MpcException e) {
      throw new IllegalStateException("a job that was planned", e);
    }
  }

  private synchronized SortedMap<String, Long> count() {
    TreeMap<String, Long> counted = new TreeMap<>();
    needs.forEach((job, run) -> counted.put(job, count(run, takesOneBatch(jobs.get(job)))));
    TreeMap<String, Long> masks = new TreeMap<>();
    jobs.forEach((job, of) -> masks.put(job, mask(of).map(one -> count(one, true)).orElse(0L)));
    ofMasks = masks;
    runs = counted;
    return counted;
  }

  /** Returns whether a run takes all its material from one batch. */
  private boolean takesOneBatch(PlannedJob job) {
    return isMadeBesideRuns() || job instanceof CircuitJob;
  }

  private long count(Demand run, boolean ofOneBatch) {
    if (ofOneBatch) {
      return store.batches().stream().mapToLong(batch -> batch.evaluations(run)).sum();
    }
    ToLongFunction<MaterialKind> there =
        kind -> store.batches().stream().mapToLong(batch -> batch.available(kind)).sum();
    return run.quotas().entrySet().stream()
        .mapToLong(quota -> there.applyAsLong(quota.getKey()) / quota.getValue())
        .min()
        .orElse(Long.MAX_VALUE);
  }

  /** Returns what there is, by kind, as counted last. */
  SortedMap<String, Long> items() {
    TreeMap<String, Long> items = new TreeMap<>();
    runs.forEach((job, count) -> items.put(Stock.runsOf(job), count));
    return items;
  }

  /** Returns the marks of these kinds. */
  SortedMap<String, Stock.Marks> marks() {
    TreeMap<String, Stock.Marks> all = new TreeMap<>();
    marks.forEach((job, of) -> all.put(Stock.runsOf(job), of));
    return all;
  }

  /** Returns the largest number of masks of a job, up to a wish, for which there is material. */
  int masks(PlannedJob job, int wanted) throws MpcException {
    for (int masks = wanted; masks > 0; masks /= 2) {
      if (has(job.masks(masks, 1))) {
        return masks;
      }
    }
    return 0;
  }

  private boolean has(Demand demand) {
    return isMadeBesideRuns()
        ? store.batches().stream().anyMatch(batch -> batch.missing(demand).isEmpty())
        : count(demand, false) > 0;
  }

  /**
   * Skips what is left of batches that are in no session and suffice for nothing, or for nothing of
   * which the others do not have enough, so that they do not pile up: each run takes more of one
   * kind than of another.
   */
  void skipRests() throws MpcException {
    if (!isMadeBesideRuns()) {
      return; // further material continues there
    }
    count();
    TreeMap<String, Long> spareRuns = new TreeMap<>();
    TreeMap<String, Long> spareMasks = new TreeMap<>();
    for (PlannedJob job : jobs.values()) {
      String of = job.job().name();
      spareRuns.put(of, runs.get(of) - marks.get(of).high());
      spareMasks.put(of, ofMasks.get(of) - WANTED * mostMasks(job));
    }
    for (DiskPrepStore batch : store.batches()) {
      if (!batch.burnt()
          && !batch.held()
          && batch.kinds().stream().anyMatch(kind -> batch.available(kind) > 0)
          && !isNeeded(batch, spareRuns, spareMasks)) {
        for (PlannedJob job : jobs.values()) {
          String of = job.job().name();
          spareRuns.merge(of, -batch.evaluations(needs.get(of)), Long::sum);
          spareMasks.merge(of, -masks(batch, job), Long::sum);
        }
        batch.skipRest();
      }
    }
  }

  private boolean isNeeded(
      DiskPrepStore batch, Map<String, Long> spareRuns, Map<String, Long> spareMasks)
      throws MpcException {
    for (PlannedJob job : jobs.values()) {
      String of = job.job().name();
      boolean run = batch.missing(job.leastRun()).isEmpty();
      boolean masks = job.maskBits() > 0 && batch.missing(job.masks(1, 1)).isEmpty();
      if ((run && batch.evaluations(needs.get(of)) > spareRuns.get(of))
          || (masks && masks(batch, job) > spareMasks.get(of))) {
        return true;
      }
    }
    return false;
  }

  private static long masks(DiskPrepStore batch, PlannedJob job) {
    return mask(job).map(batch::evaluations).orElse(0L);
  }

  private static long mostMasks(PlannedJob job) {
    return Math.min(MaskKeeper.MOST, job.stock().deliveries());
  }
}
