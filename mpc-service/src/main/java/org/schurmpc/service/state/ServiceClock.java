package org.schurmpc.service.state;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Tells the time of a service, which never goes back: neither in a process nor before what its
 * journal has seen, so that no clock that is set back renews a rate or revives an id.
 *
 * <p>A clock that was set while the process runs, or that is behind the journal, is reported: until
 * an operator restarts the service or sets the clock right, no new requests are taken.
 */
public final class ServiceClock {
  /** Difference that is no reason for a complaint: clocks drift and are corrected. */
  public static final Duration TOLERANCE = Duration.ofMinutes(5);

  private final Clock wall;
  private final LongSupplier nanos;
  private Instant startWall;
  private long startNanos;
  private long floor;

  /**
   * Creates a clock.
   *
   * @param wall the machine's clock
   * @param nanos a counter of nanoseconds that nobody sets, such as {@link System#nanoTime}
   */
  public ServiceClock(Clock wall, LongSupplier nanos) {
    this.wall = wall;
    this.nanos = nanos;
    this.startWall = wall.instant();
    this.startNanos = nanos.getAsLong();
  }

  /** Returns the machine's clock and counter. */
  public static ServiceClock system() {
    return new ServiceClock(Clock.systemUTC(), System::nanoTime);
  }

  /** Returns the time in milliseconds since 1970; never less than before. */
  public synchronized long now() {
    floor = Math.max(floor, wall.millis());
    return floor;
  }

  /** Takes note of a time in the journal: it has passed. */
  synchronized void passed(long millis) {
    floor = Math.max(floor, millis);
  }

  /** Takes the machine's clock for right, even if that sets the time back. */
  synchronized void accept() {
    startWall = wall.instant();
    startNanos = nanos.getAsLong();
    floor = wall.millis();
  }

  /** Returns what is wrong with the machine's clock, in a sentence; empty if it is right. */
  public synchronized Optional<String> complaint() {
    Instant shown = wall.instant();
    Duration behind = Duration.between(shown, Instant.ofEpochMilli(floor));
    if (behind.compareTo(TOLERANCE) > 0) {
      return Optional.of(
          "The clock shows %s, which is before %s, a time in the journal of this service."
              .formatted(shown, Instant.ofEpochMilli(floor)));
    }
    Duration moved = Duration.between(startWall, shown);
    Duration ran = Duration.ofNanos(nanos.getAsLong() - startNanos);
    if (moved.minus(ran).abs().compareTo(TOLERANCE) > 0) {
      return Optional.of(
          "The clock was set by %d s since the start of this service: it shows %s."
              .formatted(moved.minus(ran).toSeconds(), shown));
    }
    return Optional.empty();
  }
}
