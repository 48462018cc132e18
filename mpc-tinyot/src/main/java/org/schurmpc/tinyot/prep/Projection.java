package org.schurmpc.tinyot.prep;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.agree.CoinToss;
import org.schurmpc.core.crypto.Prg;

/**
 * How the MACs, the keys and Δ of 128 bits become those that the online phase works with: shortened
 * to 64 bits by a random matrix, or left as they are.
 *
 * <p>The matrix P, 64 x 128 bits, is uniformly random: for a fixed v ≠ 0, P v = 0 with probability
 * 2^-64, whatever v is. So nothing relies on a part of Δ, of which a cheating peer may have guessed
 * bits. It is linear, so mac = key' + x Δ' stays true. Public and immutable.
 */
public final class Projection {
  /** Bits of a group of columns, which has one table (Method of Four Russians). */
  private static final int GROUP_BITS = 4;

  private static final int GROUPS = 128 / GROUP_BITS;
  private static final int VALUES = 1 << GROUP_BITS;
  private static final int OUT_BITS = 64;

  private final long[] matrix;

  private Projection(long[] matrix) {
    this.matrix = matrix;
  }

  /** MACs of 128 bits stay as they are. */
  public static Projection none() {
    return new Projection(new long[0]);
  }

  /**
   * To 64 bits.
   *
   * @param seed {@value Prg#SEED_BYTES} bytes, tossed
   */
  public static Projection random(byte[] seed) {
    long[] matrix = new long[2 * OUT_BITS];
    new Prg(seed).nextLongs(matrix, 0, matrix.length);
    return new Projection(matrix);
  }

  /**
   * To 64 bits, by a matrix tossed with the peer. One for all material under the same Δ.
   *
   * @param coins used only after both parties' Δ are fixed: a check of correlated OTs has passed
   */
  public static Projection tossed(CoinToss coins) throws MpcException {
    return random(coins.toss("MAC projection", Prg.SEED_BYTES));
  }

  /** The 64-bit words of a MAC: 1 or 2. */
  public int macWords() {
    return matrix.length == 0 ? 2 : 1;
  }

  /** The image of one row of two longs, such as Δ: {@link #macWords} longs. */
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

  /** The longs of scratch that {@link #project} takes for lines of {@code width} longs. */
  static int scratch(int width) {
    return VALUES * width;
  }

  /**
   * Projects transposed rows to 64 bits.
   *
   * @param lines 64 lines of two halves of {@code width} longs each; half h of line c is bit 64 h +
   *     c of all rows
   * @param out 64 lines of {@code width} longs: line k is bit k of all images
   */
  void project(long[] lines, int width, long[] table, long[] out) {
    for (int group = 0; group < GROUPS; group++) {
      int column = group * GROUP_BITS;
      int at = 2 * (column & 63) * width + (column >>> 6) * width;
      fill(lines, at, width, table);
      for (int k = 0; k < OUT_BITS; k++) {
        int value = (int) (matrix[2 * k + (column >>> 6)] >>> column) & (VALUES - 1);
        add(table, value * width, out, k * width, width, group == 0);
      }
    }
  }

  /** Row v of the table is the sum of the columns that v's bits say. */
  private static void fill(long[] lines, int at, int width, long[] table) {
    for (int value = 1; value < VALUES; value++) {
      int rest = (value & (value - 1)) * width;
      int line = at + 2 * width * Integer.numberOfTrailingZeros(value);
      int to = value * width;
      for (int i = 0; i < width; i++) {
        table[to + i] = table[rest + i] ^ lines[line + i];
      }
    }
  }

  private static void add(long[] table, int from, long[] out, int to, int width, boolean first) {
    if (first) {
      System.arraycopy(table, from, out, to, width);
      return;
    }
    for (int i = 0; i < width; i++) {
      out[to + i] ^= table[from + i];
    }
  }
}
