package org.schurmpc.service.work;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.service.config.ServiceConfig;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What makes the material of all stocks. Stocks without jobs have none. */
final class Makers {
  private static final Logger LOG = LoggerFactory.getLogger(Makers.class);

  private final Map<String, StockMaker> makers = new TreeMap<>(); // by stock
  private final Map<StockThread, StockMaker> byThread = new HashMap<>();

  Makers(
      ServiceConfig config,
      Jobs jobs,
      Stocks stocks,
      Peers peers,
      Links links,
      StockMaker.Failures failures) {
    for (String name : stocks.names()) {
      List<PlannedJob> of =
          jobs.all().stream().filter(job -> job.job().stock().equals(name)).toList();
      if (of.isEmpty()) {
        continue;
      }
      StockThread stock = stocks.named(name);
      try {
        StockMaterial material =
            new StockMaterial(
                name, config.stocks().get(name), stock.store(), of, config.parties().size());
        StockMaker maker = new StockMaker(material, stock, peers, links, failures);
        makers.put(name, maker);
        byThread.put(stock, maker);
      } catch (MpcException e) {
        LOG.error("nothing is made for the stock {}: {}", name, e.getMessage());
      }
    }
  }

  Optional<StockMaker> find(String stock) {
    return Optional.ofNullable(makers.get(stock));
  }

  Optional<StockMaker> of(StockThread stock) {
    return Optional.ofNullable(byThread.get(stock));
  }

  Collection<StockMaker> all() {
    return makers.values();
  }

  /** Makes no more, and breaks off what is made beside runs. */
  void stop() {
    all().forEach(StockMaker::stop);
  }

  void shutdownNow() {
    all().forEach(StockMaker::shutdownNow);
  }

  /** Returns whether all threads have ended in time. */
  boolean awaitEnd(long millis) throws InterruptedException {
    long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    boolean ended = true;
    for (StockMaker maker : all()) {
      ended &= maker.awaitEnd(until - System.nanoTime());
    }
    return ended;
  }
}
