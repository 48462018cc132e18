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
      FixedPoint fixed = new FixedPoint(b);
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

  @Test
  void whatCannotBeIsRefused() {
    for (double rate : new double[] {0, -1, Double.NaN, 6}) {
      Exception e =
          assertThrows(Exception.class, () -> DataRun.compile(logistic(5, 1, 1, rate), 2));
      assertTrue(e.getMessage().contains("a rate above 0"), e.getMessage());
    }
  }
}
