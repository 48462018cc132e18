package org.schurmpc.tinyot.prep;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.agree.CoinToss;
import org.schurmpc.core.crypto.Prg;
import org.schurmpc.tinyot.material.MacWidths;

/**
 * The random matrices of all preprocessing under one pair of Δ. Public and immutable, and equal at
 * both parties.
 *
 * @param narrow the map to MACs of one word; the identity if there are no such MACs
 * @param widths widths of the MACs of the online phase: those of two words are not projected
 * @param garbling the map of what is sent for leaky ANDs
 */
record Projections(Projection narrow, MacWidths widths, GarblingMatrix garbling) {
  /** Checks that there is a map to narrow MACs. */
  Projections {
    if (narrow.macWords() > widths.least()) {
      throw new IllegalArgumentException("MACs of one word without a projection");
    }
  }

  /** Returns the map of a party's MACs to those of the online phase. */
  Projection macs(int party) {
    return widths.macs(party) == 1 ? narrow : Projection.none();
  }

  /** Returns the map of a party's keys and Δ to those of the online phase. */
  Projection keys(int party) {
    return macs(1 - party);
  }

  /**
   * Returns the matrices that follow from a seed.
   *
   * @param seed {@value Prg#SEED_BYTES} bytes, tossed
   * @param sigma statistical security in bits
   */
  static Projections random(byte[] seed, int sigma, MacWidths widths) {
    Prg prg = new Prg(seed);
    GarblingMatrix garbling = GarblingMatrix.random(prg, GarblingMatrix.width(sigma));
    Projection narrow = widths.least() == 1 ? Projection.random(prg) : Projection.none();
    return new Projections(narrow, widths, garbling);
  }

  /**
   * Tosses the matrices with the peer.
   *
   * @param coins must be used only after both parties' Δ are fixed: a check of correlated OTs in
   *     each direction has passed
   */
  static Projections tossed(CoinToss coins, int sigma, MacWidths widths) throws MpcException {
    return random(coins.toss("projections", Prg.SEED_BYTES), sigma, widths);
  }
}
