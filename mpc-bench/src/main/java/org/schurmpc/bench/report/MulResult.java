package org.schurmpc.bench.report;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.schurmpc.bench.job.MulTask;
import org.schurmpc.bench.monitor.Measured;
import org.schurmpc.cli.values.ResultFile;
import org.schurmpc.core.session.Phase;

/**
 * Holds the measurements of products. All parties verified the last products of each run.
 *
 * @param task the task
 * @param parameters the parameters of the protocol, by name
 * @param measured the measurements
 * @param launcherJvm describes the JVM of the Monitor
 */
public record MulResult(
    MulTask task, Map<String, Object> parameters, Measured measured, String launcherJvm) {
  private static final double NANOS_PER_MS = 1e6;
  private static final double NANOS_PER_S = 1e9;
  private static final double MICROS_PER_S = 1e6;

  /**
   * Returns the time of each counted run in milliseconds, MAC checks included, from the start
   * signal until the last party is done.
   */
  double[] runMillis() {
    return Arrays.stream(measured.runNanos()).mapToDouble(n -> n / NANOS_PER_MS).toArray();
  }

  /** Returns the products per second in each counted run. */
  double[] rates() {
    return Arrays.stream(measured.runNanos())
        .mapToDouble(n -> task.count() * NANOS_PER_S / n)
        .toArray();
  }

  double medianRate() {
    return new Sample(rates()).median();
  }

  double medianMicrosEach() {
    return MICROS_PER_S / medianRate();
  }

  /**
   * Returns the number of bytes that each party sends in a run for products and their checks: the
   * mean over the counted runs.
   */
  double[] bytesSent() {
    return measured.parties().stream()
        .mapToDouble(
            party ->
                party.runs().stream()
                    .mapToLong(run -> run.bytesSent().getOrDefault(Phase.COMPUTE, 0L))
                    .average()
                    .orElseThrow())
        .toArray();
  }

  double[] bytesSentEach() {
    return Arrays.stream(bytesSent()).map(bytes -> bytes / task.count()).toArray();
  }

  /** Returns the number of rounds of a run: the maximum over the parties. */
  long rounds() {
    return measured.parties().stream()
        .flatMap(party -> party.runs().stream())
        .mapToLong(run -> run.rounds().getOrDefault(Phase.COMPUTE, 0L))
        .max()
        .orElseThrow();
  }

  /**
   * Returns the time that the emulated link alone takes in a run of two parties; empty if there is
   * none.
   */
  Optional<LineModel> line() {
    double most = Arrays.stream(bytesSent()).max().orElseThrow();
    int peers = task.parties() - 1;
    return task.link().map(link -> new LineModel(link, rounds(), most / peers));
  }

  /**
   * Returns the fields that {@link ResultFile} writes. Their names are fixed, because programs read
   * them.
   */
  public Map<String, Object> fields() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("parties", task.parties());
    fields.put("parameters", parameters);
    fields.put("count", task.count());
    fields.put("batch", task.batch());
    fields.put("rate_per_s", medianRate());
    fields.put("rates_per_s", rates());
    fields.put("us_each", medianMicrosEach());
    fields.put("runs", runMillis());
    fields.put("bytes_sent_each", bytesSentEach());
    fields.put("rounds", rounds());
    fields.put("link", line().map(LineModel::fields).orElse(null));
    fields.put("peak_rss_bytes", measured.peakRssBytes());
    fields.put("verified", true); // otherwise there is no result
    Machinery.put(fields, measured, launcherJvm);
    fields.put("warmup", task.schedule().warmup());
    fields.put("rehearsal_ms", task.schedule().rehearsalMillis());
    return fields;
  }
}
