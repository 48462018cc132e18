package org.schurmpc.bench.report;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.schurmpc.bench.control.Role;
import org.schurmpc.bench.control.RunFigures;
import org.schurmpc.bench.monitor.EvaluationPlan;
import org.schurmpc.bench.monitor.Measured;
import org.schurmpc.bench.monitor.PartyFigures;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.LookupBatch;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.session.Phase;

/**
 * Holds the measurements of evaluations in which every output was correct.
 *
 * @param plan the plan that was run
 * @param measured the measurements
 * @param aes whether the circuit is AES-128
 * @param launcherJvm describes the JVM of the Monitor
 */
public record Result(EvaluationPlan plan, Measured measured, boolean aes, String launcherJvm) {
  private static final double NANOS_PER_MS = 1e6;
  private static final double MS_PER_S = 1e3;

  /** Returns the number of evaluations of a run, over all instances. */
  public long allBlocks() {
    return (long) plan.instances() * plan.work().blocks() * plan.evaluationsPerPass();
  }

  /** Returns the number of groups of processes. */
  int pairs() {
    return plan.instances() / plan.threads();
  }

  /** Returns the compute time of each counted run in milliseconds. */
  double[] runMillis() {
    return Arrays.stream(measured.runNanos()).mapToDouble(n -> n / NANOS_PER_MS).toArray();
  }

  /** Returns the compute time of a run in milliseconds: the mean over the counted runs. */
  public double totalMillis() {
    return new Sample(runMillis()).mean();
  }

  /**
   * Returns the mean compute time of a run in milliseconds, divided by the number of evaluations.
   */
  public double millisPerBlock() {
    return totalMillis() / allBlocks();
  }

  /** Returns the number of evaluations per second, of all instances together. */
  double blocksPerSecond() {
    return MS_PER_S / millisPerBlock();
  }

  /**
   * Returns the mean time in milliseconds of an instance's compute phase, on the clock of its
   * slower party. With a stagger, the time counts from the start of the instance, not from that of
   * the first instance.
   */
  double latencyMillis() {
    Map<Integer, long[]> slower = new LinkedHashMap<>();
    for (PartyFigures party : measured.parties()) {
      long[] runs =
          party.runs().stream().mapToLong(run -> of(run.nanos(), Phase.COMPUTE)).toArray();
      slower.merge(party.role().instance(), runs, Result::maxima);
    }
    return slower.values().stream().flatMapToLong(Arrays::stream).average().orElseThrow()
        / NANOS_PER_MS;
  }

  private static long[] maxima(long[] a, long[] b) {
    long[] result = a.clone();
    Arrays.setAll(result, i -> Math.max(a[i], b[i]));
    return result;
  }

  /**
   * Returns the time in milliseconds of each evaluation of each instance, from its inputs to its
   * outputs, on the clock of the slower party. An evaluation computes one block for each lane.
   */
  public Sample evaluationMillis() {
    Map<Integer, long[]> slower = new LinkedHashMap<>();
    for (PartyFigures party : measured.parties()) {
      long[] nanos =
          party.runs().stream()
              .flatMap(run -> run.evaluationNanos().stream())
              .mapToLong(Long::longValue)
              .toArray();
      slower.merge(party.role().instance(), nanos, Result::maxima);
    }
    return new Sample(
        slower.values().stream()
            .flatMapToLong(Arrays::stream)
            .mapToDouble(nanos -> nanos / NANOS_PER_MS)
            .toArray());
  }

