package org.schurmpc.bench.report;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;
import org.schurmpc.bench.control.Message;
import org.schurmpc.bench.control.RunFigures;
import org.schurmpc.bench.job.GenerationTask;
import org.schurmpc.bench.monitor.Measured;
import org.schurmpc.bench.monitor.PartyFigures;
import org.schurmpc.cli.values.ResultFile;
import org.schurmpc.core.session.Phase;

/**
 * How fast parties generated correlated randomness.
 *
 * @param parameters of the way it was made
 * @param launcherJvm the JVM that hosts the Monitor
 */
public record GenerationResult(
    GenerationTask task, Map<String, Object> parameters, Measured measured, String launcherJvm) {
  private static final double NANOS_PER_MS = 1e6;
  private static final double NANOS_PER_S = 1e9;
  private static final double BITS_PER_KBIT = 1000;

  /** Time of each counted run, from go to the last one done. */
  double[] runMillis() {
    return Arrays.stream(measured.runNanos()).mapToDouble(n -> n / NANOS_PER_MS).toArray();
  }

  /** Items a second in each counted run. */
  double[] rates() {
    return Arrays.stream(measured.runNanos())
        .mapToDouble(n -> task.count() * NANOS_PER_S / n)
        .toArray();
  }

  /** Items a second: the median of the counted runs. */
  public double medianRate() {
    return new Sample(rates()).median();
  }

  /** Bytes that each party sends its peers in a run: the mean over counted runs. */
  double[] bytesSent() {
    return measured.parties().stream()
        .mapToDouble(
            party -> party.runs().stream().mapToLong(this::bytesSent).average().orElseThrow())
        .toArray();
  }

  private long bytesSent(RunFigures run) {
    return run.bytesSent().values().stream().mapToLong(Long::longValue).sum();
  }

  double[] bytesSentPerItem() {
    return Arrays.stream(bytesSent()).map(bytes -> bytes / task.count()).toArray();
  }

  /** What all parties together send for an item, in 1000 bits. */
  public double kbitPerItem() {
    return Arrays.stream(bytesSentPerItem()).sum() * Byte.SIZE / BITS_PER_KBIT;
  }

  /** Average bytes that one party sends another, over ordered pairs of parties. */
  double kbitPerItemAndPair() {
    int parties = task.parties();
    return kbitPerItem() / (parties * (parties - 1));
  }

  /** Rounds of a run: of the party that counted most. */
  long rounds() {
    return measured.parties().stream()
        .flatMap(party -> party.runs().stream())
        .mapToLong(run -> run.rounds().getOrDefault(Phase.PREPROCESSING, 0L))
        .max()
        .orElseThrow();
  }

  /** What the imitated line alone costs a run, if there is one and all goes over one connection. */
  Optional<LineModel> line() {
    double most = Arrays.stream(bytesSent()).max().orElseThrow();
    return task.link().map(link -> new LineModel(link, rounds(), most));
  }

  /**
   * From the parties' handshake until they were ready for the first run, the base OTs included; the
   * mean over the parties.
   */
  double setupMillis() {
    return meanMillis(Message.Established::setupNanos);
  }

  /** The base OTs' part of {@link #setupMillis}; 0 if they were not timed apart. */
  double baseOtMillis() {
    return meanMillis(Message.Established::baseOtNanos);
  }

  private double meanMillis(ToLongFunction<Message.Established> nanos) {
    return measured.parties().stream()
            .map(PartyFigures::established)
            .mapToLong(nanos)
            .average()
            .orElseThrow()
        / NANOS_PER_MS;
  }

  /** As {@link ResultFile} writes it. The names of the fields are fixed: programs read them. */
  public Map<String, Object> fields() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("items", task.items());
    fields.put("parties", task.parties());
    fields.put("parameters", parameters);
    fields.put("count", task.count());
    fields.put("rate_per_s", medianRate());
    fields.put("rates_per_s", rates());
    fields.put("runs", runMillis());
    fields.put("bytes_sent_per_item", bytesSentPerItem());
    fields.put("kbit_per_item", kbitPerItem());
    fields.put("kbit_per_item_and_pair", kbitPerItemAndPair());
    fields.put("rounds", rounds());
    fields.put("link", line().map(LineModel::fields).orElse(null));
    fields.put("setup_ms", setupMillis());
    if (baseOtMillis() > 0) {
      fields.put("base_ot_ms", baseOtMillis());
    }
    fields.put("peak_rss_bytes", measured.peakRssBytes());
    Machinery.put(fields, measured, launcherJvm);
    fields.put("warmup", task.schedule().warmup());
    fields.put("rehearsal_ms", task.schedule().rehearsalMillis());
    return fields;
  }
}
