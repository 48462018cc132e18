package org.schurmpc.bench.monitor;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.schurmpc.bench.job.EvaluationTask;
import org.schurmpc.bench.job.Evaluations;
import org.schurmpc.bench.job.MaterialSource;
import org.schurmpc.bench.job.ProtocolChoice;
import org.schurmpc.bench.job.Schedule;
import org.schurmpc.bench.job.Workload;
import org.schurmpc.cli.circuit.CircuitSource;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.CircuitBuilder;

/** Creates plans with material of a dealer. */
public final class TestPlans {
  private TestPlans() {}

  /**
   * Returns a plan with the library's AES circuit, with its key as a shared and its plaintext as a
   * public value.
   */
  public static EvaluationPlan aes(int runs, long seed) throws Exception {
    Circuit circuit = CircuitSource.DEFAULT.read();
    EvaluationTask job =
        new EvaluationTask(
            new ProtocolChoice("minitrix", Map.of()),
            Evaluations.of(CircuitSource.DEFAULT, circuit, List.of("shared", "public")),
            new MaterialSource.Dealer(),
            new Schedule(0, runs, 10, 10_000),
            null);
    return new EvaluationPlan(
        job,
        Workload.of(job, circuit),
        Workload.reference(circuit, Optional.empty()),
        1,
        Duration.ZERO,
        seed);
  }

  /**
   * Returns a plan with a small circuit of four values in two passes: the first two values are
   * shared, the third is public, and the fourth belongs to the last party.
   */
  public static EvaluationPlan small(int parties, int instances, long rehearsalMillis)
      throws Exception {
    CircuitBuilder builder = new CircuitBuilder();
    int[][] x = {builder.input(8), builder.input(8), builder.input(8), builder.input(8)};
    int[] sum = new int[8];
    for (int i = 0; i < 8; i++) {
      int and = builder.and(x[0][i], x[1][i]);
      sum[i] = builder.xor(builder.and(and, x[3][(i + 1) % 8]), x[2][i]);
    }
    builder.output(sum);
    Circuit circuit = builder.build();
    List<String> sources = List.of("shared", "shared", "public", "party" + parties);
    EvaluationTask job =
        new EvaluationTask(
            new ProtocolChoice("minitrix", Map.of("code", "256x120"), parties),
            Evaluations.of(new CircuitSource("small.txt", false), circuit, sources)
                .withBlocks(1000),
            new MaterialSource.Dealer(),
            new Schedule(0, 2, rehearsalMillis, 10_000),
            null);
    Workload work = Workload.of(job, circuit);
    return new EvaluationPlan(
        job, work, Workload.reference(circuit, Optional.empty()), instances, Duration.ZERO, 5);
  }
}
