package org.schurmpc.tinytable.material;

import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.code.ReedSolomon;

/**
 * A systematic Reed–Solomon code C over GF(2^8) and its Schur square C*, in which the products of
 * words of C lie. Two words of C* differ in at least d* = n - 2 (k - 1) positions.
 *
 * @param c of dimension k
 * @param star of dimension 2k - 1
 */
public record TableCode(ReedSolomon c, ReedSolomon star) {
  /** d* = 18, 144 bits. */
  public static final String DEFAULT = "256x120";

  /** A forger must guess 8 d* bits; so many are required. */
  private static final int MIN_BITS = 64;

  /**
   * @throws IllegalStateException if the Schur square has no redundancy
   */
  public TableCode(ReedSolomon c) {
    this(c, c.schurSquare());
  }

  /**
   * The code of a name such as {@code 255x85}.
   *
   * @throws Refused if there is none, or too little of a forged word must be guessed
   */
  public static TableCode named(String name) throws Refused {
    ReedSolomon c;
    try {
      c = ReedSolomon.named(name);
    } catch (IllegalArgumentException e) {
      throw new Refused(e.getMessage());
    }
    int bits = Byte.SIZE * (c.n() - 2 * (c.k() - 1));
    if (bits < MIN_BITS) {
      throw new Refused(
          "code %s gives MACs of %d bits, 8 (n - 2 (k - 1)), and tinytable needs %d"
              .formatted(name, Math.max(bits, 0), MIN_BITS));
    }
    return new TableCode(c);
  }

  /** Data symbols of a word of C. */
  public int k() {
    return c.k();
  }

  /** The symbols that, with k data symbols, determine a word of C*. */
  public int redundancy() {
    return c.k() - 1;
  }
}
