package org.schurmpc.spdz.prep;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.field.Field;
import org.schurmpc.spdz.share.Opening;
import org.schurmpc.spdz.share.ShareArithmetic;
import org.schurmpc.spdz.share.Shares;

/**
 * Unary vectors of secret numbers (KORSVV17, Protocol 3, Demux): from bits s_0 to s_(ℓ-1), the
 * polynomial X^s of 2^ℓ coefficients. p_1 = s_0 X + (1 - s_0), and p_(j+1) = p_j + t (X^(2^j) - 1)
 * with t = s_j p_j, one Beaver product for each element of p_j. As long as p_(j+1) fits one
 * element, t is multiplied by the power of X; from then on, p_(j+1) is the list of p_j - t and t.
 *
 * <p>An element has {@value #COEFFICIENTS} coefficients, a power of two, which every field of the
 * protocol holds. The vectors of n tables are computed at once: row m is the elements m of all
 * tables. ℓ - 1 rounds.
 *
 * <p>The openings are recorded and not checked: the vectors are right if the next check of MACs
 * passes.
 */
class Demux {
  /** Number of coefficients of an element. */
  static final int COEFFICIENTS = 32;

  private final Field field;
  private final ShareArithmetic arithmetic;
  private final Opening opening;

  Demux(Field field, ShareArithmetic arithmetic, Opening opening) {
    this.field = field;
    this.arithmetic = arithmetic;
    this.opening = opening;
  }

  /** Returns the number of elements of a polynomial of 2^{@code bits} coefficients. */
  static int elements(int bits) {
    return Math.max(1, (1 << bits) / COEFFICIENTS);
  }

  /** Returns the number of products, and so of triples, for a number of ℓ bits. */
  static int products(int bits) {
    int products = 0;
    for (int j = 1; j < bits; j++) {
      products += elements(j);
    }
    return products;
  }

  /**
   * Computes X^s for n numbers.
   *
   * @param bits row i, for i below ℓ, is bit s_i of all numbers
   * @param triples {@link #products} for each number; each is used once
   * @return {@link #elements} rows of n elements
   */
  Shares unary(Shares bits, int inputBits, int n, Batch triples) throws MpcException {
    Shares p = new Shares(field, Math.multiplyExact(elements(inputBits), n));
    boolean done = false;
    try {
      begin(bits, p, n);
      int used = 0;
      for (int j = 1; j < inputBits; j++) {
        int rows = elements(j);
        Shares t = multiply(j, bits, p, rows, n, triples, used);
        try {
          extend(p, t, j, rows * n);
        } finally {
          t.wipe();
        }
        used += rows * n;
      }
      done = true;
      return p;
    } finally {
      if (!done) {
        p.wipe();
      }
    }
  }

  /** Computes p_1 = s_0 X + (1 - s_0). */
  private void begin(Shares bits, Shares p, int n) {
    int limbs = field.limbs();
    long[] one = field.element(1);
    long[] ones = new long[n * limbs];
    for (int i = 0; i < n; i++) {
      System.arraycopy(one, 0, ones, i * limbs, limbs);
    }
    arithmetic.scale(powerAndOne(1), 0, bits, 0, p, 0, n);
    arithmetic.addPublic(ones, 0, p, 0, p, 0, n);
  }

  /** Returns X^power + 1, for a power below {@value #COEFFICIENTS}. */
  private long[] powerAndOne(int power) {
    return field.element(1L << power | 1);
  }

  private void extend(Shares p, Shares t, int j, int count) {
    if (1 << j < COEFFICIENTS) {
      arithmetic.scale(powerAndOne(1 << j), 0, t, 0, t, 0, count);
    } else {
      p.copy(count, t, 0, count);
    }
    arithmetic.add(p, 0, t, 0, p, 0, count);
  }

  /**
   * Multiplies bit j by each element of p_j; one round. With a triple (a, b, c), s + a and p + b
   * are opened, and s p = c + (s + a) b + (p + b) a + (s + a) (p + b) in characteristic 2. Tests
   * lie about what comes out.
   *
   * @param used number of triples that were used before
   */
  Shares multiply(int j, Shares bits, Shares p, int rows, int n, Batch triples, int used)
      throws MpcException {
    int count = rows * n;
    Shares a = triples.shares(Triples.A, used, count);
    Shares b = triples.shares(Triples.B, used, count);
    Shares masked = new Shares(field, 2 * count);
    try {
      for (int row = 0; row < rows; row++) {
        arithmetic.add(bits, j * n, a, row * n, masked, row * n, n);
      }
      arithmetic.add(p, 0, b, 0, masked, count, count);
      long[] opened = opening.open(masked.values(), masked.macs(), 2 * count);
      Shares t = triples.shares(Triples.C, used, count);
      int middle = count * field.limbs();
      addProduct(opened, 0, b, t, count);
      addProduct(opened, middle, a, t, count);
      field.multiply(opened, 0, opened, middle, opened, 0, count);
      arithmetic.addPublic(opened, 0, t, 0, t, 0, count);
      return t;
    } finally {
      a.wipe();
      b.wipe();
      masked.wipe();
    }
  }

  /** Adds the products of public elements and shares, which are overwritten. */
  private void addProduct(long[] opened, int at, Shares factor, Shares to, int count) {
    arithmetic.multiply(opened, at, factor, 0, factor, 0, count);
    arithmetic.add(to, 0, factor, 0, to, 0, count);
  }
}
