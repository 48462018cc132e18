package org.schurmpc.bench.report;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;
import org.schurmpc.bench.control.Message;
import org.schurmpc.bench.job.ThroughputTask;
import org.schurmpc.bench.monitor.Measured;
import org.schurmpc.bench.monitor.PartyFigures;

/**
 * Holds the measurements of a throughput task.
 *
 * @param task the task
 * @param parameters the parameters of the protocol or generator, by name
 * @param measured the measurements
 * @param launcherJvm describes the JVM of the Monitor
 */
public record ThroughputResult(
    ThroughputTask task, Map<String, Object> parameters, Measured measured, String launcherJvm) {
  private static final double NANOS_PER_MS = 1e6;
  private static final double NANOS_PER_S = 1e9;
  private static final double MICROS_PER_S = 1e6;
  private static final double BITS_PER_KBIT = 1000;

  /**
   * Returns the time of each counted run in milliseconds, from the start signal until the last
   * party is done.
   */
  double[] runMillis() {
    return Arrays.stream(measured.runNanos()).mapToDouble(n -> n / NANOS_PER_MS).toArray();
  }

  /** Returns the items per second in each counted run. */
  double[] rates() {
    return Arrays.stream(measured.runNanos())
        .mapToDouble(n -> task.count() * NANOS_PER_S / n)
        .toArray();
  }

  /** Returns the items per second: the median over the counted runs. */
  public double medianRate() {
    return new Sample(rates()).median();
  }

  /** Returns the microseconds per item at the median rate. */
  double medianMicrosEach() {
    return MICROS_PER_S / medianRate();
  }

  /**
   * Returns the number of bytes that each party sends its peers in the timed phase of a run: the
   * mean over the counted runs.
   */
  double[] bytesSent() {
    return measured.parties().stream()
        .mapToDouble(
            party ->
                party.runs().stream()
                    .mapToLong(run -> run.bytesSent().getOrDefault(task.phase(), 0L))
                    .average()
                    .orElseThrow())
        .toArray();
  }

  /** Returns the number of bytes that each party sends its peers per item. */
  double[] bytesSentPerItem() {
    return Arrays.stream(bytesSent()).map(bytes -> bytes / task.count()).toArray();
  }

  /** Returns the data that all parties together send per item, in 1000 bits. */
  public double kbitPerItem() {
    return Arrays.stream(bytesSentPerItem()).sum() * Byte.SIZE / BITS_PER_KBIT;
  }

  /**
   * Returns the data that one party sends another per item, in 1000 bits: the mean over ordered
   * pairs of parties.
   */
  double kbitPerItemAndPair() {
    int parties = task.parties();
    return kbitPerItem() / (parties * (parties - 1));
  }

  /** Returns the number of rounds of a run: the maximum over the parties. */
  long rounds() {
    return measured.parties().stream()
        .flatMap(party -> party.runs().stream())
        .mapToLong(run -> run.rounds().getOrDefault(task.phase(), 0L))
        .max()
        .orElseThrow();
  }

  /**
   * Returns the time that the emulated link alone takes in a run; empty if there is none.
   *
   * @param connections the number of connections over which a party distributes its bytes
   */
  Optional<LineModel> line(int connections) {
    double most = Arrays.stream(bytesSent()).max().orElseThrow();
    return task.link().map(link -> new LineModel(link, rounds(), most / connections));
  }

  /**
   * Returns the time in milliseconds from the handshake of the parties until they were ready for
   * the first run, base OTs included: the mean over the parties.
   */
  double setupMillis() {
    return meanMillis(Message.Established::setupNanos);
  }

  /**
   * Returns the part of {@link #setupMillis} taken by the base OTs, in milliseconds; 0 if not
   * measured separately.
   */
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
}
