package org.schurmpc.bench.reproduce;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.schurmpc.bench.job.Evaluations;
import org.schurmpc.bench.job.Job;
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
import org.schurmpc.core.circuit.Circuit;

/** A table with what all of its rows have in common, ready to be run. */
final class Experiment {
  private static final long TIMEOUT_MILLIS = 30_000;

  /** A block in each lane. */
  private static final String LANES = "0";

  private final PaperTable table;
  private final Job job;
  private final Workload work;
  private final Reference reference;

  private Experiment(PaperTable table, Job job, Workload work, Reference reference) {
    this.table = table;
    this.job = job;
    this.work = work;
    this.reference = reference;
  }

  /** With the paper's circuit, the key shared between the parties and the plaintext public. */
  static List<Experiment> of(List<PaperTable> tables, Effort effort) throws MpcException {
    CircuitSource source = new CircuitSource(Dlt14.CIRCUIT, true);
    Circuit circuit = source.read();
    Optional<AesConvention> aes = AesConvention.of(circuit);
    Reference reference = Workload.reference(circuit, aes);
    Evaluations evaluations =
        Evaluations.of(source, circuit, Workload.defaultSources(circuit, aes, 2));
    List<Experiment> experiments = new ArrayList<>();
    for (PaperTable table : tables) {
      Rung rung = Rung.of(table);
      Job job =
          new Job(
              new ProtocolChoice(rung.protocol(), rung.options()),
              evaluations.withBlocks(
                  Integer.parseInt(table.settings().getOrDefault("blocks", LANES))),
              new MaterialSource.Dealer(),
              new Schedule(
                  effort.warmup(), effort.runs(), effort.rehearsal().toMillis(), TIMEOUT_MILLIS),
              null);
      experiments.add(new Experiment(table, job, Workload.of(job, circuit), reference));
    }
    return experiments;
  }

  PaperTable table() {
    return table;
  }

  /** What each child needs, usually. */
  HeapSize heap() {
    return HeapSize.forMaterial(work.demand().bytes(), 0);
  }

  /** So many counted runs of a row, on inputs of their own. */
  EvaluationPlan plan(PaperRow row, int runs) {
    Job counted = job.with(job.schedule().withRuns(runs));
    return new EvaluationPlan(
        counted,
        work,
        reference,
        Dlt14.instances(row),
        Duration.ofMillis(Dlt14.staggerMillis(row)),
        new SecureRandom().nextLong());
  }
}
