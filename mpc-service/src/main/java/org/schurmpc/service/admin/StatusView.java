package org.schurmpc.service.admin;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.schurmpc.service.config.Catalogue;
import org.schurmpc.service.config.JobEntry;
import org.schurmpc.service.config.ServiceConfig;
import org.schurmpc.service.config.Stock;
import org.schurmpc.service.state.RequestBook;
import org.schurmpc.service.state.Work;
import org.schurmpc.service.state.Work.Health;

/** Puts together what the status page shows. */
final class StatusView {
  private final Catalogue catalogue;
  private final RequestBook book;
  private final Work work;
  private final Readiness readiness;
  private final Metrics metrics;
  private final StockHistory history = new StockHistory();
  private final long startNanos = System.nanoTime();

  StatusView(
      Catalogue catalogue, RequestBook book, Work work, Readiness readiness, Metrics metrics) {
    this.catalogue = catalogue;
    this.book = book;
    this.work = work;
    this.readiness = readiness;
    this.metrics = metrics;
  }

  /** Adds a point to the history of the stocks. */
  void remember() {
    history.add(stocks());
  }

  /**
   * Returns the present state.
   *
   * @param last whether the service ends
   */
  StatusState now(boolean last) {
    List<Health> lines = readiness.lines();
    List<StatusState.StockRow> stocks = stocks();
    Map<String, Long> complaints = metrics.complaints();
    return new StatusState(
        catalogue.config().party() + 1,
        state(lines, last),
        (System.nanoTime() - startNanos) / 1_000_000_000,
        lines.stream()
            .map(line -> new StatusState.Line(line.name(), line.ready(), line.detail()))
            .toList(),
        stocks,
        history.with(stocks),
        jobs(complaints),
        metrics.requests(),
        peers(lines),
        new StatusState.Faults(sum(metrics.checksFailed()), sum(complaints), metrics.keysLost()),
        certificates(),
        last);
  }

  private String state(List<Health> lines, boolean last) {
    if (last) {
      return "ended";
    }
    if (book.isStopping()) {
      return "stopping";
    }
    return lines.stream().allMatch(Health::ready) ? "ready" : "failed";
  }

  private static long sum(Map<String, Long> counts) {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }

  private List<StatusState.StockRow> stocks() {
    List<StatusState.StockRow> rows = new ArrayList<>();
    Map<String, Stock> configured = catalogue.config().stocks();
    new TreeMap<>(work.items())
        .forEach(
            (name, kinds) -> {
              Stock stock = configured.get(name);
              Map<String, Stock.Marks> marks = work.marks(name);
              new TreeMap<>(kinds)
                  .forEach((kind, items) -> rows.add(row(name, kind, items, stock, marks)));
            });
    return rows;
  }

  private static StatusState.StockRow row(
      String name, String kind, long items, Stock stock, Map<String, Stock.Marks> more) {
    Optional<Stock.Marks> marks =
        Optional.ofNullable(stock)
            .flatMap(of -> of.marks(kind))
            .or(() -> Optional.ofNullable(more.get(kind)));
    return new StatusState.StockRow(
        name,
        kind,
        items,
        marks.map(Stock.Marks::low).orElse(null),
        marks.map(Stock.Marks::high).orElse(null));
  }

  private List<StatusState.JobRow> jobs(Map<String, Long> complaints) {
    List<StatusState.JobRow> rows = new ArrayList<>();
    for (Catalogue.Offer offer : catalogue.offers()) {
      JobEntry job = offer.job();
      Optional<String> suspended = book.closed(offer);
      Metrics.JobFigures figures = metrics.job(job.name());
      rows.add(
          new StatusState.JobRow(
              job.name(),
              job.program().isPresent() ? "program" : "circuit",
              job.stock(),
              suspended.isPresent() ? "suspended" : "open",
              suspended.orElse(null),
              figures.done(),
              figures.failed(),
              figures.attempts(),
              figures.meanMillis().isPresent() ? figures.meanMillis().getAsDouble() : null,
              complaints.getOrDefault(job.name(), 0L)));
    }
    return rows;
  }

  /** A peer has a line of its own, or all share one. */
  private List<StatusState.PeerRow> peers(List<Health> lines) {
    ServiceConfig config = catalogue.config();
    List<StatusState.PeerRow> rows = new ArrayList<>();
    for (int i = 0; i < config.parties().size(); i++) {
      if (i != config.party()) {
        Health line =
            line(lines, "peer " + (i + 1))
                .or(() -> line(lines, "parties"))
                .orElse(new Health("parties", false, "Nothing is known."));
        rows.add(
            new StatusState.PeerRow(
                i + 1, config.parties().get(i).address().toString(), line.ready(), line.detail()));
      }
    }
    return rows;
  }

  private static Optional<Health> line(List<Health> lines, String name) {
    return lines.stream().filter(line -> line.name().equals(name)).findFirst();
  }

  private List<StatusState.CertificateRow> certificates() {
    Map<Integer, Instant> ends = new TreeMap<>(work.certificateEnds());
    ends.put(catalogue.config().party(), metrics.certificateEnd());
    List<StatusState.CertificateRow> rows = new ArrayList<>();
    for (int i = 0; i < catalogue.config().parties().size(); i++) {
      Optional<Instant> end = Optional.ofNullable(ends.get(i));
      rows.add(
          new StatusState.CertificateRow(
              i + 1,
              end.map(each -> each.truncatedTo(ChronoUnit.SECONDS).toString()).orElse(null),
              end.map(metrics::daysUntil).orElse(null)));
    }
    return rows;
  }
}
