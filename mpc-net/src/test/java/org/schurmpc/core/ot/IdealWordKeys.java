package org.schurmpc.core.ot;

import java.util.Random;
import org.schurmpc.core.session.Session;

/** Keys of words from thin air, for tests that need many. */
public final class IdealWordKeys {
  private final int n;
  private final long[] alpha;
  private final byte[] pairs;

  /** Draws one party's alpha, and the OTs for the other party's. */
  public IdealWordKeys(int n, Random random) {
    this.n = n;
    this.alpha = new long[(8 * n + 63) / 64];
    this.pairs = new byte[2 * 64 * alpha.length * BaseOt.KEY_BYTES];
    for (int bit = 0; bit < 8 * n; bit++) {
      alpha[bit >>> 6] |= (random.nextBoolean() ? 1L : 0L) << bit;
    }
    random.nextBytes(pairs);
  }

  /** This party's alpha at a coordinate. */
  public int alpha(int coordinate) {
    return (int) (alpha[coordinate >>> 3] >>> (8 * coordinate)) & 0xFF;
  }

  /** What this party has of them, if a peer has the other. */
  public WordKeys with(IdealWordKeys peer) {
    byte[] chosen = new byte[pairs.length / 2];
    for (int i = 0; i < 64 * alpha.length; i++) {
      int choice = 1 - (int) (alpha[i >>> 6] >>> i & 1);
      int at = (2 * i + choice) * BaseOt.KEY_BYTES;
      System.arraycopy(peer.pairs, at, chosen, i * BaseOt.KEY_BYTES, BaseOt.KEY_BYTES);
    }
    return new WordKeys(n, alpha.clone(), chosen, pairs.clone());
  }

  /** The same, discarded if a check of the session fails. */
  public WordKeys with(IdealWordKeys peer, Session session) {
    WordKeys keys = with(peer);
    keys.discardOnFailureOf(session);
    return keys;
  }
}
