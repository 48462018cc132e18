package org.schurmpc.bench.party;

import java.util.List;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;

/**
 * Produces items repeatedly between threads of one process, over loopback, so that the JIT compiler
 * has compiled the hot loops before the first run. The results are discarded.
 */
final class ThroughputRehearsal {
  /** Maximum number of parties of a rehearsal: more parties execute the same code. */
  static final int MOST_PARTIES = 3;

  private ThroughputRehearsal() {}

  /**
   * Rehearses for the given time, but at least one set-up and one run; does nothing if the time is
   * 0.
   */
  static void rehearse(ProducerFactory factory, long millis) throws MpcException {
    if (millis > 0) {
      rehearseUntil(factory, System.nanoTime() + millis * 1_000_000);
    }
  }

  /** Rehearses until a deadline by {@link System#nanoTime}, but at least one set-up and one run. */
  static void rehearseUntil(ProducerFactory factory, long deadline) throws MpcException {
    try (LoopbackParties all = LoopbackParties.connect(factory.parties(), factory.terms())) {
      List<Producer> producers = all.each(party -> factory.begin(all.session(party)));
      try {
        do {
          all.each(party -> run(producers.get(party)));
        } while (System.nanoTime() < deadline);
      } finally {
        producers.forEach(Producer::close);
      }
    } catch (Refused e) {
      // A refused job is reported when the job itself starts.
    }
  }

  /** Performs a run without the Monitor. */
  static Producer run(Producer producer) throws MpcException {
    producer.prepare();
    producer.produce();
    producer.verify();
    return producer;
  }
}
