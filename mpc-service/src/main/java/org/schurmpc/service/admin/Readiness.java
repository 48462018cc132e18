package org.schurmpc.service.admin;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.schurmpc.service.config.Catalogue;
import org.schurmpc.service.config.Stock;
import org.schurmpc.service.state.AuditLog;
import org.schurmpc.service.state.RequestBook;
import org.schurmpc.service.state.ServiceClock;
import org.schurmpc.service.state.StateLog;
import org.schurmpc.service.state.Work;
import org.schurmpc.service.state.Work.Health;

/** Says whether a service can serve, line by line. */
public final class Readiness {
  private static final long DAY_SECONDS = 86_400;

  private final Catalogue catalogue;
  private final RequestBook book;
  private final Work work;
  private final StateLog log;
  private final AuditLog audit;
  private final ServiceClock clock;
  private final Metrics metrics;

  /** Creates a report on these parts. */
  public Readiness(
      Catalogue catalogue,
      RequestBook book,
      Work work,
      StateLog log,
      AuditLog audit,
      ServiceClock clock,
      Metrics metrics) {
    this.catalogue = catalogue;
    this.book = book;
    this.work = work;
    this.log = log;
    this.audit = audit;
    this.clock = clock;
    this.metrics = metrics;
  }

  /** Returns all lines: the service's own, then those of peers, stocks and stores. */
  public List<Health> lines() {
    List<Health> lines = new ArrayList<>();
    lines.add(
        new Health(
            "process", !book.isStopping(), book.isStopping() ? "It stops." : "It takes requests."));
    lines.add(
        new Health(
            "journal",
            log.isWritable(),
            log.isWritable() ? "It can be written." : "The last entry was not written."));
    lines.add(
        new Health(
            "audit log",
            audit.isWritable() && audit.wrong().isEmpty(),
            audit.isWritable()
                ? audit.wrong().orElse("It can be written.")
                : "A line was not written."));
    Optional<String> off = clock.complaint();
    lines.add(new Health("clock", off.isEmpty(), off.orElse("It runs evenly.")));
    long left = metrics.secondsOfCertificate();
    lines.add(
        new Health(
            "certificate",
            left > 0,
            left > 0 ? "It ends in %d days.".formatted(left / DAY_SECONDS) : "It has ended."));
    lines.addAll(work.health());
    stocks(lines);
    // A peer's log is not this service's: what is wrong with it is named, and the service goes on.
    book.operations()
        .wrongPeerHeads()
        .forEach(
            (party, what) ->
                lines.add(new Health("audit log of party " + (party + 1), true, what)));
    for (Catalogue.Offer offer : catalogue.offers()) {
      // A suspended job is not a fault of the service: it is named, and others go on.
      book.closed(offer)
          .ifPresent(
              detail ->
                  lines.add(
                      new Health("job " + offer.job().name(), true, "It is suspended: " + detail)));
    }
    return lines;
  }

  /**
   * Adds a line for each stock that has marks. Below a low mark a stock is refilled, and serves;
   * only what is used up is a fault. What is for a suspended job is not missed.
   */
  private void stocks(List<Health> lines) {
    Set<String> idle = new HashSet<>();
    for (Catalogue.Offer offer : catalogue.offers()) {
      if (book.suspended(offer).isPresent()) {
        idle.add(Stock.deliveriesOf(offer.job().name()));
        idle.add(Stock.runsOf(offer.job().name()));
      }
    }
    Map<String, Map<String, Long>> items = work.items();
    catalogue
        .config()
        .stocks()
        .forEach(
            (name, stock) -> {
              Map<String, Long> kinds = new TreeMap<>(items.getOrDefault(name, Map.of()));
              Map<String, Stock.Marks> marks = new TreeMap<>(work.marks(name));
              kinds
                  .keySet()
                  .forEach(kind -> stock.marks(kind).ifPresent(of -> marks.put(kind, of)));
              kinds.keySet().removeIf(kind -> idle.contains(kind) || !marks.containsKey(kind));
              if (!kinds.isEmpty()) {
                lines.add(stock(name, marks, kinds));
              }
            });
  }

  private static Health stock(String name, Map<String, Stock.Marks> all, Map<String, Long> kinds) {
    List<String> used = new ArrayList<>();
    List<String> low = new ArrayList<>();
    kinds.forEach(
        (kind, items) -> {
          Stock.Marks marks = all.get(kind);
          if (items == 0 && marks.high() > 0) {
            used.add(kind);
          } else if (items < marks.low()) {
            low.add(kind);
          }
        });
    String detail =
        !used.isEmpty()
            ? "Used up: " + String.join(", ", used) + "."
            : !low.isEmpty()
                ? "Below the low mark: " + String.join(", ", low) + "."
                : "It is above its low marks.";
    return new Health("stock " + name, used.isEmpty(), detail);
  }
}
