package org.schurmpc.bench.party;

import org.schurmpc.bench.control.ControlChannel;
import org.schurmpc.bench.control.Message;
import org.schurmpc.bench.control.RunFigures;
import org.schurmpc.bench.job.ThroughputTask;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.session.Metrics;
import org.schurmpc.core.session.Phase;
import org.schurmpc.core.session.Session;

/**
 * Performs the runs of a throughput task as one party. In each run, the party prepares, reports
 * that it is ready, produces the items after the start signal, reports at once that it is done, and
 * verifies the items.
 */
final class ThroughputRuns implements PartyRuns {
  private final ThroughputTask task;
  private final Metrics metrics;
  private final Producer producer;

  /**
   * Creates the runs.
   *
   * @param producer closed with the runs
   */
  ThroughputRuns(ThroughputTask task, Session session, Producer producer) {
    this.task = task;
    this.metrics = session.metrics();
    this.producer = producer;
  }

  @Override
  public boolean run(ControlChannel monitor, int run) throws MpcException {
    RunFigures before = RunFigures.of(metrics);
    producer.prepare();
    metrics.enter(Phase.SETUP);
    if (!TimedPass.perform(monitor, run, 0, this::produce)) {
      return false;
    }
    producer.verify();
    metrics.enter(Phase.SETUP);
    monitor.send(new Message.RunDone(RunFigures.of(metrics).since(before)));
    return true;
  }

  private void produce() throws MpcException {
    metrics.enter(task.phase());
    producer.produce();
  }

  @Override
  public void close() {
    producer.close();
  }
}
