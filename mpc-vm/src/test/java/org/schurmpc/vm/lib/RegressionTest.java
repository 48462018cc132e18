package org.schurmpc.vm.lib;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.vm.lang.SecureProgram;
import org.schurmpc.vm.machine.Values;

/** Regressions against the same computation in double. */
class RegressionTest {
  private static final double UNIT = Math.scalb(1.0, -16);

  /** How far coefficients of linear regressions may be off. */
  private static final double LINEAR = 5e-4;

  /** Rows of p numbers, and by row a number or a label. */
  private static final class Data {
    final double[][] x;
    final double[] y;

    Data(double[][] x, double[] y) {
      this.x = x;
      this.y = y;
    }

    int n() {
      return x.length;
    }

    int p() {
      return x[0].length;
    }

    /** Returns the columns, one after the other, in units. */
    long[] columns() {
      long[] units = new long[n() * p()];
      Arrays.setAll(units, i -> Math.round(x[i % n()][i / n()] / UNIT));
      return units;
    }
  }

  /** Draws columns of mean about 0 and variance about 1, of which some hang on others. */
  private static double[][] rows(int n, int p, Random random) {
    double[][] rows = new double[n][p];
    for (double[] row : rows) {
      for (int i = 0; i < p; i++) {
        double number = random.nextGaussian() + (i > 0 ? 0.5 * row[i - 1] : 0);
        row[i] = Math.rint(number / UNIT) * UNIT;
      }
    }
    return rows;
  }

  private static double linear(double[] coefficients, double... row) {
    double sum = coefficients[0];
    for (int i = 0; i < row.length; i++) {
      sum += coefficients[i + 1] * row[i];
    }
    return sum;
  }

  private static Data labelled(int n, int p) {
    Random random = new Random(n);
    double[][] x = rows(n, p, random);
    double[] y = new double[n];
    double[] truth = {0.3, -1.5, 2, 0.7, -0.2};
    Arrays.setAll(
        y,
        i ->
            random.nextDouble() < Sigmoid.plain(linear(Arrays.copyOf(truth, p + 1), x[i])) ? 1 : 0);
    return new Data(x, y);
  }

  private static FixedMatrix matrix(FixedPoint fixed, int n, int p) {
    SecretFixed all = fixed.inputs("x", 0, n * p);
    List<SecretFixed> columns = new ArrayList<>();
    for (int i = 0; i < p; i++) {
      columns.add(all.slice(i * n, n));
    }
    return new FixedMatrix(columns);
  }

  private static SecureProgram logistic(int n, int p, int steps, double rate) {
    return b -> {
      FixedPoint fixed = new FixedPoint(b).saturating();
      FixedMatrix x = matrix(fixed, n, p);
      LogisticRegression regression = new LogisticRegression(fixed);
      SecretFixed fit = regression.fit(x, b.inputBitVector("y", 1, n), steps, rate);
      b.output("fit", fit.units());
      b.output("probabilities", regression.probabilities(x, fit).units());
    };
  }

  private static double[] descent(Data data, int steps, double rate) {
    double[] coefficients = new double[data.p() + 1];
    for (int step = 0; step < steps; step++) {
      double[] gradient = new double[coefficients.length];
      for (int i = 0; i < data.n(); i++) {
        double excess = Sigmoid.plain(linear(coefficients, data.x[i])) - data.y[i];
        gradient[0] += excess;
        for (int j = 0; j < data.p(); j++) {
          gradient[j + 1] += excess * data.x[i][j];
        }
      }
      for (int j = 0; j < coefficients.length; j++) {
        coefficients[j] -= rate / data.n() * gradient[j];
      }
    }
    return coefficients;
  }

  private static void requireDescended(Data data, int steps, double rate, Values outputs) {
    double[] expected = descent(data, steps, rate);
    for (int j = 0; j < expected.length; j++) {
      assertEquals(expected[j], outputs.get("fit")[j].doubleValue() * UNIT, 2e-3);
    }
    for (int i = 0; i < data.n(); i++) {
      double probability = outputs.get("probabilities")[i].doubleValue() * UNIT;
      assertEquals(Sigmoid.plain(linear(expected, data.x[i])), probability, 2e-3);
    }
  }

  private static void descend(Data data, int steps, double rate) throws Exception {
    long[] labels = Arrays.stream(data.y).mapToLong(each -> (long) each).toArray();
    Values outputs =
        DataRun.interpret(
            DataRun.compile(logistic(data.n(), data.p(), steps, rate), 2),
            Map.of("x", data.columns(), "y", labels));
    requireDescended(data, steps, rate, outputs);
  }

