package org.schurmpc.vm.lib;

import java.util.ArrayList;
import java.util.List;
import org.schurmpc.vm.lang.SecretInts;

/**
 * Linear regression of secret data by the normal equations: the covariances of the columns, whose
 * products are made in one round, and a {@link LinearSystem}.
 *
 * <p>The result minimises the mean of the squares of what is not explained, plus ridge times the
 * sum of the squares of the coefficients, without that of the constant. With variances near 1, the
 * covariances are below 3 units from the exact ones. What this means for the coefficients depends
 * on how much columns hang on each other, as in all arithmetic: a ridge above 0 bounds it.
 *
 * <p>For n rows and p columns, it takes n p (p + 3) / 2 triples, 5 rounds, a system of p equations,
 * and 2 rounds and p triples for the constant. Its divisions by secret numbers need room as {@link
 * SecretFixed#dividedBy(SecretFixed)} does. No bounds hold for quotients of covariances, so the
 * format must {@linkplain FixedPoint#saturating() saturate} or {@linkplain FixedPoint#checked()
 * check}.
 */
public final class LinearRegression {
  private final FixedPoint fixed;
  private final Statistics statistics;

  /** Creates the regression of numbers of a format. */
  public LinearRegression(FixedPoint fixed) {
    this.fixed = fixed;
    statistics = new Statistics(fixed);
  }

  /**
   * Returns the coefficients: that of the constant first, then one for each column.
   *
   * @param x the columns of the data
   * @param y by row, what is to be foretold
   * @param ridge from 0 on; with 0, no column may be a combination of others and a constant
   */
  public SecretFixed fit(FixedMatrix x, SecretFixed y, double ridge) {
    if (!(ridge >= 0) || y.size() != x.rows()) {
      throw new IllegalArgumentException(
          "a regression takes a ridge of 0 or more, and as many values as rows");
    }
    int p = x.columns().size();
    List<Statistics.Centred> centred = new ArrayList<>();
    List<SecretFixed> means = new ArrayList<>();
    for (SecretFixed column : x.columns()) {
      SecretFixed mean = statistics.mean(column);
      means.add(mean);
      centred.add(statistics.centred(column, mean));
    }
    SecretFixed mean = statistics.mean(y);
    centred.add(statistics.centred(y, mean));
    SecretFixed slopes = solve(covariances(centred, x.rows()), p, ridge);
    SecretFixed explained = slopes.dot(fixed.join(means.toArray(SecretFixed[]::new)));
    return fixed.join(mean.minus(explained), slopes);
  }

  /** Returns the means of the products of each column but the last with itself and all behind. */
  private SecretFixed covariances(List<Statistics.Centred> centred, int n) {
    List<Statistics.Centred> left = new ArrayList<>();
    List<Statistics.Centred> right = new ArrayList<>();
    for (int i = 0; i + 1 < centred.size(); i++) {
      for (int j = i; j < centred.size(); j++) {
        left.add(centred.get(i));
        right.add(centred.get(j));
      }
    }
    return statistics.meanProducts(left, right, n);
  }

  private static SecretFixed solve(SecretFixed covariances, int p, double ridge) {
    List<SecretFixed> rows = new ArrayList<>();
    int from = 0;
    for (int i = 0; i < p; i++) {
      int length = p + 1 - i;
      SecretFixed row = covariances.slice(from, length);
      SecretFixed diagonal = row.get(0).plus(ridge);
      rows.add(row.format().join(diagonal, row.slice(1, length - 1)));
      from += length;
    }
    return LinearSystem.solution(rows);
  }

  /**
   * Equations whose matrix is symmetric and positive definite, by elimination without a choice of
   * pivots (the factors L, D and L^T of Cholesky without square roots).
   *
   * <p>For p equations, it takes p divisions of vectors one after the other, p - 1 times 2 rounds
   * for the elimination and for what is put in, about p^3/6 + p^2 triples besides the divisions,
   * and as many roundings as products that are not summed.
   */
  private static final class LinearSystem {
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
}
