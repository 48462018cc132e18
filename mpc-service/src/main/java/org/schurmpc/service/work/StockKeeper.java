package org.schurmpc.service.work;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.service.config.Stock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps stocks between their marks: counts what is there, and wants what is missing. */
final class StockKeeper {
  private static final Logger LOG = LoggerFactory.getLogger(StockKeeper.class);

  private final Jobs jobs;
  private final Stocks stocks;
  private final Makers makers;
  private final MaskKeeper masks;
  private final ServiceSets sets;
  private final JobRules rules;
  private final Quiet quiet;

  StockKeeper(
      Jobs jobs,
      Stocks stocks,
      Makers makers,
      MaskKeeper masks,
      ServiceSets sets,
      JobRules rules,
      Quiet quiet) {
    this.quiet = quiet;
    this.jobs = jobs;
    this.stocks = stocks;
    this.makers = makers;
    this.masks = masks;
    this.sets = sets;
    this.rules = rules;
  }

  /** Returns the number of items of each stock and kind. */
  Map<String, Map<String, Long>> items() {
    Map<String, Map<String, Long>> items = new TreeMap<>();
    for (String name : stocks.names()) {
      Map<String, Long> of = new TreeMap<>();
      makers.find(name).ifPresent(maker -> of.putAll(maker.material().items()));
      for (PlannedJob job : jobs.all()) {
        if (job.job().stock().equals(name) && job.maskBits() > 0) {
          of.put(Stock.deliveriesOf(job.job().name()), masks.there(job));
        }
      }
      items.put(name, of);
    }
    return items;
  }

  /** Returns the marks of the kinds that are material of a stock. */
  Map<String, Stock.Marks> marks(String stock) {
    return makers
        .find(stock)
        .<Map<String, Stock.Marks>>map(maker -> maker.material().marks())
        .orElse(Map.of());
  }

  /**
   * Wants masks for all jobs that have few, and notes at rest that no check is under way. Called
   * from time to time; only party 1's wish counts.
   */
  void tick() {
    for (PlannedJob job : jobs.all()) {
      Optional<StockMaker> maker = makers.find(job.job().stock());
      if (maker.isPresent() && !rules.isSuspended(job.job().name())) {
        try {
          masks.tick(job, maker.get());
        } catch (MpcException e) {
          LOG.error("the masks of {}: {}", job.job().name(), e.getMessage());
        }
      }
    }
    stocks.all().stream()
        .filter(StockThread::wantsRest)
        .forEach(each -> each.execute(() -> rest(each)));
    quiet.tick(stocks.all(), System.nanoTime());
  }

  private void rest(StockThread stock) {
    if (stock.rest()) {
      sets.rest();
    }
  }
}
