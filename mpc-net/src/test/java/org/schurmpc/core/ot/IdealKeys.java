package org.schurmpc.core.ot;

import java.util.Random;

/** Base OTs from thin air, for tests that need many. */
final class IdealKeys {
  private final long[] delta;
  private final byte[] pairs = new byte[2 * SmallField.BITS * BaseOt.KEY_BYTES];

  IdealKeys(long[] delta, Random random) {
    this.delta = delta;
    random.nextBytes(pairs);
  }

  /** Both keys of each. */
  byte[] pairs() {
    return pairs;
  }

  /** What a sender of correlated OTs has of them. */
  CotKeys sender() {
    return new CotKeys(delta.clone(), chosen(pairs), null);
  }

  /** What this party and a peer have of them in both directions. */
  CotKeys both(IdealKeys peer) {
    return new CotKeys(delta.clone(), chosen(peer.pairs), pairs.clone());
  }

  /** Of each pair of keys the one that the complement of this Δ chooses. */
  private byte[] chosen(byte[] from) {
    byte[] chosen = new byte[SmallField.BITS * BaseOt.KEY_BYTES];
    for (int i = 0; i < SmallField.BITS; i++) {
      int choice = 1 - (int) (delta[i >>> 6] >>> i & 1);
      int at = (2 * i + choice) * BaseOt.KEY_BYTES;
      System.arraycopy(from, at, chosen, i * BaseOt.KEY_BYTES, BaseOt.KEY_BYTES);
    }
    return chosen;
  }
}
