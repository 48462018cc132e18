package org.schurmpc.bench.party;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import org.schurmpc.bench.control.ControlChannel;
import org.schurmpc.bench.control.Message;
import org.schurmpc.bench.control.RunFigures;
import org.schurmpc.bench.job.InputSeeds;
import org.schurmpc.bench.job.MaterialSource;
import org.schurmpc.bench.job.ProgramTask;
import org.schurmpc.bench.job.ProgramWorkload;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.program.ProgramResult;
import org.schurmpc.core.run.OpenRun;
import org.schurmpc.core.run.RunPlan;
import org.schurmpc.core.session.Phase;

/**
 * Runs a program repeatedly as one party, in one session. In each run, the party ensures that there
 * is material, reports that it is ready, runs the program from its inputs to its outputs after the
 * start signal, reports at once that it is done, and sends hashes of its outputs to the Monitor.
 * Each run starts with registers and memory of zeros.
 */
final class ProgramRuns implements PartyRuns {
  /**
   * Maximum size of a rehearsed run's material at one party, in bytes: more takes too long to deal.
   */
  private static final long MOST_MATERIAL = 64 << 20;

  private final ProgramWorkload work;
  private final OpenRun open;
  private final InputSeeds seeds;

  ProgramRuns(ProgramWorkload work, OpenRun open, InputSeeds seeds) {
    this.work = work;
    this.open = open;
    this.seeds = seeds;
  }

  @Override
  public boolean run(ControlChannel monitor, int number) throws MpcException {
    RunFigures before = RunFigures.of(open.metrics());
    SortedMap<String, BigInteger[]> mine = work.inputs(seeds, open.session().party(), number);
    prepare();
    ProgramResult[] result = new ProgramResult[1];
    long[] nanos = new long[1];
    boolean ran =
        TimedPass.perform(
            monitor,
            number,
            0,
            () -> {
              long start = System.nanoTime();
              result[0] = run(mine);
              nanos[0] = System.nanoTime() - start;
            });
    if (!ran) {
      return false;
    }
    monitor.sendBytes(work.hashes(open.session().party(), result[0]));
    RunFigures figures = RunFigures.of(open.metrics()).since(before);
    monitor.send(new Message.RunDone(figures.with(List.of(nanos[0]))));
    return true;
  }

  /**
   * Rehearses a task for its rehearsal time. If the parties make their material themselves, half of
   * the time is spent on that. A program that takes much material, or has more than {@value
   * ThroughputRehearsal#MOST_PARTIES} parties, is not rehearsed.
   */
  static void rehearse(ProgramTask task, ProgramWorkload work) throws MpcException {
    long millis = task.schedule().rehearsalMillis();
    if (millis <= 0) {
      return;
    }
    boolean own = task.material() instanceof MaterialSource.Own;
    if (own) {
      for (RunPlan.Part part : work.parts()) {
        ConfiguredProtocol protocol = part.protocol();
        ThroughputRehearsal.rehearse(
            new MaterialFactory(
                protocol.withOwnMaterial(),
                protocol.multiplications(protocol.preprocessedTogether())),
            millis / 2 / work.parts().size());
      }
    }
    boolean small = work.materialBytes() <= MOST_MATERIAL;
    if (small && task.parties() <= ThroughputRehearsal.MOST_PARTIES) {
      long deadline = System.nanoTime() + (own ? millis / 2 : millis) * 1_000_000;
      try {
        ReplayRehearsal.run(
            work.configured().plan(),
            open -> {
              InputSeeds seeds = InputSeeds.derive(0, 0, open.session().party());
              return new ProgramRuns(work, open, seeds)::rehearse;
            },
            deadline);
      } catch (Refused | BadFile e) {
        // What stops a program is reported by its runs.
      }
    }
  }

  /** Performs a run without the Monitor. */
  private void rehearse(int number) throws MpcException {
    SortedMap<String, BigInteger[]> mine = work.inputs(seeds, open.session().party(), number);
    prepare();
    run(mine);
  }

  /** Ensures that there is the material of a run. */
  private void prepare() throws MpcException {
    open.metrics().enter(Phase.PREPROCESSING);
    List<RunPlan.Part> parts = work.parts();
    for (int part = 0; part < parts.size(); part++) {
      open.material(part).reserve(parts.get(part).unit());
    }
    open.metrics().enter(Phase.SETUP); // waiting for others than the peers is no part of a run
  }

  private ProgramResult run(SortedMap<String, BigInteger[]> mine) throws MpcException {
    List<String> prints = new ArrayList<>();
    open.metrics().enter(Phase.COMPUTE);
    SortedMap<String, BigInteger[]> outputs = work.configured().work(mine, prints::add).run(open);
    open.metrics().enter(Phase.SETUP);
    return new ProgramResult(outputs, prints);
  }
}
