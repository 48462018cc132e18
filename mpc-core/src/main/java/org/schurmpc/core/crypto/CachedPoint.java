package org.schurmpc.core.crypto;

import org.bouncycastle.math.ec.rfc7748.X25519Field;

/** A point in the representation used for adding it to others: Y + X, Y - X, 2dT and 2Z. */
final class CachedPoint {
  /** Number of limbs of a point in a table, one coordinate after the other. */
  static final int LIMBS = 4 * Field25519.LIMBS;

  /** Number of limbs of a point with Z = 1, whose last coordinate is left out. */
  static final int AFFINE_LIMBS = 3 * Field25519.LIMBS;

  final int[] yPlusX = new int[Field25519.LIMBS];
  final int[] yMinusX = new int[Field25519.LIMBS];
  final int[] t2d = new int[Field25519.LIMBS];
  final int[] z2 = new int[Field25519.LIMBS];
  private final int[] row = new int[LIMBS];

  /** Sets this point to p. */
  void set(EdwardsPoint p) {
    X25519Field.apm(p.y, p.x, yPlusX, yMinusX);
    X25519Field.carry(yPlusX);
    X25519Field.carry(yMinusX);
    X25519Field.mul(p.t, Field25519.D2, t2d);
    X25519Field.add(p.z, p.z, z2);
    X25519Field.carry(z2);
  }

  /** Writes the point to a row of a table, with or without 2Z. */
  void store(int[] table, int offset, int rowLimbs) {
    X25519Field.copy(yPlusX, 0, table, offset);
    X25519Field.copy(yMinusX, 0, table, offset + Field25519.LIMBS);
    X25519Field.copy(t2d, 0, table, offset + 2 * Field25519.LIMBS);
    if (rowLimbs == LIMBS) {
      X25519Field.copy(z2, 0, table, offset + 3 * Field25519.LIMBS);
    }
  }

  /**
   * Sets this point to digit*P, where the table holds P, 2P, ... 8P from {@code offset} on. The
   * digit is secret: all rows are read, whatever the digit is.
   *
   * @param digit from -8 to 8
   */
  void select(int[] table, int offset, int rowLimbs, int digit) {
    int sign = digit >> 31;
    int size = (digit ^ sign) - sign;
    setIdentityRow();
    for (int i = 0; i < RistrettoScalar.RADIX / 2; i++) {
      int mask = ((size ^ (i + 1)) - 1) >> 31;
      replaceRow(table, offset + i * rowLimbs, rowLimbs, mask);
    }
    X25519Field.copy(row, 0, yPlusX, 0);
    X25519Field.copy(row, Field25519.LIMBS, yMinusX, 0);
    X25519Field.copy(row, 2 * Field25519.LIMBS, t2d, 0);
    X25519Field.copy(row, 3 * Field25519.LIMBS, z2, 0);
    X25519Field.cswap(-sign, yPlusX, yMinusX);
    X25519Field.cnegate(-sign, t2d);
  }

  private void setIdentityRow() {
    Field25519.wipe(row);
    row[0] = 1;
    row[Field25519.LIMBS] = 1;
    row[3 * Field25519.LIMBS] = 2;
  }

  private void replaceRow(int[] table, int offset, int rowLimbs, int mask) {
    for (int i = 0; i < rowLimbs; i++) {
      row[i] ^= (row[i] ^ table[offset + i]) & mask;
    }
  }

  void wipe() {
    for (int[] each : new int[][] {yPlusX, yMinusX, t2d, z2, row}) {
      Field25519.wipe(each);
    }
  }
}
