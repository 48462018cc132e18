package org.schurmpc.service;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** A clock that a test moves: both the wall clock and the counter, or the wall clock alone. */
public final class TestClock extends Clock {
  private Instant wall = Instant.now();
  private long nanos;

  /** Lets time pass. */
  public synchronized void pass(Duration time) {
    wall = wall.plus(time);
    nanos += time.toNanos();
  }

  /** Sets the wall clock, which no time has passed for. */
  public synchronized void set(Duration forth) {
    wall = wall.plus(forth);
  }

  public synchronized long nanos() {
    return nanos;
  }

  @Override
  public synchronized Instant instant() {
    return wall;
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(ZoneId zone) {
    return this;
  }
}
