package org.schurmpc.vm.lib;

import java.util.ArrayList;
import java.util.List;
import org.schurmpc.vm.lang.SecretInts;

/**
 * Equations whose matrix is symmetric and positive definite, by elimination without a choice of
 * pivots (the factors L, D and L^T of Cholesky without square roots).
 *
 * <p>For p equations, it takes p divisions of vectors one after the other, p - 1 times 2 rounds for
 * the elimination and for what is put in, about p^3/6 + p^2 triples besides the divisions, and as
 * many roundings as products that are not summed.
 */
final class LinearSystem {
  private LinearSystem() {}

  /**
   * Returns the solution.
   *
   * @param rows by equation i the coefficients from the i-th on, and then the right side
   */
  static SecretFixed solution(List<SecretFixed> rows) {
    List<SecretFixed> left = new ArrayList<>(rows);
    List<SecretFixed> over = new ArrayList<>();
    int p = rows.size();
    for (int i = 0; i < p; i++) {
      SecretFixed row = left.get(i);
      SecretFixed behind = row.slice(1, p - i);
      over.add(behind.dividedBy(row.get(0)));
      eliminate(left, i, over.get(i), behind);
    }
    return putIn(over);
  }

  /** Takes the multiples of a row from those behind it, all in one vector. */
  private static void eliminate(
      List<SecretFixed> rows, int pivot, SecretFixed over, SecretFixed behind) {
    int p = rows.size();
    if (pivot + 1 == p) {
      return;
    }
    FixedPoint format = over.format();
    List<SecretInts> products = new ArrayList<>();
    for (int i = pivot + 1; i < p; i++) {
      int at = i - pivot - 1;
      SecretInts units = behind.units();
      products.add(units.slice(at, units.size() - at).times(over.units().get(at)));
    }
    SecretFixed multiples =
        format.rounded(
            SecretInts.join(products.toArray(SecretInts[]::new)), format.fraction(), "a product");
    int from = 0;
    for (int i = pivot + 1; i < p; i++) {
      SecretFixed row = rows.get(i);
      rows.set(i, row.minus(multiples.slice(from, row.size())));
      from += row.size();
    }
  }

  /** Returns the unknowns, the last one first found, from rows whose first coefficient is 1. */
  private static SecretFixed putIn(List<SecretFixed> rows) {
    int p = rows.size();
    SecretFixed known = rows.get(p - 1);
    for (int i = p - 2; i >= 0; i--) {
      SecretFixed row = rows.get(i);
      int n = p - 1 - i;
      SecretFixed unknown = row.get(n).minus(row.slice(0, n).dot(known));
      known = row.format().join(unknown, known);
    }
    return known;
  }
}
