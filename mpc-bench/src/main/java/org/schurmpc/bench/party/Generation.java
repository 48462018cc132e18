package org.schurmpc.bench.party;

import org.schurmpc.bench.control.ControlChannel;
import org.schurmpc.bench.control.Message;
import org.schurmpc.bench.control.RunFigures;
import org.schurmpc.bench.job.GenerationTask;
import org.schurmpc.bench.job.OtTask;
import org.schurmpc.bench.job.TriplesTask;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.session.Metrics;
import org.schurmpc.core.session.Phase;
import org.schurmpc.core.session.Session;

/** Generates correlated randomness as one party, a fixed amount in each run. */
final class Generation implements PartyWork {
  private static final int MOST_PARTIES = 3;

  private final GenerationTask task;
  private final GeneratorFactory factory;
  private final GeneratorFactory rehearsed;

  Generation(GenerationTask task) throws MpcException {
    this.task = task;
    if (task instanceof OtTask ot) {
      this.factory = new OtFactory(ot.k(), ot.count());
      this.rehearsed = new OtFactory(ot.k(), Math.min(ot.count(), GenerationRehearsal.ITEMS));
    } else {
      TriplesTask triples = (TriplesTask) task;
      this.factory = MaterialFactory.of(triples);
      this.rehearsed = rehearsed(triples);
    }
  }

  /**
   * Returns the generator for the rehearsal, with the number of items that are generated together
   * and at most {@value #MOST_PARTIES} parties: more parties execute the same code.
   */
  private static GeneratorFactory rehearsed(TriplesTask task) throws MpcException {
    long items = Math.min(task.count(), task.configured().preprocessedTogether());
    try {
      return MaterialFactory.of(task.with(Math.min(task.parties(), MOST_PARTIES), items));
    } catch (Refused e) {
      return MaterialFactory.of(task.with(task.parties(), items)); // input of a further party
    }
  }

  @Override
  public void rehearse() throws MpcException {
    GenerationRehearsal.rehearse(rehearsed, task.schedule().rehearsalMillis());
    // Releases the memory of the rehearsal, which is not part of the measurement.
    System.gc();
  }

  @Override
  public void perform(ControlChannel monitor, PeerConnector peers, Message.Connect connect)
      throws MpcException {
    try (Session session = peers.establish(connect.parties(), factory.terms())) {
      // The parties are synchronized from here on: none waits for another one's JVM.
      long start = System.nanoTime();
      try (Generator generator = factory.begin(session)) {
        long setupNanos = System.nanoTime() - start;
        monitor.send(
            SessionReport.of(generator.description(), setupNanos, generator.baseOtNanos()));
        int run = 0;
        while (run < task.allRuns() && run(monitor, session.metrics(), generator, run)) {
          run++;
        }
      }
    }
  }

  private static boolean run(ControlChannel monitor, Metrics metrics, Generator generator, int run)
      throws MpcException {
    RunFigures before = RunFigures.of(metrics);
    boolean gone =
        TimedPass.perform(
            monitor,
            run,
            0,
            () -> {
              metrics.enter(Phase.PREPROCESSING);
              generator.generate();
            });
    metrics.enter(Phase.SETUP);
    if (gone) {
      monitor.send(new Message.RunDone(RunFigures.of(metrics).since(before)));
    }
    return gone;
  }
}
