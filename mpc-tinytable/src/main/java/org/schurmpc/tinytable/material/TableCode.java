package org.schurmpc.tinytable.material;

import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.code.ReedSolomon;

/**
 * A systematic Reed–Solomon code C over GF(2^8) and its Schur square C*, which contains the
 * products of words of C. Two words of C* differ in at least d* = n - 2 (k - 1) positions.
 *
 * @param c code of dimension k
 * @param star code of dimension 2k - 1
 */
public record TableCode(ReedSolomon c, ReedSolomon star) {
  /** Name of the default code: d* = 18, 144 bits. */
  public static final String DEFAULT = "256x120";

  /** Minimum of the 8 d* bits that a forger must guess. */
  private static final int MIN_BITS = 64;

  /**
   * Creates the code with its Schur square.
   *
   * @throws IllegalStateException if the Schur square has no redundancy
   */
  public TableCode(ReedSolomon c) {
    this(c, c.schurSquare());
  }

  /**
   * Returns the code of a name such as {@code 255x85}.
   *
   * @throws Refused if there is none, or if a forger must guess too few bits
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

  /** Returns the number of data symbols of a word of C. */
  public int k() {
    return c.k();
  }

  /** Returns the number of symbols that, with k data symbols, determine a word of C*. */
  public int redundancy() {
    return c.k() - 1;
  }
}
