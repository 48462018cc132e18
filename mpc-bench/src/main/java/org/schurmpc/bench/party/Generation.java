package org.schurmpc.bench.party;

import org.schurmpc.bench.control.ControlChannel;
import org.schurmpc.bench.control.Message;
import org.schurmpc.bench.job.GenerationTask;
import org.schurmpc.bench.job.OtTask;
import org.schurmpc.bench.job.TriplesTask;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.session.Session;

/** Generates correlated randomness as one party, a fixed amount in each run. */
final class Generation implements PartyWork {
  /**
   * Number of OTs that a rehearsal generates together: enough for the JIT compiler, few enough to
   * end in time.
   */
  private static final long REHEARSED_OTS = 1 << 14;

  private final GenerationTask task;
  private final ProducerFactory factory;
  private final ProducerFactory rehearsed;

  Generation(GenerationTask task) throws MpcException {
    this.task = task;
    if (task instanceof OtTask ot) {
      this.factory = new OtFactory(ot, ot.count());
      this.rehearsed = new OtFactory(ot, Math.min(ot.count(), REHEARSED_OTS));
    } else {
      TriplesTask triples = (TriplesTask) task;
      this.factory = MaterialFactory.of(triples);
      this.rehearsed = rehearsed(triples);
    }
  }

  /**
   * Returns the factory for the rehearsal, with the number of items that are generated together and
   * at most {@value ThroughputRehearsal#MOST_PARTIES} parties: more parties execute the same code.
   */
  private static ProducerFactory rehearsed(TriplesTask task) throws MpcException {
    long items = Math.min(task.count(), task.configured().preprocessedTogether());
    try {
      return MaterialFactory.of(
          task.with(Math.min(task.parties(), ThroughputRehearsal.MOST_PARTIES), items));
    } catch (Refused e) {
      return MaterialFactory.of(task.with(task.parties(), items)); // input of a further party
    }
  }

  @Override
  public void rehearse() throws MpcException {
    ThroughputRehearsal.rehearse(rehearsed, task.schedule().rehearsalMillis());
    // Releases the memory of the rehearsal, which is not part of the measurement.
    System.gc();
  }

  @Override
  public void perform(ControlChannel monitor, PeerConnector peers, Message.Connect connect)
      throws MpcException {
    try (Session session = peers.establish(connect.parties(), factory.terms())) {
      // The parties are synchronized from here on: none waits for another one's JVM.
      long start = System.nanoTime();
      Producer generator = factory.begin(session);
      try (ThroughputRuns runs = new ThroughputRuns(task, session, generator)) {
        long setupNanos = System.nanoTime() - start;
        monitor.send(SessionReport.of(generator.origin(), setupNanos, generator.baseOtNanos()));
        int run = 0;
        while (run < task.allRuns() && runs.run(monitor, run)) {
          run++;
        }
      }
    }
  }
}
