package org.schurmpc.core.crypto;

/**
 * Multiples of one public element, for multiplying the element by many secret scalars: j*256^i*P
 * for i from 0 to 31 and j from 1 to 8. A product costs 64 additions and 4 doublings, the table
 * costs about as much as three products without a table.
 */
public final class RistrettoTable {
  private static final int POSITIONS = RistrettoScalar.DIGITS / 2;
  private static final int MULTIPLES = RistrettoScalar.RADIX / 2;
  private static final int ROW = CachedPoint.AFFINE_LIMBS;

  private final int[] table = new int[POSITIONS * MULTIPLES * ROW];

  /** Creates the table of a public element. */
  public RistrettoTable(RistrettoPoint base) {
    EdwardsPoint[] points = multiples(base.edwards());
    int[][] inverses = new int[points.length][];
    for (int i = 0; i < points.length; i++) {
      inverses[i] = points[i].z;
    }
    Field25519.invert(inverses);
    CachedPoint cached = new CachedPoint();
    for (int i = 0; i < points.length; i++) {
      cached.set(affine(points[i], inverses[i]));
      cached.store(table, i * ROW, ROW);
    }
  }

  /** Returns the table of the generator. */
  public static RistrettoTable ofGenerator() {
    return Generator.TABLE;
  }

  /** Holder that builds the table on first use. */
  private static final class Generator {
    static final RistrettoTable TABLE = new RistrettoTable(RistrettoPoint.generator());
  }

  private static EdwardsPoint[] multiples(EdwardsPoint base) {
    EdwardsPoint[] points = new EdwardsPoint[POSITIONS * MULTIPLES];
    EdwardsPoint first = base.copy();
    CachedPoint step = new CachedPoint();
    for (int i = 0; i < points.length; i += MULTIPLES) {
      points[i] = first.copy();
      step.set(first);
      for (int j = 1; j < MULTIPLES; j++) {
        points[i + j] = points[i + j - 1].copy();
        points[i + j].add(step, true);
      }
      for (int j = 0; j < 8; j++) {
        first.twice(true);
      }
    }
    return points;
  }

  private static EdwardsPoint affine(EdwardsPoint p, int[] inverse) {
    int[] x = Field25519.product(p.x, inverse);
    int[] y = Field25519.product(p.y, inverse);
    return new EdwardsPoint(x, y, Field25519.ONE, Field25519.product(x, y));
  }

  /** Returns the scalar times the table's element, in constant time. */
  public RistrettoPoint multiply(RistrettoScalar scalar) {
    EdwardsPoint sum = new EdwardsPoint();
    CachedPoint selected = new CachedPoint();
    addDigits(sum, scalar, 1, selected);
    for (int i = 0; i < 4; i++) {
      sum.twice(i == 3);
    }
    addDigits(sum, scalar, 0, selected);
    selected.wipe();
    return new RistrettoPoint(sum);
  }

  /** Adds digit(2i + odd) * 256^i * P for all i. */
  private void addDigits(EdwardsPoint sum, RistrettoScalar scalar, int odd, CachedPoint selected) {
    for (int i = 0; i < POSITIONS; i++) {
      selected.select(table, i * MULTIPLES * ROW, ROW, scalar.digit(2 * i + odd));
      sum.addAffine(selected, true);
    }
  }
}
