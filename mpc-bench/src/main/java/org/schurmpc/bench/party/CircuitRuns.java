package org.schurmpc.bench.party;

import java.util.ArrayList;
import java.util.List;
import org.schurmpc.bench.control.ControlChannel;
import org.schurmpc.bench.control.Message;
import org.schurmpc.bench.control.RunFigures;
import org.schurmpc.bench.job.InputSeeds;
import org.schurmpc.bench.job.Workload;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.eval.CircuitExecutor;
import org.schurmpc.core.run.OpenRun;
import org.schurmpc.core.run.PassExecutor;
import org.schurmpc.core.session.Phase;
import org.schurmpc.core.session.Session;

/**
 * Performs the evaluations of a circuit as one party. In each pass, the party fetches material,
 * gives its inputs, reports that it is ready, computes after the start signal, reports at once that
 * it is done, and sends its outputs to the Monitor. If a pass consists of several evaluations in a
 * row, the party fetches the material of all, reports that it is ready, and after the start signal
 * performs all evaluations, from inputs to outputs.
 */
final class CircuitRuns implements PartyRuns {
  private final int inARow;
  private final Workload work;
  private final Session session;
  private final InputSeeds seeds;
  private final PassExecutor executor;
  private final List<Long> evaluationNanos = new ArrayList<>();

  /**
   * Creates the runs.
   *
   * @param inARow the number of evaluations of a pass; 0 for one evaluation, of which only the
   *     compute phase is timed
   */
  CircuitRuns(int inARow, Workload work, OpenRun open, InputSeeds seeds) {
    this.inARow = inARow;
    this.work = work;
    this.session = open.session();
    this.executor =
        new PassExecutor(session, work.protocol(), work.layered(), work.io(), open.material(0));
    this.seeds = seeds;
  }

  /** Performs all passes of a run. */
  @Override
  public boolean run(ControlChannel monitor, int run) throws MpcException {
    RunFigures before = RunFigures.of(session.metrics());
    evaluationNanos.clear();
    for (int pass = 0; pass < work.passes(); pass++) {
      if (!(inARow == 0 ? pass(monitor, run, pass) : row(monitor, run, pass))) {
        return false;
      }
    }
    RunFigures figures = RunFigures.of(session.metrics()).since(before);
    monitor.send(new Message.RunDone(figures.with(evaluationNanos)));
    return true;
  }

  private boolean pass(ControlChannel monitor, int run, int pass) throws MpcException {
    BitMatrix inputs = seeds.inputs(work, session.party(), run, pass);
    CircuitExecutor evaluation = fetch(1);
    long nanos = nanos(() -> evaluation.input(inputs));
    awaitOthers();
    long[] computing = new long[1];
    if (!TimedPass.perform(monitor, run, pass, () -> computing[0] = nanos(evaluation::compute))) {
      return false;
    }
    BitMatrix[] outputs = new BitMatrix[1];
    nanos += computing[0] + nanos(() -> outputs[0] = evaluation.output());
    evaluationNanos.add(nanos);
    awaitOthers();
    monitor.sendBits(outputs[0]);
    return true;
  }

  private boolean row(ControlChannel monitor, int run, int pass) throws MpcException {
    BitMatrix[] inputs = new BitMatrix[inARow];
    for (int i = 0; i < inARow; i++) {
      inputs[i] = seeds.inputs(work, session.party(), run, pass * inARow + i);
    }
    CircuitExecutor evaluation = fetch(inARow);
    awaitOthers();
    BitMatrix[] outputs = new BitMatrix[inARow];
    if (!TimedPass.perform(monitor, run, pass, () -> evaluateAll(evaluation, inputs, outputs))) {
      return false;
    }
    for (BitMatrix output : outputs) {
      monitor.sendBits(output);
    }
    return true;
  }

  /** Fetches material for a number of evaluations by one executor. */
  private CircuitExecutor fetch(int evaluations) throws MpcException {
    session.metrics().enter(Phase.PREPROCESSING);
    for (int i = 1; i < evaluations; i++) {
      executor.next(work.demand());
    }
    return executor.next(work.demand());
  }

  private void evaluateAll(CircuitExecutor evaluation, BitMatrix[] inputs, BitMatrix[] outputs)
      throws MpcException {
    for (int i = 0; i < inARow; i++) {
      int number = i;
      // Synchronizes with the peers. Otherwise the time of the faster party would include waiting
      // for the slower one.
      session.exchangeAll(new byte[1]);
      evaluationNanos.add(nanos(() -> outputs[number] = evaluation.evaluate(inputs[number])));
      awaitOthers();
    }
  }

  /**
   * Ends the current phase, because waiting for others than the peers is no part of an evaluation.
   */
  private void awaitOthers() {
    session.metrics().enter(Phase.SETUP);
  }

  private static long nanos(TimedPass.Action action) throws MpcException {
    long start = System.nanoTime();
    action.run();
    return System.nanoTime() - start;
  }

  @Override
  public void close() {
    executor.close();
  }
}
