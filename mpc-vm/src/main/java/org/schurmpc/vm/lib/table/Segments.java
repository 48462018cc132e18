package org.schurmpc.vm.lib.table;

import java.math.BigInteger;
import org.schurmpc.vm.lang.Bounds;
import org.schurmpc.vm.lang.SecretBitVector;
import org.schurmpc.vm.lang.SecretInts;

/**
 * Functions along segments of rows, which are neighbours with something in common. For n rows there
 * are ⌈log2 n⌉ steps; a step takes for each row a product for each column and one more.
 */
final class Segments {
  /** By row, whether it is in the segment of the row {@link #distance} before. */
  private SecretBitVector same;

  private int distance = 1;

  private Segments(SecretBitVector same) {
    this.same = same;
  }

  /** Doubles the distance; behind the last one there are no flags. */
  private void next(int rows) {
    if (2 * distance < rows) {
      int n = rows - 2 * distance;
      same = same.slice(distance, n).and(same.slice(0, n));
    }
    distance *= 2;
  }

  /**
   * Returns for each row what is in the first row of its segment.
   *
   * @param same by row but the first one, whether it is in the segment of the row before
   */
  static Pack ofFirst(Pack rows, SecretBitVector same) {
    int n = rows.size();
    Segments segments = new Segments(n > 1 ? rows.own(same) : same);
    Pack result = rows;
    while (segments.distance < n) {
      int d = segments.distance;
      Pack later = result.slice(d, n - d).replaced(segments.same, result.slice(0, n - d));
      result = result.slice(0, d).join(later);
      segments.next(n);
    }
    return result;
  }

  /** Returns for each row what is in the last row of its segment. */
  static Pack ofLast(Pack rows, SecretBitVector same) {
    int n = rows.size();
    Segments segments = new Segments(n > 1 ? rows.own(same) : same);
    Pack result = rows;
    while (segments.distance < n) {
      int d = segments.distance;
      Pack earlier = result.slice(0, n - d).replaced(segments.same, result.slice(d, n - d));
      result = earlier.join(result.slice(n - d, d));
      segments.next(n);
    }
    return result;
  }

  /** Returns for each row the least of its segment up to it, as keys. Takes comparisons. */
  static Pack leastSoFar(Pack rows, SecretBitVector same) {
    int n = rows.size();
    Segments segments = new Segments(n > 1 ? rows.own(same) : same);
    Pack result = rows;
    while (segments.distance < n) {
      int d = segments.distance;
      Pack now = result.slice(d, n - d);
      Pack before = result.slice(0, n - d);
      SecretBitVector lesser = before.before(now).and(segments.same);
      result = result.slice(0, d).join(now.replaced(lesser, before));
      segments.next(n);
    }
    return result;
  }

  /** Returns by row the sum of the values up to it. Takes no product. */
  static SecretInts sums(SecretInts values) {
    int n = values.size();
    Bounds bounds = values.bounds();
    Bounds all = bounds.hull(bounds.times(BigInteger.valueOf(n)));
    SecretInts sums = values;
    for (int step = 1; step < n; step *= 2) {
      SecretInts more = sums.slice(step, n - step).plus(sums.slice(0, n - step));
      sums = SecretInts.join(sums.slice(0, step), more).assumeFits(all);
    }
    return sums;
  }
}
