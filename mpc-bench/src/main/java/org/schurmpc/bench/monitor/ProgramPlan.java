package org.schurmpc.bench.monitor;

import java.util.Optional;
import org.schurmpc.bench.control.Role;
import org.schurmpc.bench.job.InputSeeds;
import org.schurmpc.bench.job.MaterialSource;
import org.schurmpc.bench.job.ProgramReference;
import org.schurmpc.bench.job.ProgramTask;
import org.schurmpc.bench.job.ProgramWorkload;
import org.schurmpc.cli.launch.HeapSize;
import org.schurmpc.cli.option.ProtocolFlags;
import org.schurmpc.core.program.CompiledProgram;
import org.schurmpc.core.run.RunPlan;

/**
 * Plans the runs of a program.
 *
 * @param task the task of the children
 * @param work the workload of the task
 * @param seed the seed of all inputs
 */
public record ProgramPlan(ProgramTask task, ProgramWorkload work, long seed) implements Plan {
  @Override
  public int evaluationsPerPass() {
    return 1;
  }

  @Override
  public boolean hasDealer() {
    return task.material().hasDealer();
  }

  @Override
  public InputSeeds seeds(Role party) {
    return InputSeeds.derive(seed, party.instance(), party.party());
  }

  /** Returns the heap size that is sufficient for each child. */
  public HeapSize heap() {
    int threads =
        task.material() instanceof MaterialSource.Own ? ProtocolFlags.threads(task.options()) : 0;
    HeapSize heap = HeapSize.forMaterial(2 * work.materialBytes(), threads);
    if (hasDealer()) {
      for (RunPlan.Part part : work.parts()) {
        heap = heap.atLeast(HeapSize.forDealer(part.unit(), task.parties()));
      }
    }
    return heap;
  }

  /** Returns the reference with which the outputs are compared. */
  public ProgramReference reference() {
    return new ProgramReference(work, seed);
  }

  @Override
  public OutputCheck check(int instance) {
    return new ProgramCheck(work, reference());
  }

  @Override
  public Optional<CompiledProgram> program() {
    return Optional.of(work.program());
  }
}
