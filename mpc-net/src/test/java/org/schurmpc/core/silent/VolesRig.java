package org.schurmpc.core.silent;

import java.util.Random;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.kernel.KernelProvider;
import org.schurmpc.core.ot.CotKeys;
import org.schurmpc.core.session.Session;

/** Begins VOLEs of two parties with values that are dealt from a seed: INSECURE, for tests. */
final class VolesRig {
  private final Field field;
  private final LpnParameters first;
  private final LpnParameters later;
  private final Voles[] dealt = new Voles[2];
  private final long[][] alphas = new long[2][];

  VolesRig(Field field, LpnParameters first, LpnParameters later) {
    this.field = field;
    this.first = first;
    this.later = later;
    Random random = new Random(1);
    int n = first.kept();
    for (int party = 0; party < 2; party++) {
      alphas[party] = uniform(random, 1);
      dealt[party] = new Voles(uniform(random, n), uniform(random, n), new long[n * field.limbs()]);
    }
    for (int party = 0; party < 2; party++) {
      long[] t = dealt[party].t();
      field.scale(alphas[party], 0, dealt[1 - party].u(), 0, t, 0, n);
      field.subtract(t, 0, dealt[1 - party].q(), 0, t, 0, n);
    }
  }

  private long[] uniform(Random random, int n) {
    long[] words = random.longs((long) n * field.uniformWords()).toArray();
    long[] elements = new long[n * field.limbs()];
    field.fromUniform(words, 0, elements, 0, n);
    return elements;
  }

  /** Changes a party's part of the product of a dealt value of the peer. */
  void changeHeld(int party, int value) {
    long[] t = dealt[party].t();
    int at = value * field.limbs();
    field.add(t, at, field.element(1), 0, t, at, 1);
  }

  long[] alpha(int party) {
    return alphas[party];
  }

  /** Begins at one of two parties; each takes its dealt values once. */
  VolePair begin(Session session) throws Exception {
    long[] delta = CotKeys.randomDelta(session.random());
    try (CotKeys keys = CotKeys.forBoth(session, delta)) {
      VolePair pair =
          VolePair.begin(
              session,
              field,
              alphas[session.party()],
              keys,
              4,
              KernelProvider.choose().kernels(),
              later);
      pair.start(first, dealt[session.party()]);
      return pair;
    } finally {
      Secrets.wipe(delta);
    }
  }
}
