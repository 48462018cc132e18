package org.schurmpc.bench.party;

import org.schurmpc.bench.control.ControlChannel;
import org.schurmpc.bench.control.Message;
import org.schurmpc.bench.control.RunFigures;
import org.schurmpc.bench.job.InputSeeds;
import org.schurmpc.bench.job.Workload;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.eval.CircuitExecutor;
import org.schurmpc.core.eval.PassExecutor;
import org.schurmpc.core.eval.PassMaterial;
import org.schurmpc.core.session.Metrics;
import org.schurmpc.core.session.Phase;
import org.schurmpc.core.session.Session;

/**
 * The runs of a party: pass by pass it fetches material, gives its inputs, says that it is ready,
 * computes when told to, says at once that it is done, and hands over its outputs.
 */
final class PartyRuns implements AutoCloseable {
  private final ControlChannel monitor;
  private final Workload work;
  private final Session session;
  private final InputSeeds seeds;
  private final PassExecutor executor;

  PartyRuns(
      ControlChannel monitor,
      Workload work,
      Session session,
      PassMaterial material,
      InputSeeds seeds) {
    this.monitor = monitor;
    this.work = work;
    this.session = session;
    this.executor = new PassExecutor(session, work.protocol(), work.layered(), work.io(), material);
    this.seeds = seeds;
  }

  /** All passes of a run. */
  void run(int run) throws MpcException {
    RunFigures before = RunFigures.of(session.metrics());
    for (int pass = 0; pass < work.passes(); pass++) {
      pass(run, pass);
    }
    monitor.send(new Message.RunDone(RunFigures.of(session.metrics()).since(before)));
  }

  private void pass(int run, int pass) throws MpcException {
    Metrics metrics = session.metrics();
    BitMatrix inputs = seeds.inputs(work, session.party(), run, pass);
    metrics.enter(Phase.PREPROCESSING);
    CircuitExecutor evaluation = executor.next(work.demand());
    evaluation.input(inputs);
    // Waiting for the Monitor belongs to no phase of the protocol.
    metrics.enter(Phase.SETUP);
    TimedPass.perform(monitor, run, pass, evaluation::compute);
    BitMatrix outputs = evaluation.output();
    metrics.enter(Phase.SETUP);
    monitor.sendBits(outputs);
  }

  @Override
  public void close() {
    executor.close();
  }
}
