package org.schurmpc.cli.doctor;

import java.time.Duration;
import java.util.Locale;

/**
 * Holds what was measured of the line to a peer.
 *
 * @param roundTripNanos the shortest round trip
 * @param clockMillis the time by which this side's clock is ahead of the peer's; negative if it is
 *     behind
 * @param sendingBits the rate at which the peer received, in bits a second
 * @param receivingBits the rate at which this side received, in bits a second
 */
record LineFigures(
    long roundTripNanos, long clockMillis, double sendingBits, double receivingBits) {
  private static final double SLOW_BITS = 10e6;
  private static final double SLOW_NANOS = 50e6;

  /** Returns whether the line slows computations down that a local network does not. */
  boolean isSlow() {
    return roundTripNanos >= SLOW_NANOS || bitsPerSecond() < SLOW_BITS;
  }

  /** Returns the time that an exchange takes on the line, in seconds. */
  double seconds(long rounds, long bytes) {
    return rounds * (roundTripNanos / 2e9) + (double) bytes * Byte.SIZE / bitsPerSecond();
  }

  /** Returns the rate of the slower direction. */
  double bitsPerSecond() {
    return Math.min(sendingBits, receivingBits);
  }

  /** Returns the delay in each direction: half of the round trip. */
  Duration delay() {
    return Duration.ofNanos(roundTripNanos / 2);
  }

  /** Returns the line as the option of {@code circuit --cost} takes it. */
  String asLink() {
    long kilobits = Math.max(1, Math.round(bitsPerSecond() / 1e3));
    return "%dkbit,%dus".formatted(kilobits, Math.max(1, Math.round(roundTripNanos / 2e3)));
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "round trip %.2f ms, %,.1f Mbit/s to it, %,.1f Mbit/s from it",
        roundTripNanos / 1e6,
        sendingBits / 1e6,
        receivingBits / 1e6);
  }
}
