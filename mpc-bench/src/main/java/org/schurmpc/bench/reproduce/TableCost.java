package org.schurmpc.bench.reproduce;

/**
 * Computes the cost of masked tables: multiplications of a bit and an element that Demux takes
 * (KORSVV17, section 4.2), and what MASCOT sends for their triples (KOS16, section 7).
 *
 * @param k number of bits of an element
 * @param tau number of products of which a triple is a combination
 * @param otBits number of bits that a party sends for an OT
 * @param bitBits number of bits that a party sends for an authenticated bit
 */
record TableCost(int k, int tau, int otBits, int bitBits) {
  private static final int USUAL_TAU = 3;

  /** Number of combined products if half of the field's bits are less than σ. */
  private static final int MORE_TAU = 4;

  /** Elements of a triple that are authenticated: three, and two that are sacrificed. */
  private static final int AUTHENTICATED = 5;

  private static final int PARTIES = 2;
  private static final int OT_BITS = 128;

  /** Parameter of the OT extension here, by which an OT is shorter than in the paper. */
  private static final int OT_K = 4;

  /** Returns the cost in the paper, whose bits are inputs of each party. */
  static TableCost ofPaper(int k) {
    return new TableCost(k, USUAL_TAU, OT_BITS, k * k + k);
  }

  /**
   * Returns the cost here.
   *
   * @param sigma statistical security in bits
   */
  static TableCost here(int k, int sigma) {
    return new TableCost(k, k >= 2 * sigma ? USUAL_TAU : MORE_TAU, OT_BITS / OT_K, k);
  }

  /**
   * Returns the number of multiplications that Demux takes.
   *
   * @param entries number of entries of the table, a power of two
   * @param coefficients number of coefficients in an element
   */
  static long multiplications(int entries, int coefficients) {
    long sum = 0;
    for (int partial = 2; partial < entries; partial *= 2) {
      sum += (partial + coefficients - 1) / coefficients;
    }
    return sum;
  }

  /** Returns the number of coefficients that an element of k bits holds here. */
  static int coefficients(int k) {
    return Integer.highestOneBit(k);
  }

  /** Returns the number of bytes that both parties send for a number of triples and of bits. */
  double bytes(long triples, long bits) {
    long triple = (long) tau * k * (k + otBits) + (long) AUTHENTICATED * k * k;
    return (double) PARTIES * (triples * triple + bits * bitBits) / Byte.SIZE;
  }
}
