package org.schurmpc.vm.lib;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecureProgram;
import org.schurmpc.vm.machine.Values;
import org.schurmpc.vm.verify.VerifiedProgram;

/** Means, variances, the logistic function and matrices against plaintext. */
class StatisticsTest {
  /** A format over a field. */
  private record Format(String field, int k, int f) {
    FixedPoint of(ProgramBuilder b) {
      return new FixedPoint(b, k, f).saturating();
    }

    double unit() {
      return Math.scalb(1.0, -f);
    }
  }

  private static final Format USUAL = new Format("p128", 31, 16);
  private static final Format WIDE = new Format("p256", 64, 32);

  private static void describe(ProgramBuilder b, Format format, int n) {
    FixedPoint fixed = format.of(b);
    Statistics statistics = new Statistics(fixed);
    SecretFixed x = fixed.inputs("x", 0, n);
    SecretFixed y = fixed.inputs("y", 1, n);
    b.output("mean", statistics.mean(x).units());
    b.output("meanOfIntegers", statistics.mean(b.inputs("z", 0, IntType.signed(12), n)).units());
    b.output("variance", statistics.variance(x).units());
    b.output("deviation", statistics.deviation(x).units());
    b.output("covariance", statistics.covariance(x, y).units());
    if (n > 1) {
      b.output("sampleVariance", statistics.sampleVariance(x).units());
      b.output("sampleCovariance", statistics.sampleCovariance(x, y).units());
    }
  }

  private static double mean(double... x) {
    return DoubleStream.of(x).average().orElseThrow();
  }

  private static double products(double[] x, double[] y) {
    double sum = 0;
    for (int i = 0; i < x.length; i++) {
      sum += (x[i] - mean(x)) * (y[i] - mean(y));
    }
    return sum;
  }

  private static void requireNear(
      double expected, Values outputs, String name, Format format, int units) {
    double actual = outputs.get(name)[0].doubleValue() * format.unit();
    assertEquals(expected, actual, units * format.unit(), name);
  }

  private static void requireDescribed(
      double[] x, double[] y, double[] z, Values outputs, Format format) {
    int n = x.length;
    requireNear(mean(x), outputs, "mean", format, 2);
    requireNear(mean(z), outputs, "meanOfIntegers", format, 2);
    requireNear(products(x, x) / n, outputs, "variance", format, 3);
    double deviation = Math.sqrt(products(x, x) / n);
    int units = n == 1 ? 1 << (format.f / 2 + 1) : (int) Math.ceil(2 + 3 / (2 * deviation));
    requireNear(deviation, outputs, "deviation", format, units);
    requireNear(products(x, y) / n, outputs, "covariance", format, 3);
    if (n > 1) {
      requireNear(products(x, x) / (n - 1), outputs, "sampleVariance", format, 3);
      requireNear(products(x, y) / (n - 1), outputs, "sampleCovariance", format, 3);
    }
  }

  private static long[] units(double[] x, Format format) {
    return DoubleStream.of(x).mapToLong(each -> (long) (each / format.unit())).toArray();
  }

  /** Draws numbers of which each is a number of units. */
  private static double[] draw(int n, double range, int seed, Format format) {
    Random random = new Random(seed);
    return DoubleStream.generate(
            () -> Math.rint((random.nextDouble() - 0.3) * range / format.unit()) * format.unit())
        .limit(n)
        .toArray();
  }

