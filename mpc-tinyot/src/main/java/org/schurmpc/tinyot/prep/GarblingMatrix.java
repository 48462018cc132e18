package org.schurmpc.tinyot.prep;

import org.schurmpc.core.crypto.Prg;

/**
 * The matrix P under which leaky ANDs are garbled and compared: w x 128 bits, row 0 the first unit
 * vector, which keeps bit 0 of a row, the other rows uniformly random.
 *
 * <p>P must be drawn after both parties' Δ are fixed. P Δ has then w - 1 bits that a peer can only
 * guess, even if it has guessed other bits of Δ before. Public and immutable.
 */
final class GarblingMatrix {
  private final RowMatrix matrix;

  /**
   * Creates a matrix.
   *
   * @param matrix row 0 is the first unit vector
   */
  GarblingMatrix(RowMatrix matrix) {
    this.matrix = matrix;
  }

  /**
   * Returns the number of rows for a statistical security: at least σ + 2, in whole bytes. A peer
   * has one guess at w - 1 bits for each thread.
   */
  static int width(int sigma) {
    return (sigma + 2 + Byte.SIZE - 1) / Byte.SIZE * Byte.SIZE;
  }

  /**
   * Returns a matrix of the next bits of a generator.
   *
   * @param width number of rows
   */
  static GarblingMatrix random(Prg prg, int width) {
    long[] rows = new long[2 * width];
    prg.nextLongs(rows, 0, rows.length);
    rows[0] = 1;
    rows[1] = 0;
    return new GarblingMatrix(new RowMatrix(rows));
  }

  /** Returns the number of rows w. */
  int width() {
    return matrix.height();
  }

  /**
   * Returns one mask for each row: all ones if the image of a row of 128 bits has this bit, else
   * zero.
   */
  long[] masks(long[] row) {
    long[] image = matrix.apply(row);
    long[] masks = new long[width()];
    for (int k = 0; k < masks.length; k++) {
      masks[k] = -(image[k / Long.SIZE] >>> k & 1);
    }
    return masks;
  }

  /** Returns the matrix itself. */
  RowMatrix matrix() {
    return matrix;
  }
}
