package org.schurmpc.bench.control;

import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.schurmpc.core.session.Metrics;
import org.schurmpc.core.session.Phase;

/**
 * Holds a party's counters of a run by phase, summed over all passes. While a party waits for the
 * Monitor, its phase is {@link Phase#SETUP}, which is left out. All times are in nanoseconds.
 *
 * @param nanos the time
 * @param waitNanos the part of the time spent waiting for peers
 * @param serialiseNanos the part of the time spent encoding, sending and decoding messages
 * @param bytesSent the number of bytes sent
 * @param rounds the number of rounds
 * @param checks the number of checks of opened values, where the protocol counts them
 * @param stepNanos the time of each step of the preprocessing, by name
 * @param evaluationNanos the time of each evaluation from its inputs to its outputs, without
 *     waiting for the Monitor; empty if nothing is evaluated
 */
public record RunFigures(
    Map<Phase, Long> nanos,
    Map<Phase, Long> waitNanos,
    Map<Phase, Long> serialiseNanos,
    Map<Phase, Long> bytesSent,
    Map<Phase, Long> rounds,
    Map<Phase, Long> checks,
    Map<String, Long> stepNanos,
    List<Long> evaluationNanos) {
  public RunFigures {
    // A party may send anything, so the counters are checked here and not when a report uses them.
    nanos = checked(nanos);
    waitNanos = checked(waitNanos);
    serialiseNanos = checked(serialiseNanos);
    bytesSent = checked(bytesSent);
    rounds = checked(rounds);
    checks = checked(checks);
    stepNanos = checkedSteps(stepNanos);
    evaluationNanos = List.copyOf(evaluationNanos);
  }

  /** Creates counters without checks, steps and evaluations. */
  public RunFigures(
      Map<Phase, Long> nanos,
      Map<Phase, Long> waitNanos,
      Map<Phase, Long> serialiseNanos,
      Map<Phase, Long> bytesSent,
      Map<Phase, Long> rounds) {
    this(nanos, waitNanos, serialiseNanos, bytesSent, rounds, Map.of(), Map.of(), List.of());
  }

  private static Map<Phase, Long> checked(Map<Phase, Long> counters) {
    Map<Phase, Long> copy = new EnumMap<>(Phase.class);
    copy.putAll(counters);
    if (copy.containsValue(null)) {
      throw new IllegalArgumentException("a counter without a value");
    }
    return Collections.unmodifiableMap(copy);
  }

  private static Map<String, Long> checkedSteps(Map<String, Long> steps) {
    Map<String, Long> copy = new LinkedHashMap<>(steps);
    if (copy.containsValue(null)) {
      throw new IllegalArgumentException("a step without a time");
    }
    return Collections.unmodifiableMap(copy);
  }

  private Map<String, Long> stepsSince(RunFigures earlier) {
    Map<String, Long> result = new LinkedHashMap<>();
    stepNanos.forEach(
        (step, value) -> {
          long nanos = value - earlier.stepNanos.getOrDefault(step, 0L);
          if (nanos > 0) {
            result.put(step, nanos);
          }
        });
    return result;
  }

  /** Returns the current counters. */
  public static RunFigures of(Metrics metrics) {
    Map<Phase, Long> nanos = new EnumMap<>(Phase.class);
    Map<Phase, Long> waits = new EnumMap<>(Phase.class);
    Map<Phase, Long> serialising = new EnumMap<>(Phase.class);
    Map<Phase, Long> bytes = new EnumMap<>(Phase.class);
    Map<Phase, Long> rounds = new EnumMap<>(Phase.class);
    Map<Phase, Long> checks = new EnumMap<>(Phase.class);
    for (Phase phase : Phase.values()) {
      if (phase != Phase.SETUP) {
        nanos.put(phase, metrics.nanos(phase));
        waits.put(phase, metrics.waitNanos(phase));
        serialising.put(phase, metrics.serialiseNanos(phase));
        bytes.put(phase, metrics.bytesSent(phase));
        rounds.put(phase, metrics.rounds(phase));
        checks.put(phase, metrics.checks(phase));
      }
    }
    return new RunFigures(
        nanos, waits, serialising, bytes, rounds, checks, metrics.stepNanos(), List.of());
  }

  /** Returns the difference to earlier counters. */
  public RunFigures since(RunFigures earlier) {
    return new RunFigures(
        minus(nanos, earlier.nanos),
        minus(waitNanos, earlier.waitNanos),
        minus(serialiseNanos, earlier.serialiseNanos),
        minus(bytesSent, earlier.bytesSent),
        minus(rounds, earlier.rounds),
        minus(checks, earlier.checks),
        stepsSince(earlier),
        evaluationNanos);
  }

  /** Returns these counters with the times of evaluations. */
  public RunFigures with(List<Long> evaluations) {
    return new RunFigures(
        nanos, waitNanos, serialiseNanos, bytesSent, rounds, checks, stepNanos, evaluations);
  }

  private static Map<Phase, Long> minus(Map<Phase, Long> a, Map<Phase, Long> b) {
    Map<Phase, Long> result = new EnumMap<>(Phase.class);
    a.forEach((phase, value) -> result.put(phase, value - b.getOrDefault(phase, 0L)));
    return result;
  }
}
