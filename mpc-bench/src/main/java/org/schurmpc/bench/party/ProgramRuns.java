package org.schurmpc.bench.party;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import org.schurmpc.bench.control.ControlChannel;
import org.schurmpc.bench.control.Message;
import org.schurmpc.bench.control.RunFigures;
import org.schurmpc.bench.job.InputSeeds;
import org.schurmpc.bench.job.ProgramWorkload;
import org.schurmpc.core.abort.MpcException;
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
final class ProgramRuns {
  private final ProgramWorkload work;
  private final OpenRun open;
  private final InputSeeds seeds;

  ProgramRuns(ProgramWorkload work, OpenRun open, InputSeeds seeds) {
    this.work = work;
    this.open = open;
    this.seeds = seeds;
  }

  /**
   * Performs a run.
   *
   * @return false if the Monitor reports instead that the time is up
   */
  boolean run(ControlChannel monitor, int number) throws MpcException {
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

  /** Performs a run without the Monitor. */
  void rehearse(int number) throws MpcException {
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