  private static void describe(int n, double range, Format format) throws Exception {
    double[] x = draw(n, range, n, format);
    double[] y = draw(n, range, n + 1, format);
    double[] z = DoubleStream.of(draw(n, 2000, n + 2, format)).map(Math::rint).toArray();
    VerifiedProgram program = DataRun.compile(b -> describe(b, format, n), 2, format.field);
    long[] integers = DoubleStream.of(z).mapToLong(each -> (long) each).toArray();
    Map<String, long[]> inputs =
        Map.of("x", units(x, format), "y", units(y, format), "z", integers);
    requireDescribed(x, y, z, DataRun.interpret(program, inputs), format);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 8, 100})
  void describesData(int n) throws Exception {
    describe(n, 200, USUAL);
    describe(n, 0.5, USUAL);
    describe(n, 400, WIDE);
  }

  @Test
  void sumsMayLeaveTheRange() throws Exception {
    describe(700, 200, USUAL);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void describesDataAtRealParties(int parties) throws Exception {
    double[] x = {1.5, -2.25, 100, 0.125, 3};
    double[] y = {-1, 2, 3, 99, 0};
    double[] z = {7, -9, 1, 1, 0};
    VerifiedProgram program = DataRun.compile(b -> describe(b, USUAL, 5), parties);
    Map<String, BigInteger[]> inputs =
        Map.of(
            "x", DataRun.numbers(units(x, USUAL)),
            "y", DataRun.numbers(units(y, USUAL)),
            "z", DataRun.numbers(7, -9, 1, 1, 0));
    for (Values outputs : DataRun.run(program, inputs)) {
      requireDescribed(x, y, z, outputs, USUAL);
    }
  }

  @ParameterizedTest
  @CsvSource({"p128, 31, 16", "p192, 64, 32", "p128, 20, 12"})
  void theLogisticFunctionIsAsExactAsItSays(String field, int k, int f) throws Exception {
    Format format = new Format(field, k, f);
    double least = -Math.scalb(1.0, k - 1 - f);
    double[] x = new double[503];
    Arrays.setAll(x, i -> i < 500 ? (i - 250) / 25.0 : 0);
    x[500] = least;
    x[501] = -least - format.unit();
    x[502] = Math.scalb(1.0, Math.min(10, k - 2 - f));
    VerifiedProgram program =
        DataRun.compile(
            b -> {
              FixedPoint fixed = format.of(b);
              b.output("s", new Sigmoid(fixed).of(fixed.inputs("x", 0, x.length)).units());
            },
            2,
            field);
    BigInteger[] s = DataRun.interpret(program, Map.of("x", units(x, format))).get("s");
    long[] given = units(x, format);
    for (int i = 0; i < x.length; i++) {
      double at = given[i] * format.unit();
      double error = Math.abs(s[i].doubleValue() * format.unit() - Sigmoid.plain(at));
      double bound = at < -8 || at >= 8 ? 3.4e-4 : 8.2e-5 + 4 * format.unit();
      assertTrue(error < bound, at + ": " + error);
    }
  }

  private static SecureProgram multiplying(int m, int p, int q) {
    return b -> {
      FixedPoint fixed = USUAL.of(b);
      SecretFixed x = fixed.inputs("x", 0, m * p);
      SecretFixed y = fixed.inputs("y", 1, p * q);
      FixedMatrix right = new FixedMatrix(columns(y, p, q));
      FixedMatrix product = new FixedMatrix(columns(x, m, p)).times(right);
      b.output("z", fixed.join(product.columns().toArray(SecretFixed[]::new)).units());
      b.output("first", new FixedMatrix(columns(x, m, p)).times(right.columns().get(0)).units());
    };
  }

  private static List<SecretFixed> columns(SecretFixed all, int m, int p) {
    SecretFixed[] columns = new SecretFixed[p];
    Arrays.setAll(columns, i -> all.slice(i * m, m));
    return List.of(columns);
  }

  @ParameterizedTest
  @CsvSource({"1, 1, 1", "3, 2, 4", "1, 5, 2", "7, 1, 3"})
  void multipliesMatrices(int m, int p, int q) throws Exception {
    double[] x = draw(m * p, 50, 1, USUAL);
    double[] y = draw(p * q, 50, 2, USUAL);
    Values outputs =
        DataRun.interpret(
            DataRun.compile(multiplying(m, p, q), 2),
            Map.of("x", units(x, USUAL), "y", units(y, USUAL)));
    for (int row = 0; row < m; row++) {
      for (int column = 0; column < q; column++) {
        double sum = 0;
        for (int i = 0; i < p; i++) {
          sum += x[i * m + row] * y[column * p + i];
        }
        double entry = outputs.get("z")[column * m + row].doubleValue() * USUAL.unit();
        assertEquals(sum, entry, USUAL.unit());
        if (column == 0) {
          double first = outputs.get("first")[row].doubleValue() * USUAL.unit();
          assertEquals(sum, first, USUAL.unit());
        }
      }
    }
  }

  @Test
  void whatCannotBeIsRefused() {
    requireRefused(
        "a sample has 2 values", fixed -> new Statistics(fixed).sampleVariance(fixed.constant(1)));
    requireRefused("not 1 and 30", fixed -> new Sigmoid(new FixedPoint(fixed.builder(), 31, 1)));
    requireRefused("columns of one length", fixed -> new FixedMatrix(List.of()));
    requireRefused(
        "2 columns is multiplied by one of 1 rows",
        fixed -> {
          SecretFixed x = fixed.constant(1);
          new FixedMatrix(List.of(x, x)).times(x);
        });
  }

  private static void requireRefused(String message, Consumer<FixedPoint> use) {
    Exception e =
        assertThrows(Exception.class, () -> DataRun.compile(b -> use.accept(new FixedPoint(b)), 2));
    assertTrue(e.getMessage().contains(message), e.getMessage());
  }
}