  @Test
  void descendsAsInRealNumbers() throws Exception {
    descend(labelled(1, 1), 3, 1);
    descend(labelled(5, 2), 4, 0.5);
    descend(labelled(100, 3), 12, 1.5);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void descendsAtRealParties(int parties) throws Exception {
    Data data = labelled(4, 2);
    long[] labels = Arrays.stream(data.y).mapToLong(each -> (long) each).toArray();
    Map<String, BigInteger[]> inputs =
        Map.of("x", DataRun.numbers(data.columns()), "y", DataRun.numbers(labels));
    for (Values outputs : DataRun.run(DataRun.compile(logistic(4, 2, 2, 1), parties), inputs)) {
      requireDescended(data, 2, 1, outputs);
    }
  }

  private static Data explained(int n, int p, double noise) {
    Random random = new Random(n);
    double[][] x = rows(n, p, random);
    double[] y = new double[n];
    double[] truth = {7, -1.5, 2, 0.7, -0.2};
    Arrays.setAll(
        y, i -> linear(Arrays.copyOf(truth, p + 1), x[i]) + noise * random.nextGaussian());
    Arrays.setAll(y, i -> Math.rint(y[i] / UNIT) * UNIT);
    return new Data(x, y);
  }

  private static SecureProgram linear(int n, int p, double ridge) {
    return b -> {
      FixedPoint fixed = new FixedPoint(b).saturating();
      FixedMatrix x = matrix(fixed, n, p);
      SecretFixed y = fixed.inputs("y", 1, n);
      b.output("fit", new LinearRegression(fixed).fit(x, y, ridge).units());
    };
  }

  private static double mean(double[] values) {
    return Arrays.stream(values).average().orElseThrow();
  }

  /** Returns what makes the gradient 0 in double, by elimination. */
  private static double[] fit(Data data, double ridge) {
    int p = data.p();
    double[][] columns = new double[p + 1][data.n()];
    double[] means = new double[p + 1];
    for (int i = 0; i <= p; i++) {
      int column = i;
      Arrays.setAll(columns[i], row -> column == p ? data.y[row] : data.x[row][column]);
      means[i] = mean(columns[i]);
      Arrays.setAll(columns[i], row -> columns[column][row] - means[column]);
    }
    double[][] a = new double[p][p + 1];
    for (int i = 0; i < p; i++) {
      for (int j = 0; j <= p; j++) {
        double[] left = columns[i];
        double[] right = columns[j];
        double[] products = new double[data.n()];
        Arrays.setAll(products, row -> left[row] * right[row]);
        a[i][j] = mean(products) + (i == j ? ridge : 0);
      }
    }
    double[] coefficients = new double[p + 1];
    System.arraycopy(solution(a), 0, coefficients, 1, p);
    coefficients[0] = 0;
    coefficients[0] = means[p] - linear(coefficients, Arrays.copyOf(means, p));
    return coefficients;
  }

  /** Solves equations by Gauss and Jordan. */
  private static double[] solution(double[][] a) {
    int p = a.length;
    for (int i = 0; i < p; i++) {
      for (int row = 0; row < p; row++) {
        double factor = a[row][i] / a[i][i];
        for (int j = p; row != i && j >= i; j--) {
          a[row][j] -= factor * a[i][j];
        }
      }
    }
    double[] solution = new double[p];
    Arrays.setAll(solution, i -> a[i][p] / a[i][i]);
    return solution;
  }

  private static void requireFit(Data data, double ridge, double tolerance, Values outputs) {
    double[] expected = fit(data, ridge);
    for (int i = 0; i < expected.length; i++) {
      assertEquals(expected[i], outputs.get("fit")[i].doubleValue() * UNIT, tolerance);
    }
  }

  private static long[] units(double[] values) {
    return Arrays.stream(values).mapToLong(each -> Math.round(each / UNIT)).toArray();
  }

  private static void fit(Data data, double ridge, double tolerance) throws Exception {
    Values outputs =
        DataRun.interpret(
            DataRun.compile(linear(data.n(), data.p(), ridge), 2),
            Map.of("x", data.columns(), "y", units(data.y)));
    requireFit(data, ridge, tolerance, outputs);
  }

  @Test
  void fitsAsInRealNumbers() throws Exception {
    fit(new Data(new double[][] {{-1}, {1.5}}, new double[] {2, -3}), 0, LINEAR);
    fit(explained(8, 2, 0.1), 0, 2e-3);
    fit(explained(100, 4, 3), 0, LINEAR);
    fit(explained(100, 4, 3), 0.5, LINEAR);
    fit(explained(3, 4, 1), 0.25, LINEAR);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void fitsAtRealParties(int parties) throws Exception {
    Data data = explained(6, 2, 1);
    Map<String, BigInteger[]> inputs =
        Map.of("x", DataRun.numbers(data.columns()), "y", DataRun.numbers(units(data.y)));
    for (Values outputs : DataRun.run(DataRun.compile(linear(6, 2, 0), parties), inputs)) {
      requireFit(data, 0, LINEAR, outputs);
    }
  }

  @Test
  void whatCannotBeIsRefused() {
    for (double rate : new double[] {0, -1, Double.NaN, 6}) {
      Exception e =
          assertThrows(Exception.class, () -> DataRun.compile(logistic(5, 1, 1, rate), 2));
      assertTrue(e.getMessage().contains("a rate above 0"), e.getMessage());
    }
    Exception e = assertThrows(Exception.class, () -> DataRun.compile(linear(5, 1, -1), 2));
    assertTrue(e.getMessage().contains("a ridge of 0 or more"), e.getMessage());
  }
}
