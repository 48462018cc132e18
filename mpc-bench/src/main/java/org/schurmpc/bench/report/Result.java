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
 * What was run and what was measured; every output was right.
 *
 * @param aes whether the circuit is AES-128
 * @param launcherJvm the JVM that hosts the Monitor
 */
public record Result(EvaluationPlan plan, Measured measured, boolean aes, String launcherJvm) {
  private static final double NANOS_PER_MS = 1e6;
  private static final double MS_PER_S = 1e3;

  /** Evaluations in a run, over all instances. */
  public long allBlocks() {
    return (long) plan.instances() * plan.work().blocks() * plan.evaluationsPerPass();
  }

  /** Pairs of processes. */
  int pairs() {
    return plan.instances() / plan.threads();
  }

  /** Compute time of each counted run. */
  double[] runMillis() {
    return Arrays.stream(measured.runNanos()).mapToDouble(n -> n / NANOS_PER_MS).toArray();
  }

  /** The mean compute time of a run. */
  public double totalMillis() {
    return new Sample(runMillis()).mean();
  }

  public double millisPerBlock() {
    return totalMillis() / allBlocks();
  }

  /** Evaluations a second of all instances together. */
  double blocksPerSecond() {
    return MS_PER_S / millisPerBlock();
  }

  /**
   * The mean time that an instance takes for its own compute phase, by its slower party's clock:
   * from its own go, which with a stagger is not that of the first.
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
   * The time of each evaluation of each instance from its inputs to its outputs, of as many blocks
   * as there are lanes, by its slower party's clock.
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
   * The bits that each party sends each peer in a run's compute phases for each bit that an AND
   * gate or a lookup of a lane writes, all checks and framing included; empty if there are none.
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

  /** The half-width of the 95 % confidence interval of {@link #millisPerBlock}. */
  public OptionalDouble ci95() {
    double[] perBlock = Arrays.stream(runMillis()).map(ms -> ms / allBlocks()).toArray();
    return new Sample(perBlock).ci95();
  }

  /** Mean time in each phase, over parties and counted runs; set-up is once for all runs. */
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
   * What a phase's mean time went into.
   *
   * @param computeMillis all that is nothing else
   * @param waitMillis waiting for the peers
   * @param serialiseMillis making, sending and reading messages
   */
  record Split(double computeMillis, double waitMillis, double serialiseMillis) {
    double totalMillis() {
      return computeMillis + waitMillis + serialiseMillis;
    }
  }

  /** The phases of a run but for the preprocessing, whose threads are not told apart. */
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

  private double meanMillis(Function<RunFigures, Map<Phase, Long>> which, Phase phase) {
    return allRuns().stream().mapToLong(r -> of(which.apply(r), phase)).average().orElseThrow()
        / NANOS_PER_MS;
  }

  /** The phases of a run in which time was spent. */
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

  /** The parties of each instance. */
  int parties() {
    return plan.job().parties();
  }

  /** Bytes that each party sends in a run, to all: the mean over counted runs and instances. */
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

  /** Rounds of a run by phase. */
  Map<String, Long> rounds() {
    RunFigures any = allRuns().get(0);
    Map<String, Long> result = new LinkedHashMap<>();
    for (Phase phase : phases()) {
      result.put(phase.label(), of(any.rounds(), phase));
    }
    return result;
  }

  /**
   * What the imitated line alone costs the compute phase, if there is one. Each two parties have a
   * line of their own, and a party sends as much on each of its lines.
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

  /** The peak memory of each party's process, pair by pair; 0 where it is unknown. */
  List<Long> peakRssBytes() {
    Map<Role, Long> peaks = new LinkedHashMap<>();
    for (PartyFigures party : measured.parties()) {
      Role role = party.role();
      Role process = new Role(role.instance() / plan.threads(), role.party());
      // All sessions of a process say its peak, each at its own end.
      peaks.merge(process, party.peakRssBytes(), Math::max);
    }
    return List.copyOf(peaks.values());
  }

  PartyFigures first() {
    return measured.parties().get(0);
  }

  /** The bytes that each party sends each peer for an AND gate of all lanes, if that is fixed. */
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

  /** The protocol's code, if it has one. */
  Optional<String> code() {
    return Optional.ofNullable(plan.work().protocol().terms().get("code"));
  }
}
