package org.schurmpc.bench.job;

import java.util.List;
import java.util.Map;

/**
 * A benchmark, as the Monitor tells it to the children.
 *
 * @param protocol the protocol's name
 * @param options its options
 * @param circuit what is evaluated
 * @param circuitSha256 the digest that the circuit must have, in hex
 * @param sources who supplies each input value, see {@link IoNames}
 * @param blocks evaluations of the circuit by each pair of parties in each run; 0 for one pass
 * @param warmup runs that do not count
 * @param runs runs that count
 * @param rehearsalMillis how long each party exercises the protocol by itself before it connects
 * @param preprocessing {@code dealer} or {@code ot}
 * @param timeoutMillis how long a party waits for a silent peer
 */
public record Job(
    String protocol,
    Map<String, String> options,
    CircuitSource circuit,
    String circuitSha256,
    List<String> sources,
    int blocks,
    int warmup,
    int runs,
    long rehearsalMillis,
    String preprocessing,
    long timeoutMillis) {
  /** The value of {@link #preprocessing} that stands for the trusted dealer. */
  public static final String DEALER = "dealer";

  private static final int SERVICE_FACTOR = 10;
  private static final long START_MILLIS = 30_000;

  public Job {
    options = Map.copyOf(options);
    sources = List.copyOf(sources);
  }

  /**
   * How long processes wait for each other to start, in milliseconds: never less than {@value
   * #START_MILLIS}, since a JVM takes its time on a busy machine.
   */
  public long startMillis() {
    return Math.max(START_MILLIS, timeoutMillis);
  }

  /**
   * How long a party waits for the dealer, and the Monitor for a party when others are ready, in
   * milliseconds: longer than for a peer, since both have others to serve.
   */
  public long serviceMillis() {
    return SERVICE_FACTOR * timeoutMillis;
  }

  /** Warm-up and counted runs together. */
  public int allRuns() {
    return warmup + runs;
  }
}
