package org.schurmpc.bench.report;

import static org.schurmpc.bench.report.TextLines.number;

import java.io.PrintStream;
import java.util.Map;
import org.schurmpc.bench.job.MulTask;

/** Reports the rate of products. All parties verified the last products of each run. */
final class MultiplicationReport extends ThroughputReport {
  private static final String COLUMNS = "%-16s %10s %16s %12s %12s   %s%n";

  private final MulTask task;

  MultiplicationReport(ThroughputResult result, MulTask task) {
    super(result);
    this.task = task;
  }

  @Override
  int connections() {
    return task.parties() - 1;
  }

  @Override
  void printColumns(PrintStream out) {
    out.printf(
        COLUMNS,
        "Multiplications",
        "At once",
        "Rate (1/s)",
        "Each (µs)",
        "Run (ms)",
        "Bytes each, by party");
    out.printf(
        COLUMNS,
        "%,d".formatted(task.count()),
        "%,d".formatted(task.batch()),
        rate(result().medianRate()),
        number(result().medianMicrosEach()),
        number(new Sample(result().runMillis()).median()),
        bytesEach());
  }

  @Override
  void printFigures(TextLines lines) {}

  @Override
  String roundsRemark() {
    return ", those of MAC checks included";
  }

  @Override
  String lastWord() {
    return "verified";
  }

  @Override
  void putTask(Map<String, Object> fields) {
    super.putTask(fields);
    fields.put("batch", task.batch());
  }

  @Override
  void putRates(Map<String, Object> fields) {
    super.putRates(fields);
    fields.put("us_each", result().medianMicrosEach());
  }

  @Override
  void putBytes(Map<String, Object> fields) {
    fields.put("bytes_sent_each", result().bytesSentPerItem());
  }

  @Override
  void putParties(Map<String, Object> fields) {
    super.putParties(fields);
    fields.put("verified", true); // otherwise there is no result
  }
}