  /**
   * Returns the number of bits that each party sends each peer in the compute phases of a run,
   * divided by the number of output bits of AND gates and lookups in all lanes. Checks and framing
   * are included. Empty if the circuit has neither AND gates nor lookups.
   */
  Optional<double[]> bitsPerWrittenBit() {
    LayeredCircuit circuit = plan.work().layered();
    long written = circuit.andCount();
    for (int d = 0; d < circuit.depth(); d++) {
      LookupBatch lookups = circuit.lookup(d);
      for (int i = 0; i < lookups.size(); i++) {
        written += lookups.table(i).outputBits();
      }
    }
    if (written == 0) {
      return Optional.empty();
    }
    double bits = (double) written * plan.work().lanes() * evaluationsOfRun() * (parties() - 1);
    double[] each = new double[parties()];
    Arrays.setAll(each, party -> Byte.SIZE * meanBytesSent(party, Phase.COMPUTE) / bits);
    return Optional.of(each);
  }

  private long evaluationsOfRun() {
    return (long) plan.passes() * plan.evaluationsPerPass();
  }

  /** Returns the half-width of the 95 % confidence interval of {@link #millisPerBlock}. */
  public OptionalDouble ci95() {
    double[] perBlock = Arrays.stream(runMillis()).map(ms -> ms / allBlocks()).toArray();
    return new Sample(perBlock).ci95();
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

  private static long of(Map<Phase, Long> figures, Phase phase) {
    return figures.getOrDefault(phase, 0L);
  }

  /** Returns the number of parties of each instance. */
  int parties() {
    return plan.job().parties();
  }

  /**
   * Returns the number of bytes that each party sends to all peers in a run: the mean over counted
   * runs and instances.
   */
  long[] bytesSent() {
    long[] result = new long[parties()];
    for (int party = 0; party < result.length; party++) {
      result[party] = Math.round(meanBytesSent(party));
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
    RunFigures any = allRuns().get(0);
    Map<String, Long> result = new LinkedHashMap<>();
    for (Phase phase : phases()) {
      result.put(phase.label(), of(any.rounds(), phase));
    }
    return result;
  }

  /**
   * Returns the time that the emulated link alone takes in the compute phase; empty if there is
   * none. Each pair of parties has a link of its own, and a party sends the same amount on each of
   * its links.
   */
  Optional<LineModel> line() {
    double most =
        IntStream.range(0, parties())
            .mapToDouble(party -> meanBytesSent(party, Phase.COMPUTE))
            .max()
            .orElseThrow();
    double perLine = most / (parties() - 1);
    return plan.job()
        .link()
        .map(link -> new LineModel(link, of(allRuns().get(0).rounds(), Phase.COMPUTE), perLine));
  }

  private double meanBytesSent(int party, Phase phase) {
    return measured.parties().stream()
        .filter(p -> p.role().party() == party)
        .flatMap(p -> p.runs().stream())
        .mapToLong(r -> of(r.bytesSent(), phase))
        .average()
        .orElseThrow();
  }

  /**
   * Returns the peak resident set size of each party's process in bytes, instance by instance; 0 if
   * unknown.
   */
  List<Long> peakRssBytes() {
    Map<Role, Long> peaks = new LinkedHashMap<>();
    for (PartyFigures party : measured.parties()) {
      Role role = party.role();
      Role process = new Role(role.instance() / plan.threads(), role.party());
      // All sessions of a process report the peak of the process, each at its own end.
      peaks.merge(process, party.peakRssBytes(), Math::max);
    }
    return List.copyOf(peaks.values());
  }

  PartyFigures first() {
    return measured.parties().get(0);
  }

  /**
   * Returns the number of bytes that each party sends each peer for an AND gate of all lanes; empty
   * if the number is not fixed.
   */
  Optional<int[]> bytesPerAnd() {
    ConfiguredProtocol protocol = plan.work().protocol();
    int[] bytes = new int[parties()];
    for (int party = 0; party < bytes.length; party++) {
      OptionalInt each = protocol.bytesPerAnd(party);
      if (each.isEmpty()) {
        return Optional.empty();
      }
      bytes[party] = each.getAsInt();
    }
    return Optional.of(bytes);
  }

  /** Returns the name of the protocol's code, if there is one. */
  Optional<String> code() {
    return Optional.ofNullable(plan.work().protocol().terms().get("code"));
  }
}
