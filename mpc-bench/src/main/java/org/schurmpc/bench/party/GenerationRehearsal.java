package org.schurmpc.bench.party;

import java.util.List;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;

/**
 * Generates correlated randomness between two threads of one process, over loopback, again and
 * again, so that the JIT compiler has been over the hot loops before the first run. Nothing of it
 * enters the run.
 */
final class GenerationRehearsal {
  /** Items at a time: enough for the loops to be hot, little enough to end in time. */
  static final long ITEMS = 1 << 14;

  private GenerationRehearsal() {}

  /** Rehearses for so long, a set-up and one generation at least; not at all if that is 0. */
  static void rehearse(GeneratorFactory factory, long millis) throws MpcException {
    if (millis <= 0) {
      return;
    }
    long deadline = System.nanoTime() + millis * 1_000_000;
    try (LoopbackPair pair = LoopbackPair.connect(factory.terms())) {
      List<Generator> generators = pair.both(party -> factory.begin(pair.session(party)));
      try (Generator first = generators.get(0);
          Generator second = generators.get(1)) {
        do {
          pair.both(party -> generate(party == 0 ? first : second));
        } while (System.nanoTime() < deadline);
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
