package org.schurmpc.core.crypto;

import org.bouncycastle.math.ec.rfc7748.X25519Field;

/**
 * A point (X : Y : Z : T) with x = X/Z, y = Y/Z, xy = T/Z of the curve -x^2 + y^2 = 1 + d*x^2*y^2
 * over {@link Field25519}, changed in place. The formulas (Hisil, Wong, Carter, Dawson, ASIACRYPT
 * 2008) are complete: they hold for all points, with equal steps for all.
 *
 * <p>All coordinates are tight. If T is not requested, T keeps its old, wrong value, and only a
 * doubling may follow.
 */
final class EdwardsPoint {
  final int[] x = new int[Field25519.LIMBS];
  final int[] y = new int[Field25519.LIMBS];
  final int[] z = new int[Field25519.LIMBS];
  final int[] t = new int[Field25519.LIMBS];
  // Intermediate values, named as in the paper.
  private final int[] a = new int[Field25519.LIMBS];
  private final int[] b = new int[Field25519.LIMBS];
  private final int[] c = new int[Field25519.LIMBS];
  private final int[] e = new int[Field25519.LIMBS];
  private final int[] f = new int[Field25519.LIMBS];
  private final int[] g = new int[Field25519.LIMBS];
  private final int[] h = new int[Field25519.LIMBS];

  /** Creates the identity (0, 1). */
  EdwardsPoint() {
    y[0] = 1;
    z[0] = 1;
  }

  EdwardsPoint(int[] x, int[] y, int[] z, int[] t) {
    X25519Field.copy(x, 0, this.x, 0);
    X25519Field.copy(y, 0, this.y, 0);
    X25519Field.copy(z, 0, this.z, 0);
    X25519Field.copy(t, 0, this.t, 0);
  }

  EdwardsPoint copy() {
    return new EdwardsPoint(x, y, z, t);
  }

  /** Doubles the point. T is not read; T is computed on demand. */
  void twice(boolean withT) {
    X25519Field.sqr(x, a);
    X25519Field.sqr(y, b);
    X25519Field.sqr(z, c);
    X25519Field.add(c, c, c);
    X25519Field.add(x, y, e);
    X25519Field.sqr(e, e);
    // E, F, G and H all have the opposite sign of the paper's; their products are equal.
    X25519Field.apm(a, b, h, g);
    X25519Field.sub(h, e, e);
    X25519Field.add(c, g, f);
    X25519Field.carry(f);
    combine(withT);
  }

  /** Adds a point with any Z. T is read; the new T is computed on demand. */
  void add(CachedPoint q, boolean withT) {
    X25519Field.mul(z, q.z2, c);
    addWith(q);
    X25519Field.apm(c, b, g, f);
    X25519Field.apm(h, a, h, e);
    combine(withT);
  }

  /** Adds a point with Z = 1. T is read; the new T is computed on demand. */
  void addAffine(CachedPoint q, boolean withT) {
    X25519Field.add(z, z, c);
    X25519Field.carry(c);
    addWith(q);
    X25519Field.apm(c, b, g, f);
    X25519Field.apm(h, a, h, e);
    combine(withT);
  }

  /** Computes the paper's A in a, B in h and C in b. */
  private void addWith(CachedPoint q) {
    X25519Field.apm(y, x, h, a);
    X25519Field.mul(h, q.yPlusX, h);
    X25519Field.mul(a, q.yMinusX, a);
    X25519Field.mul(t, q.t2d, b);
  }

  private void combine(boolean withT) {
    X25519Field.mul(e, f, x);
    X25519Field.mul(g, h, y);
    X25519Field.mul(f, g, z);
    if (withT) {
      X25519Field.mul(e, h, t);
    }
  }

  /** Replaces the point by its negative. */
  void negate() {
    X25519Field.negate(x, x);
    X25519Field.negate(t, t);
  }

  void wipe() {
    for (int[] each : new int[][] {x, y, z, t, a, b, c, e, f, g, h}) {
      Field25519.wipe(each);
    }
  }
}
