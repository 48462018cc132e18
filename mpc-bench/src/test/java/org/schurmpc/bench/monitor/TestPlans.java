package org.schurmpc.bench.monitor;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.schurmpc.bench.job.CircuitSource;
import org.schurmpc.bench.job.Job;
import org.schurmpc.bench.job.Workload;
import org.schurmpc.core.circuit.Circuit;

/** A plan with the library's AES circuit, its key taken as shared and its plaintext as public. */
public final class TestPlans {
  private TestPlans() {}

  public static EvaluationPlan aes(int runs, long seed) throws Exception {
    Circuit circuit = CircuitSource.DEFAULT.read();
    Job job =
        new Job(
            "minitrix",
            Map.of(),
            CircuitSource.DEFAULT,
            Workload.digest(circuit),
            List.of("shared", "public"),
            0,
            0,
            runs,
            10,
            Job.DEALER,
            10_000,
            null);
    return new EvaluationPlan(
        job,
        Workload.of(job, circuit),
        Workload.reference(circuit, Optional.empty()),
        1,
        Duration.ZERO,
        seed);
  }
}
