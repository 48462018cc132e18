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
final class ThroughputRuns {
  private final ThroughputTask task;
  private final ControlChannel monitor;
  private final Metrics metrics;
  private final Producer producer;

  private ThroughputRuns(
      ThroughputTask task, ControlChannel monitor, Session session, Producer producer) {
    this.task = task;
    this.monitor = monitor;
    this.metrics = session.metrics();
    this.producer = producer;
  }

  /**
   * Reports that the session is established, and performs all runs.
   *
   * @param setupNanos the time of the set-up in nanoseconds
   */
  static void perform(
      ThroughputTask task,
      ControlChannel monitor,
      Session session,
      Producer producer,
      long setupNanos)
      throws MpcException {
    monitor.send(SessionReport.of(producer.origin(), setupNanos, producer.baseOtNanos()));
    ThroughputRuns runs = new ThroughputRuns(task, monitor, session, producer);
    int run = 0;
    while (run < task.allRuns() && runs.run(run)) {
      run++;
    }
  }

  /** Performs a run; returns false if the Monitor reports instead that the time is up. */
  private boolean run(int run) throws MpcException {
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
}
