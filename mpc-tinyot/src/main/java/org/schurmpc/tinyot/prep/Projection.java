package org.schurmpc.tinyot.prep;

import java.util.Optional;
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
  private static final int OUT_BITS = 64;

  private final Optional<RowMatrix> matrix;

  private Projection(Optional<RowMatrix> matrix) {
    this.matrix = matrix;
  }

  /** Returns the identity, for MACs of 128 bits. */
  public static Projection none() {
    return new Projection(Optional.empty());
  }

  /**
   * Returns a projection to 64 bits.
   *
   * @param seed {@value Prg#SEED_BYTES} bytes, tossed
   */
  public static Projection random(byte[] seed) {
    return random(new Prg(seed));
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

  /** Returns a projection to 64 bits by the next bits of a generator. */
  static Projection random(Prg prg) {
    long[] rows = new long[2 * OUT_BITS];
    prg.nextLongs(rows, 0, rows.length);
    return new Projection(Optional.of(new RowMatrix(rows)));
  }

  /** Returns the number of 64-bit words of a MAC: 1 or 2. */
  public int macWords() {
    return matrix.isPresent() ? 1 : 2;
  }

  /** Returns the image of one row of two longs, such as Δ: {@link #macWords} longs. */
  public long[] apply(long[] row) {
    return matrix.isPresent() ? matrix.get().apply(row) : row.clone();
  }

  /**
   * Projects transposed rows to 64 bits, as {@link RowMatrix#project} does.
   *
   * @throws java.util.NoSuchElementException if the projection does not shorten
   */
  void project(long[][] low, long[][] high, long[][] tables, long[][] out) {
    matrix.orElseThrow().project(low, high, tables, out);
  }

  /** Returns the matrix, unless this is the identity. */
  Optional<RowMatrix> matrix() {
    return matrix;
  }
}
