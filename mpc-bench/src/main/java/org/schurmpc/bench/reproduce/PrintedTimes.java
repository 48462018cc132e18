package org.schurmpc.bench.reproduce;

/**
 * A row of Table 2 or 3 of DNNR17 as the paper prints it, to the digit.
 *
 * @param lanLatency of one AES, in milliseconds
 * @param lanAmortised an AES of many at once, in microseconds
 * @param cloudLatency as {@code lanLatency}
 * @param cloudAmortised as {@code lanAmortised}
 */
record PrintedTimes(
    String lanLatency, String lanAmortised, String cloudLatency, String cloudAmortised) {

  /** The one that ours stands beside. */
  double latencyMillis(boolean lan) {
    return Double.parseDouble(lan ? lanLatency : cloudLatency);
  }

  /** The one that ours stands beside. */
  double amortisedMicros(boolean lan) {
    return Double.parseDouble(lan ? lanAmortised : cloudAmortised);
  }
}
