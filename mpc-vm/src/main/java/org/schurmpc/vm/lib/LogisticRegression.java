package org.schurmpc.vm.lib;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretBitVector;
import org.schurmpc.vm.lang.SecretInt;
import org.schurmpc.vm.lang.SecretInts;
import org.schurmpc.vm.lang.SecretVar;

/**
 * Logistic regression of secret data: gradient descent over all rows from 0 on, with a public
 * number of steps and a public rate. The number of steps does not depend on the data, and nothing
 * is opened.
 *
 * <p>Columns should have means near 0 and variances near 1; the rate is then about 1. Each step is
 * that of the descent in real numbers but for the error of {@link Sigmoid} and 4 units at most for
 * each coefficient, if coefficients and columns stay below 8. No bounds hold for coefficients after
 * any number of steps, so the format must {@linkplain FixedPoint#saturating() saturate} or
 * {@linkplain FixedPoint#checked() check}.
 *
 * <p>For n rows and p columns, a step takes 2 n p triples, n sigmoids, and 4 to 6 rounds besides
 * theirs. The code has one step.
 */
public final class LogisticRegression {
  private final FixedPoint fixed;
  private final ProgramBuilder b;
  private final Statistics statistics;
  private final Sigmoid sigmoid;

  /** Creates the regression of numbers of a format, as {@link Sigmoid} takes it. */
  public LogisticRegression(FixedPoint fixed) {
    this.fixed = fixed;
    b = fixed.builder();
    statistics = new Statistics(fixed);
    sigmoid = new Sigmoid(fixed);
  }

  /**
   * Returns the coefficients after some steps: that of the constant first, then one for each
   * column.
   *
   * @param x the columns of the data
   * @param y by row, what is to be foretold
   * @param steps at least 1
   * @param rate above 0, and at most the number of rows
   */
  public SecretFixed fit(FixedMatrix x, SecretBitVector y, int steps, double rate) {
    if (steps < 1 || !(rate > 0 && rate <= x.rows()) || y.size() != x.rows()) {
      throw new IllegalArgumentException(
          "a regression takes 1 step or more, a rate above 0, and as many labels as rows");
    }
    List<SecretVar> coefficients = new ArrayList<>();
    for (int i = 0; i <= x.columns().size(); i++) {
      coefficients.add(b.secretVar(IntType.signed(fixed.bits()), 0));
    }
    b.repeat(steps, turn -> step(x, y, coefficients, rate));
    return current(coefficients);
  }

  private void step(FixedMatrix x, SecretBitVector y, List<SecretVar> coefficients, double rate) {
    SecretFixed before = current(coefficients);
    SecretFixed excess = probabilities(x, before).minus(fixed.of(y.asInts()));
    SecretFixed after = before.minus(gradient(x, excess, rate));
    for (int i = 0; i < coefficients.size(); i++) {
      coefficients.get(i).set(after.units().get(i));
    }
  }

  private SecretFixed current(List<SecretVar> coefficients) {
    return fixed.scaled(
        SecretInts.of(coefficients.stream().map(SecretVar::get).toArray(SecretInt[]::new)));
  }

  /** Returns the mean over all rows, times the rate: all products take one round. */
  private SecretFixed gradient(FixedMatrix x, SecretFixed excess, double rate) {
    List<SecretInts> sums = new ArrayList<>();
    sums.add(new Shift(b).left(excess.units().sum().asVector(), fixed.fraction()));
    for (SecretFixed column : x.columns()) {
      sums.add(column.units().dot(excess.units()).asVector());
    }
    SecretInts all = SecretInts.join(sums.toArray(SecretInts[]::new));
    return statistics.weighted(all, fixed.fraction(), new BigDecimal(rate), x.rows());
  }

  /**
   * Returns by row the probability of a 1.
   *
   * @param coefficients as {@link #fit} returns them
   */
  public SecretFixed probabilities(FixedMatrix x, SecretFixed coefficients) {
    SecretFixed slopes = coefficients.slice(1, x.columns().size());
    return sigmoid.of(x.times(slopes).plus(coefficients.get(0)));
  }
}
