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
 * How fast parties multiplied; the last products of each run were verified by all of them.
 *
 * @param parameters of the way it was done
 * @param launcherJvm the JVM that hosts the Monitor
 */
public record MulResult(
    MulTask task, Map<String, Object> parameters, Measured measured, String launcherJvm) {
  private static final double NANOS_PER_MS = 1e6;
  private static final double NANOS_PER_S = 1e9;
  private static final double MICROS_PER_S = 1e6;

  /** Time of each counted run, MAC checks included, from go to the last party done. */
  double[] runMillis() {
    return Arrays.stream(measured.runNanos()).mapToDouble(n -> n / NANOS_PER_MS).toArray();
  }

  /** Products a second in each counted run. */
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

  /** The bytes of products and their checks that each party sent, the mean over counted runs. */
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

  /** Rounds of a run: of the party that counted most. */
  long rounds() {
    return measured.parties().stream()
        .flatMap(party -> party.runs().stream())
        .mapToLong(run -> run.rounds().getOrDefault(Phase.COMPUTE, 0L))
        .max()
        .orElseThrow();
  }

  /** What the imitated line alone costs a run of two parties, if there is one. */
  Optional<LineModel> line() {
    double most = Arrays.stream(bytesSent()).max().orElseThrow();
    int peers = task.parties() - 1;
    return task.link().map(link -> new LineModel(link, rounds(), most / peers));
  }

  /** As {@link ResultFile} writes it. The names of the fields are fixed: programs read them. */
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
    fields.put("verified", true); // or there would be no result
    Machinery.put(fields, measured, launcherJvm);
    fields.put("warmup", task.schedule().warmup());
    fields.put("rehearsal_ms", task.schedule().rehearsalMillis());
    return fields;
  }
}
