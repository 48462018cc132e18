package org.schurmpc.service.work;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.eval.ProtocolOptions;
import org.schurmpc.core.eval.Protocols;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.service.config.Stock;

/**
 * Turns marks by kind of material, as the configuration has them, into numbers of runs of every job
 * of a stock. Without any, the marks fit the masks that are kept ready.
 */
final class StockMarks {
  private static final long DEFAULT_BYTES = 128L << 20; // up to the high marks, if none are given
  private static final long LEAST_RUNS = 2;
  private static final long FEW_RUNS = 8; // of a job that takes no masks
  private static final long AMOUNT = 1 << 20;

  private final String name;
  private final Stock stock;
  private final List<PlannedJob> jobs;
  private final int parties;

  private StockMarks(String name, Stock stock, List<PlannedJob> jobs, int parties) {
    this.name = name;
    this.stock = stock;
    this.jobs = jobs;
    this.parties = parties;
  }

  /**
   * Returns the marks in runs, by job.
   *
   * @param jobs of the stock
   * @throws Refused if a mark is of a kind that none of the jobs uses
   */
  static SortedMap<String, Stock.Marks> of(
      String name, Stock stock, List<PlannedJob> jobs, int parties) throws MpcException {
    return new StockMarks(name, stock, jobs, parties).marks();
  }

  private SortedMap<String, Stock.Marks> marks() throws MpcException {
    TreeMap<String, Stock.Marks> marks = new TreeMap<>();
    Optional<Long> high = runs(stock.high());
    Optional<Long> low = runs(stock.low());
    for (PlannedJob job : jobs) {
      long most = high.isPresent() ? high.get() : defaultHigh(job);
      long least = high.isPresent() ? low.orElse(1L) : (most + 1) / 2;
      marks.put(job.job().name(), new Stock.Marks(Math.min(least, most), most));
    }
    return marks;
  }

  private long defaultHigh(PlannedJob job) throws MpcException {
    long wanted =
        job.maskBits() > 0 ? job.units(Math.min(stock.deliveries(), MaskKeeper.MOST)) : FEW_RUNS;
    long bytes = Math.max(1, job.unit().bytes());
    return Math.max(LEAST_RUNS, Math.min(wanted, DEFAULT_BYTES / jobs.size() / bytes));
  }

  /** Returns the largest number of runs of all jobs for which one of the marks is. */
  private Optional<Long> runs(Map<String, Integer> amounts) throws MpcException {
    Optional<Long> most = Optional.empty();
    for (Map.Entry<String, Integer> amount : amounts.entrySet()) {
      Map.Entry<MaterialKind, Long> items =
          items(amount.getKey()).quotas().entrySet().iterator().next();
      long ofRuns = 0;
      for (PlannedJob job : jobs) {
        ofRuns += job.unit().quotas().getOrDefault(items.getKey(), 0L);
      }
      if (ofRuns == 0) {
        throw new Refused(
            "the stock '%s' has a mark of '%s', which none of its jobs uses"
                .formatted(name, amount.getKey()));
      }
      double runs = (double) amount.getValue() * items.getValue() / AMOUNT / ofRuns;
      most = Optional.of(Math.max(most.orElse(1L), (long) Math.ceil(runs)));
    }
    return most;
  }

  /** Returns the items that are an amount of a kind, such as gates. */
  private Demand items(String kind) throws MpcException {
    ConfiguredProtocol protocol =
        Protocols.named(stock.protocol())
            .configure(new ProtocolOptions(parties, 1, stock.options()))
            .withOwnMaterial();
    return protocol.stock(new TreeMap<>(Map.of(kind, AMOUNT)));
  }
}
