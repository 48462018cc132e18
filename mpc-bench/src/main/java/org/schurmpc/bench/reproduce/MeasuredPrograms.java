package org.schurmpc.bench.reproduce;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.schurmpc.bench.job.MaterialSource;
import org.schurmpc.bench.job.ProgramTask;
import org.schurmpc.bench.job.ProgramWorkload;
import org.schurmpc.bench.job.Schedule;
import org.schurmpc.bench.monitor.Measured;
import org.schurmpc.bench.monitor.ProgramPlan;
import org.schurmpc.bench.monitor.RunFailed;
import org.schurmpc.bench.report.ProgramReport;
import org.schurmpc.cli.launch.HeapSize;
import org.schurmpc.cli.launch.ThisJvm;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.program.CompiledProgram;

/** Runs programs between two parties in processes of their own, and reports what they take. */
public final class MeasuredPrograms {
  private static final long TIMEOUT_MILLIS = 120_000;

  private final long memoryMegabytes;
  private final Optional<HeapSize> heap;
  private final Runner runner;

  /** How a program is run. */
  public interface Runner {
    /**
     * Runs a plan to its end.
     *
     * @param heap of each child
     * @param what for people
     */
    Measured run(ProgramPlan plan, HeapSize heap, String what)
        throws MpcException, RunFailed, InterruptedException;
  }

  /**
   * Prepares runs.
   *
   * @param memoryMegabytes of this machine
   * @param heap of each child; empty for what its material needs
   */
  public MeasuredPrograms(long memoryMegabytes, Optional<HeapSize> heap, Runner runner) {
    this.memoryMegabytes = memoryMegabytes;
    this.heap = heap;
    this.runner = runner;
  }

  /**
   * How often a program runs.
   *
   * @param runs that count
   * @param warmup runs before them
   * @param rehearsal of each party before it connects
   */
  record Times(int runs, int warmup, Duration rehearsal) {
    private Schedule schedule() {
      return new Schedule(warmup, runs, rehearsal.toMillis(), TIMEOUT_MILLIS);
    }
  }

  /** Plans the runs of a program with random inputs. */
  static ProgramPlan plan(
      String name, CompiledProgram program, int tapes, MaterialSource material, Times times)
      throws MpcException {
    ProgramTask task =
        new ProgramTask(
            name,
            program.digest(),
            program.parties(),
            Map.of(),
            tapes,
            material,
            times.schedule(),
            null);
    ProgramWorkload work = ProgramWorkload.of(task, program);
    return new ProgramPlan(task, work, new SecureRandom().nextLong());
  }

  /** Runs a plan, unless the machine has too little memory for it. */
  Outcome measure(ProgramPlan plan, String what)
      throws MpcException, RunFailed, InterruptedException {
    HeapSize size = heap.orElse(plan.heap());
    long needed = (plan.task().parties() + (plan.hasDealer() ? 1 : 0)) * size.megabytes();
    if (needed > memoryMegabytes) {
      return new Outcome.NotRun(
          "the processes take up to %,d MB, this machine has %,d MB"
              .formatted(needed, memoryMegabytes));
    }
    try {
      Measured measured = runner.run(plan, size, what);
      return new Outcome.Ran(new ProgramReport(plan, measured, ThisJvm.describe()).fields());
    } catch (RunFailed e) {
      RunFailed named = new RunFailed(e.exitCode(), what + ": " + e.getMessage());
      named.initCause(e);
      throw named;
    }
  }
}
