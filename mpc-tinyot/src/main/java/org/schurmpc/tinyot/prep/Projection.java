package org.schurmpc.tinyot.prep;

import java.util.Arrays;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.agree.CoinToss;
import org.schurmpc.core.crypto.Prg;

/**
 * The map of MACs, keys and Δ of 128 bits to those of the online phase: a projection to 64 bits by
 * a random matrix, or the identity.
 *
 * <p>The matrix P, 64 x 128 bits, is uniformly random: for every fixed v ≠ 0, P v = 0 with
 * probability 2^-64. Security therefore does not rely on any particular bits of Δ, of which a
 * cheating peer may have guessed some. The map is linear, so that mac = key' + x Δ' is preserved.
 * Public and immutable.
 */
public final class Projection {
  /** Number of bits of a group of columns, which has one table (Method of Four Russians). */
  private static final int GROUP_BITS = 4;

  /** Number of groups that are looked up at once. */
  private static final int TABLES = 4;

  private static final int VALUES = 1 << GROUP_BITS;
  private static final int OUT_BITS = 64;

  private final long[] matrix;

  private Projection(long[] matrix) {
    this.matrix = matrix;
  }

  /** Returns the identity, for MACs of 128 bits. */
  public static Projection none() {
    return new Projection(new long[0]);
  }

  /**
   * Returns a projection to 64 bits.
   *
   * @param seed {@value Prg#SEED_BYTES} bytes, tossed
   */
  public static Projection random(byte[] seed) {
    long[] matrix = new long[2 * OUT_BITS];
    new Prg(seed).nextLongs(matrix, 0, matrix.length);
    return new Projection(matrix);
  }

  /**
   * Returns a projection to 64 bits by a matrix tossed with the peer. All material under one Δ uses
   * one projection.
   *
   * @param coins must be used only after both parties' Δ are fixed: a check of correlated OTs has
   *     passed
   */
  public static Projection tossed(CoinToss coins) throws MpcException {
    return random(coins.toss("MAC projection", Prg.SEED_BYTES));
  }

  /** Returns the number of 64-bit words of a MAC: 1 or 2. */
  public int macWords() {
    return matrix.length == 0 ? 2 : 1;
  }

  /** Returns the image of one row of two longs, such as Δ: {@link #macWords} longs. */
  public long[] apply(long[] row) {
    if (macWords() == 2) {
      return row.clone();
    }
    long image = 0;
    for (int k = 0; k < OUT_BITS; k++) {
      long bit = Long.bitCount((matrix[2 * k] & row[0]) ^ (matrix[2 * k + 1] & row[1])) & 1;
      image |= bit << k;
    }
    return new long[] {image};
  }

  /** Allocates the tables of {@link #project}. */
  static long[][] tables(int width) {
    return new long[TABLES * VALUES][width];
  }

  /**
   * Projects transposed rows to 64 bits.
   *
   * @param low 64 lines: line c is bit c of all rows
   * @param high 64 lines: line c is bit 64 + c of all rows
   * @param tables scratch
   * @param out 64 lines of equal length: line k is bit k of all images
   */
  void project(long[][] low, long[][] high, long[][] tables, long[][] out) {
    for (long[] line : out) {
      Arrays.fill(line, 0);
    }
    project(low, 0, tables, out);
    project(high, 1, tables, out);
  }

  /** Adds the images of one half of the rows. */
  private void project(long[][] lines, int half, long[][] tables, long[][] out) {
    for (int column = 0; column < 64; column += TABLES * GROUP_BITS) {
      for (int table = 0; table < TABLES; table++) {
        fill(lines, column + table * GROUP_BITS, tables, table * VALUES);
      }
      for (int k = 0; k < OUT_BITS; k++) {
        int values = (int) (matrix[2 * k + half] >>> column);
        add(
            tables[values & 15],
            tables[VALUES + (values >>> 4 & 15)],
            tables[2 * VALUES + (values >>> 8 & 15)],
            tables[3 * VALUES + (values >>> 12 & 15)],
            out[k]);
      }
    }
  }

  /** Fills a table; its row v is the sum of the lines selected by v's bits. */
  private static void fill(long[][] lines, int column, long[][] tables, int at) {
    for (int value = 1; value < VALUES; value++) {
      long[] rest = tables[at + (value & (value - 1))];
      sum(rest, lines[column + Integer.numberOfTrailingZeros(value)], tables[at + value]);
    }
  }

  private static void sum(long[] a, long[] b, long[] out) {
    for (int i = 0; i < out.length; i++) {
      out[i] = a[i] ^ b[i];
    }
  }

  private static void add(long[] a, long[] b, long[] c, long[] d, long[] out) {
    for (int i = 0; i < out.length; i++) {
      out[i] ^= a[i] ^ b[i] ^ c[i] ^ d[i];
    }
  }
}
