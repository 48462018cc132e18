package org.schurmpc.vm.lib;

import java.util.ArrayList;
import java.util.List;

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
}
