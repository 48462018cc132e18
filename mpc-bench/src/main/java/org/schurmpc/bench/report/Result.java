package org.schurmpc.bench.report;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.schurmpc.bench.control.Role;
import org.schurmpc.bench.job.BlockCipher;
import org.schurmpc.bench.monitor.EvaluationPlan;
import org.schurmpc.bench.monitor.Measured;
import org.schurmpc.bench.monitor.PartyFigures;
import org.schurmpc.cli.launch.HugePages;
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
    return figures().runMillis();
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
          party.runs().stream()
              .mapToLong(run -> PhaseFigures.of(run.nanos(), Phase.COMPUTE))
              .toArray();
      slower.merge(party.role().instance(), runs, PhaseFigures::maxima);
    }
    return slower.values().stream().flatMapToLong(Arrays::stream).average().orElseThrow()
        / NANOS_PER_MS;
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
    Arrays.setAll(each, party -> Byte.SIZE * figures().meanBytesSent(party, Phase.COMPUTE) / bits);
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

  /** Returns the number of parties of each instance. */
  int parties() {
    return plan.job().parties();
  }

  /**
   * Returns the time that the emulated link alone takes in the compute phase; empty if there is
   * none.
   */
  Optional<LineModel> line() {
    return plan.job().link().map(link -> figures().line(link, List.of(Phase.COMPUTE)));
  }

  /** Returns the figures of phases and evaluations. */
  PhaseFigures figures() {
    return new PhaseFigures(measured, parties());
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
   * if the number is not fixed, or a method of a cipher evaluates no gates.
   */
  Optional<int[]> bytesPerAnd() {
    if (cipher().isPresent()) {
      return Optional.empty();
    }
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

  /** Returns how a cipher is evaluated; empty if the gates of the circuit are. */
  Optional<BlockCipher.Evaluation> cipher() {
    return BlockCipher.evaluation(
        plan.job().evaluations().circuit(), plan.job().protocol().options());
  }

  /** Returns the number of bytes that each party sends to all peers for a block, in a phase. */
  double[] bytesPerBlock(Phase phase) {
    double blocks = (double) plan.work().blocks() * plan.evaluationsPerPass();
    double[] each = new double[parties()];
    Arrays.setAll(each, party -> figures().meanBytesSent(party, phase) / blocks);
    return each;
  }

  /**
   * Returns whether the parties asked for huge pages; empty if the evaluations gain nothing from
   * them.
   */
  Optional<String> hugePages() {
    return plan.suitsHugePages()
        ? Optional.of(HugePages.ofThisMachine().describe(first().established().jvmOptions()))
        : Optional.empty();
  }

  /** Returns the name of the protocol's code, if there is one. */
  Optional<String> code() {
    return Optional.ofNullable(plan.work().protocol().terms().get("code"));
  }
}
