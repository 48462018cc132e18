package org.schurmpc.bench.party;

import java.util.List;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;

/**
 * Generates correlated randomness repeatedly between threads of one process, over loopback, so that
 * the JIT compiler has compiled the hot loops before the first run. The results are discarded.
 */
final class GenerationRehearsal {
  /**
   * Number of OTs that are generated together: enough for the JIT compiler, few enough to end in
   * time.
   */
  static final long ITEMS = 1 << 14;

  private GenerationRehearsal() {}

  /**
   * Rehearses for the given time, but at least one set-up and one generation; does nothing if the
   * time is 0.
   */
  static void rehearse(GeneratorFactory factory, long millis) throws MpcException {
    if (millis <= 0) {
      return;
    }
    long deadline = System.nanoTime() + millis * 1_000_000;
    try (LoopbackParties all = LoopbackParties.connect(factory.parties(), factory.terms())) {
      List<Generator> generators = all.each(party -> factory.begin(all.session(party)));
      try {
        do {
          all.each(party -> generate(generators.get(party)));
        } while (System.nanoTime() < deadline);
      } finally {
        generators.forEach(Generator::close);
      }
    } catch (Refused e) {
      // A refused job is reported when the job itself starts.
    }
  }

  private static Generator generate(Generator generator) throws MpcException {
    generator.generate();
    return generator;
  }
}
