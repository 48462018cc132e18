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
import org.schurmpc.core.run.PassExecutor;
import org.schurmpc.core.run.PassMaterial;
import org.schurmpc.core.session.Phase;
import org.schurmpc.core.session.Session;

/**
 * The runs of a party: pass by pass it fetches material, gives its inputs, says that it is ready,
 * computes when told to, says at once that it is done, and hands over its outputs. Or, where
 * evaluations follow each other in a row: it fetches the material of all, says that it is ready,
 * and when told to goes through all of them, from inputs to outputs.
 */
final class PartyRuns implements AutoCloseable {
  private final ControlChannel monitor;
  private final int inARow;
  private final Workload work;
  private final Session session;
  private final InputSeeds seeds;
  private final PassExecutor executor;
  private final List<Long> evaluationNanos = new ArrayList<>();

  /**
   * @param inARow 0 to time the compute phase alone
   */
  PartyRuns(
      ControlChannel monitor,
      int inARow,
      Workload work,
      Session session,
      PassMaterial material,
      InputSeeds seeds) {
    this.monitor = monitor;
    this.inARow = inARow;
    this.work = work;
    this.session = session;
    this.executor = new PassExecutor(session, work.protocol(), work.layered(), work.io(), material);
    this.seeds = seeds;
  }

  /**
   * All passes of a run.
   *
   * @return false if the Monitor says that the time is up
   */
  boolean run(int run) throws MpcException {
    RunFigures before = RunFigures.of(session.metrics());
    evaluationNanos.clear();
    for (int pass = 0; pass < work.passes(); pass++) {
      if (!(inARow == 0 ? pass(run, pass) : row(run, pass))) {
        return false;
      }
    }
    RunFigures figures = RunFigures.of(session.metrics()).since(before);
    monitor.send(new Message.RunDone(figures.with(evaluationNanos)));
    return true;
  }

  private boolean pass(int run, int pass) throws MpcException {
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

  private boolean row(int run, int pass) throws MpcException {
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

  /** Material for a number of evaluations by one executor. */
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
      // In step with the peers: who goes first would else count what it waits for them.
      session.exchangeAll(new byte[1]);
      evaluationNanos.add(nanos(() -> outputs[number] = evaluation.evaluate(inputs[number])));
      awaitOthers();
    }
  }

  /** Waiting for others than the peers within an evaluation belongs to no phase of the protocol. */
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
