package org.schurmpc.bench.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.schurmpc.bench.control.RunFigures;
import org.schurmpc.bench.monitor.Measured;
import org.schurmpc.bench.monitor.PartyFigures;
import org.schurmpc.core.net.Link;
import org.schurmpc.core.session.Phase;

/**
 * Computes the figures of phases and evaluations from the counters of all parties.
 *
 * @param parties the number of parties of each instance
 */
record PhaseFigures(Measured measured, int parties) {
  private static final double NANOS_PER_MS = 1e6;

  /**
   * Returns the time of each counted run in milliseconds, from the start signal until the last
   * party is done.
   */
  double[] runMillis() {
    return Arrays.stream(measured.runNanos()).mapToDouble(n -> n / NANOS_PER_MS).toArray();
  }

  /**
   * Returns the time in milliseconds of each evaluation of each instance, from its inputs to its
   * outputs, on the clock of the slower party.
   */
  Sample evaluationMillis() {
    Map<Integer, long[]> slower = new LinkedHashMap<>();
    for (PartyFigures party : measured.parties()) {
      long[] nanos =
          party.runs().stream()
              .flatMap(run -> run.evaluationNanos().stream())
              .mapToLong(Long::longValue)
              .toArray();
      slower.merge(party.role().instance(), nanos, PhaseFigures::maxima);
    }
    return new Sample(
        slower.values().stream()
            .flatMapToLong(Arrays::stream)
            .mapToDouble(nanos -> nanos / NANOS_PER_MS)
            .toArray());
  }

  /** Returns the larger of each two numbers. */
  static long[] maxima(long[] a, long[] b) {
    long[] result = a.clone();
    Arrays.setAll(result, i -> Math.max(a[i], b[i]));
    return result;
  }

  /**
   * Returns the time in each phase in milliseconds: the mean over parties and counted runs. The
   * set-up happens once for all runs.
   */
  Map<String, Double> phaseMillis() {
    Map<String, Double> result = new LinkedHashMap<>();
    result.put(
        Phase.SETUP.label(),
        measured.parties().stream()
                .mapToLong(p -> p.established().setupNanos())
                .average()
                .orElseThrow()
            / NANOS_PER_MS);
    for (Phase phase : phases()) {
      result.put(phase.label(), meanMillis(RunFigures::nanos, phase));
    }
    return result;
  }

  /**
   * Divides a phase's mean time into parts, in milliseconds.
   *
   * @param computeMillis the time of everything else
   * @param waitMillis the time of waiting for peers
   * @param serialiseMillis the time of encoding, sending and decoding messages
   */
  record Split(double computeMillis, double waitMillis, double serialiseMillis) {
    double totalMillis() {
      return computeMillis + waitMillis + serialiseMillis;
    }
  }

  /**
   * Returns the parts of each phase's time, by phase. Preprocessing is left out, because its
   * threads are not measured separately.
   */
  Map<String, Split> splits() {
    Map<String, Split> result = new LinkedHashMap<>();
    for (Phase phase : phases()) {
      if (phase == Phase.PREPROCESSING || phase == Phase.FUNCTION_PREPROCESSING) {
        continue;
      }
      double all = meanMillis(RunFigures::nanos, phase);
      double wait = meanMillis(RunFigures::waitNanos, phase);
      double serialise = meanMillis(RunFigures::serialiseNanos, phase);
      result.put(phase.label(), new Split(all - wait - serialise, wait, serialise));
    }
    return result;
  }

  /**
   * Returns the time in milliseconds of each step of the preprocessing of a run, by name: the mean
   * over parties and counted runs. Empty if the material is not generated in the run or its
   * generation does not name its steps.
   */
  Map<String, Double> stepMillis() {
    Map<String, Double> result = new LinkedHashMap<>();
    List<RunFigures> runs = allRuns();
    for (RunFigures run : runs) {
      run.stepNanos()
          .forEach((step, nanos) -> result.merge(step, nanos / NANOS_PER_MS, Double::sum));
    }
    result.replaceAll((step, sum) -> sum / runs.size());
    return result;
  }

  private double meanMillis(Function<RunFigures, Map<Phase, Long>> which, Phase phase) {
    return allRuns().stream().mapToLong(r -> of(which.apply(r), phase)).average().orElseThrow()
        / NANOS_PER_MS;
  }

  /** Returns the phases of a run in which time was spent. */
  private List<Phase> phases() {
    return Arrays.stream(Phase.values())
        .filter(p -> p != Phase.SETUP)
        .filter(
            p ->
                p != Phase.FUNCTION_PREPROCESSING
                    || allRuns().stream().anyMatch(r -> of(r.nanos(), p) > 0))
        .toList();
  }

  private List<RunFigures> allRuns() {
    return measured.parties().stream().flatMap(p -> p.runs().stream()).toList();
  }

  /** Returns a phase's count. */
  static long of(Map<Phase, Long> figures, Phase phase) {
    return figures.getOrDefault(phase, 0L);
  }

  /**
   * Returns the number of bytes that each party sends to all peers in a run: the mean over counted
   * runs and instances.
   */
  long[] bytesSent() {
    long[] result = new long[parties];
    for (int party = 0; party < result.length; party++) {
      result[party] = Math.round(meanBytesSent(party));
    }
    return result;
  }

  /** Returns the parts of {@link #bytesSent} by phase, for each party. */
  List<Map<String, Long>> bytesSentByPhase() {
    List<Map<String, Long>> result = new ArrayList<>();
    for (int party = 0; party < parties; party++) {
      Map<String, Long> phases = new LinkedHashMap<>();
      for (Phase phase : phases()) {
        phases.put(phase.label(), Math.round(meanBytesSent(party, phase)));
      }
      result.add(phases);
    }
    return result;
  }

  private double meanBytesSent(int party) {
    return measured.parties().stream()
        .filter(p -> p.role().party() == party)
        .flatMap(p -> p.runs().stream())
        .mapToLong(r -> r.bytesSent().values().stream().mapToLong(Long::longValue).sum())
        .average()
        .orElseThrow();
  }

  /** Returns the number of rounds of a run, by phase. */
  Map<String, Long> rounds() {
    return ofFirst(RunFigures::rounds);
  }

  /** Returns the number of checks of opened values in a run, by phase. */
  Map<String, Long> checks() {
    return ofFirst(RunFigures::checks);
  }

  private Map<String, Long> ofFirst(Function<RunFigures, Map<Phase, Long>> which) {
    Map<Phase, Long> counts = which.apply(allRuns().get(0));
    Map<String, Long> result = new LinkedHashMap<>();
    for (Phase phase : phases()) {
      result.put(phase.label(), of(counts, phase));
    }
    return result;
  }

  /**
   * Returns the time that an emulated link alone takes in some phases. Each pair of parties has a
   * link of its own, and a party sends the same amount on each of its links.
   */
  LineModel line(Link link, List<Phase> in) {
    double most =
        IntStream.range(0, parties)
            .mapToDouble(
                party -> in.stream().mapToDouble(phase -> meanBytesSent(party, phase)).sum())
            .max()
            .orElseThrow();
    long rounds = in.stream().mapToLong(phase -> of(allRuns().get(0).rounds(), phase)).sum();
    return new LineModel(link, rounds, most / (parties - 1));
  }

  /** Returns the number of bytes that a party sends to all peers in a phase: the mean over runs. */
  double meanBytesSent(int party, Phase phase) {
    return measured.parties().stream()
        .filter(p -> p.role().party() == party)
        .flatMap(p -> p.runs().stream())
        .mapToLong(r -> of(r.bytesSent(), phase))
        .average()
        .orElseThrow();
  }
}
