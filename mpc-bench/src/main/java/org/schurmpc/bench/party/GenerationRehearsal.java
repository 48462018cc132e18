package org.schurmpc.bench.party;

import java.util.List;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;

/**
 * Generates correlated randomness between threads of one process, over loopback, again and again,
 * so that the JIT compiler has been over the hot loops before the first run. Nothing of it enters
 * the run.
 */
final class GenerationRehearsal {
  /** OTs at a time: enough for the loops to be hot, little enough to end in time. */
  static final long ITEMS = 1 << 14;

  private GenerationRehearsal() {}

  /** Rehearses for so long, a set-up and one generation at least; not at all if that is 0. */
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
      // Whether the job is refused is for the job to say.
    }
  }

  private static Generator generate(Generator generator) throws MpcException {
    generator.generate();
    return generator;
  }
}
