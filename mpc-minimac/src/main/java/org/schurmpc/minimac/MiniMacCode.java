package org.schurmpc.minimac;

import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.code.ReedSolomon;

/**
 * A code C over GF(2^8) with its Schur square C*, and what follows from them for the protocol.
 *
 * <p>A forged word of C* differs from the authentic one in at least d* positions, in each of which
 * the MAC key must be guessed: 8 d* bits of statistical security, of which no more than {@value
 * #MAX_SIGMA} are claimed.
 */
final class MiniMacCode {
  static final int MAX_SIGMA = 128;

  private final ReedSolomon c;
  private final ReedSolomon star;

  MiniMacCode(ReedSolomon c) {
    this.c = c;
    this.star = c.schurSquare();
  }

  /** What material is made for: it fits no other protocol or code. */
  String name() {
    return MiniTrixProtocol.NAME + " " + c.name();
  }

  /** C, of dimension k. */
  ReedSolomon c() {
    return c;
  }

  /** C*, of dimension 2k - 1. */
  ReedSolomon star() {
    return star;
  }

  /** Bits in a packed word: 8k, one instance of the circuit each. */
  int lanes() {
    return Codeword.PLANES * c.k();
  }

  int sigma() {
    return Math.min(8 * star.distance(), MAX_SIGMA);
  }
}
