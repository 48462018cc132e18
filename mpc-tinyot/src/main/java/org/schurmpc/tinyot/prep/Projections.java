package org.schurmpc.tinyot.prep;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.agree.CoinToss;
import org.schurmpc.core.crypto.Prg;

/**
 * The random matrices of all preprocessing under one pair of Δ. Public and immutable.
 *
 * @param macs the map to the MACs of the online phase
 * @param garbling the map of what is sent for leaky ANDs
 */
record Projections(Projection macs, GarblingMatrix garbling) {
  /**
   * Returns the matrices that follow from a seed.
   *
   * @param seed {@value Prg#SEED_BYTES} bytes, tossed
   * @param sigma statistical security in bits
   * @param macWords number of 64-bit words of a MAC of the online phase: 1 or 2
   */
  static Projections random(byte[] seed, int sigma, int macWords) {
    Prg prg = new Prg(seed);
    GarblingMatrix garbling = GarblingMatrix.random(prg, GarblingMatrix.width(sigma));
    return new Projections(macWords == 1 ? Projection.random(prg) : Projection.none(), garbling);
  }

  /**
   * Tosses the matrices with the peer.
   *
   * @param coins must be used only after both parties' Δ are fixed: a check of correlated OTs in
   *     each direction has passed
   */
  static Projections tossed(CoinToss coins, int sigma, int macWords) throws MpcException {
    return random(coins.toss("projections", Prg.SEED_BYTES), sigma, macWords);
  }
}
