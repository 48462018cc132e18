package org.schurmpc.bench.reproduce;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.Optional;
import org.schurmpc.bench.job.Evaluations;
import org.schurmpc.bench.job.Job;
import org.schurmpc.bench.job.Line;
import org.schurmpc.bench.job.MaterialSource;
import org.schurmpc.bench.job.ProtocolChoice;
import org.schurmpc.bench.job.Reference;
import org.schurmpc.bench.job.Schedule;
import org.schurmpc.bench.job.Workload;
import org.schurmpc.bench.monitor.EvaluationPlan;
import org.schurmpc.cli.circuit.AesConvention;
import org.schurmpc.cli.circuit.CircuitSource;
import org.schurmpc.cli.launch.HeapSize;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.circuit.Circuit;

/** A table of times with what all of its cells have in common, ready to be run. */
final class TimedExperiment {
  private static final long TIMEOUT_MILLIS = 30_000;

  /** The most material of evaluations in a row at a party, unless one takes more. */
  private static final long MOST_IN_A_ROW = 64L << 20;

  private final PaperTable table;
  private final TimeEffort effort;
  private final Line line;
  private final Circuit circuit;
  private final Evaluations evaluations;
  private final Reference reference;

  /**
   * @param line what the parties' connection imitates, or null
   */
  TimedExperiment(PaperTable table, TimeEffort effort, Line line) throws MpcException {
    this.table = table;
    this.effort = effort;
    this.line = line;
    CircuitSource source = new CircuitSource(table.setting("circuit"), true);
    this.circuit = source.read();
    Optional<AesConvention> aes = AesConvention.of(circuit);
    this.evaluations = Evaluations.of(source, circuit, Workload.defaultSources(circuit, aes, 2));
    this.reference = Workload.reference(circuit, aes);
  }

  PaperTable table() {
    return table;
  }

  /** With as many lanes, a power of two up to {@code most}, as material and memory allow. */
  Optional<EvaluationPlan> largest(Dnnr17.MacChoice mac, int most, InstanceLimit limit)
      throws Refused {
    for (int lanes = most; lanes >= 1; lanes /= 2) {
      EvaluationPlan plan = plan(mac, lanes);
      boolean moderate = plan.work().demand().bytes() <= effort.material();
      if ((moderate || lanes == 1) && limit.holds(heap(plan))) {
        return Optional.of(plan);
      }
    }
    return Optional.empty();
  }

  /** What each child needs, usually. */
  static HeapSize heap(EvaluationPlan plan) {
    long bytes = plan.work().demand().bytes() * plan.evaluationsPerPass();
    return HeapSize.forMaterial(bytes, 0)
        .atLeast(HeapSize.forDealer(plan.work().demand(), plan.job().parties()));
  }

  private EvaluationPlan plan(Dnnr17.MacChoice mac, int lanes) throws Refused {
    Job job =
        new Job(
            new ProtocolChoice(Dnnr17.NAME, mac.options()),
            evaluations.withBlocks(lanes),
            new MaterialSource.Dealer(),
            new Schedule(
                effort.warmup(),
                effort.runs(),
                effort.rehearsal().toMillis(),
                TIMEOUT_MILLIS,
                effort.each().toMillis()),
            line);
    Workload work = Workload.of(job, circuit);
    long fit = Math.max(1, MOST_IN_A_ROW / work.demand().bytes());
    int inARow = lanes == 1 ? (int) Math.min(fit, effort.inARow()) : 1;
    return new EvaluationPlan(
        job.inARow(inARow), work, reference, 1, Duration.ZERO, new SecureRandom().nextLong());
  }
}
