package org.schurmpc.bench.report;

import static org.schurmpc.bench.report.TextLines.number;

import java.io.PrintStream;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import org.schurmpc.bench.job.GenerationTask;

/** Reports the rate at which correlated randomness was generated. */
final class GenerationReport extends ThroughputReport {
  private static final String COLUMNS = "%-16s %16s %16s   %s%n";

  private final GenerationTask task;

  GenerationReport(ThroughputResult result, GenerationTask task) {
    super(result);
    this.task = task;
  }

  /** Returns 1: all bytes may go over one connection. */
  @Override
  int connections() {
    return 1;
  }

  @Override
  void printColumns(PrintStream out) {
    String items = task.items();
    String title = items.substring(0, 1).toUpperCase(Locale.ROOT) + items.substring(1);
    out.printf(COLUMNS, title, "Rate (1/s)", "Run (ms)", "Bytes each, " + senders());
    out.printf(
        COLUMNS,
        "%,d".formatted(task.count()),
        rate(result().medianRate()),
        number(new Sample(result().runMillis()).median()),
        bytesEach());
  }

  private String senders() {
    int parties = task.parties();
    return parties == 2 ? "party 1 + 2" : "party 1 + ... + " + parties;
  }

  @Override
  void printFigures(TextLines lines) {
    double baseOtMillis = result().baseOtMillis();
    String base = baseOtMillis > 0 ? ", base OTs " + number(baseOtMillis) : "";
    lines.line("set-up (ms)", "all " + number(result().setupMillis()) + base);
    lines.line("bytes sent", bytesSent() + "; a run");
    lines.line(
        "kbit each",
        "all parties %s, of each to each other %s"
            .formatted(number(result().kbitPerItem()), number(result().kbitPerItemAndPair())));
  }

  private String bytesSent() {
    double[] bytes = result().bytesSent();
    StringJoiner text = new StringJoiner("; ");
    for (int party = 0; party < bytes.length; party++) {
      String to = bytes.length == 2 ? " to " + (2 - party) : "";
      text.add("party %d%s: %,.0f".formatted(party + 1, to, bytes[party]));
    }
    return bytes.length == 2
        ? text.toString()
        : text.add("all: %,.0f".formatted(Arrays.stream(bytes).sum())).toString();
  }

  @Override
  String roundsRemark() {
    return "";
  }

  @Override
  String lastWord() {
    return "done";
  }

  @Override
  void putTask(Map<String, Object> fields) {
    fields.put("items", task.items());
    super.putTask(fields);
  }

  @Override
  void putBytes(Map<String, Object> fields) {
    fields.put("bytes_sent_per_item", result().bytesSentPerItem());
    fields.put("kbit_per_item", result().kbitPerItem());
    fields.put("kbit_per_item_and_pair", result().kbitPerItemAndPair());
  }

  @Override
  void putParties(Map<String, Object> fields) {
    fields.put("setup_ms", result().setupMillis());
    if (result().baseOtMillis() > 0) {
      fields.put("base_ot_ms", result().baseOtMillis());
    }
    super.putParties(fields);
  }
}
