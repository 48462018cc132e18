package org.schurmpc.bench.monitor;

import java.time.Duration;
import java.util.Optional;
import org.schurmpc.bench.control.Role;
import org.schurmpc.bench.job.EvaluationTask;
import org.schurmpc.bench.job.InputSeeds;
import org.schurmpc.bench.job.MaterialSource;
import org.schurmpc.bench.job.Reference;
import org.schurmpc.bench.job.Schedule;
import org.schurmpc.bench.job.Task;
import org.schurmpc.bench.job.Workload;
import org.schurmpc.cli.launch.HeapSize;
import org.schurmpc.cli.launch.HugePages;
import org.schurmpc.cli.option.ProtocolFlags;
import org.schurmpc.core.circuit.Circuit;

/**
 * Plans the evaluations of a circuit.
 *
 * @param job the task of the children
 * @param work the workload of the job
 * @param reference computes the correct outputs
 * @param instances the number of groups of parties that work at the same time
 * @param threads the number of instances that share their processes; divides {@code instances}
 * @param stagger the time between the starts of consecutive instances
 * @param seed the seed of all inputs
 */
public record EvaluationPlan(
    EvaluationTask job,
    Workload work,
    Reference reference,
    int instances,
    int threads,
    Duration stagger,
    long seed)
    implements Plan {
  public EvaluationPlan {
    if (instances < 1 || threads < 1 || instances % threads != 0) {
      throw new IllegalArgumentException(instances + " instances, " + threads + " a process");
    }
  }

  /** Creates a plan with each party in a process of its own. */
  public EvaluationPlan(
      EvaluationTask job,
      Workload work,
      Reference reference,
      int instances,
      Duration stagger,
      long seed) {
    this(job, work, reference, instances, 1, stagger, seed);
  }

  /** Returns this plan with another schedule. */
  public EvaluationPlan with(Schedule schedule) {
    return new EvaluationPlan(
        job.with(schedule), work, reference, instances, threads, stagger, seed);
  }

  @Override
  public Task task() {
    return job;
  }

  @Override
  public int passes() {
    return work.passes();
  }

  @Override
  public int evaluationsPerPass() {
    return job.evaluations().perPass();
  }

  @Override
  public boolean hasDealer() {
    return job.material().hasDealer();
  }

  /** Returns the heap size that is sufficient for each child. */
  public HeapSize heap() {
    long bytes = work.demand().bytes() * evaluationsPerPass();
    if (hasDealer()) {
      int parties = instances * job.parties();
      return HeapSize.forSessions(bytes, threads)
          .atLeast(HeapSize.forDealer(work.demand(), parties));
    }
    boolean stored = job.material() instanceof MaterialSource.Store;
    return HeapSize.forMaterial(
        bytes, stored ? 0 : ProtocolFlags.threads(job.protocol().options()));
  }

  @Override
  public boolean suitsHugePages() {
    return HugePages.suit(work.demand());
  }

  @Override
  public InputSeeds seeds(Role party) {
    return InputSeeds.derive(seed, party.instance(), party.party());
  }

  @Override
  public Optional<Circuit> circuit() {
    return job.evaluations().circuit().library() ? Optional.empty() : Optional.of(work.circuit());
  }

  @Override
  public OutputCheck check(int instance) {
    return new CircuitCheck(work, reference, seed, instance);
  }
}
