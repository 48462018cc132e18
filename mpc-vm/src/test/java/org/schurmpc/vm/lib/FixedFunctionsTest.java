package org.schurmpc.vm.lib;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.field.Fields;
import org.schurmpc.spdz.share.OpeningMode;
import org.schurmpc.vm.compile.CompileOptions;
import org.schurmpc.vm.compile.Compiler;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lib.parts.Reals;
import org.schurmpc.vm.machine.Values;
import org.schurmpc.vm.machine.plain.Interpreter;
import org.schurmpc.vm.machine.spdz.VmRun;
import org.schurmpc.vm.verify.VerifiedProgram;

/** Division, roots, exponentials and sines of fixed-point numbers against BigDecimal and Math. */
class FixedFunctionsTest {
  private static final MathContext DIGITS = new MathContext(60);
  private static final BigDecimal PI =
      new BigDecimal("3.14159265358979323846264338327950288419716939937510582097494459");
  private static final double ERROR = 2;

  private static BigDecimal quotient(BigDecimal x, BigDecimal y, BigDecimal one) {
    return y.signum() == 0 ? BigDecimal.ZERO : x.multiply(one).divide(y, DIGITS);
  }

  private static FixedFunction of(
      String name, FixedFunction.InProgram inProgram, FixedFunction.Plain plain) {
    return new FixedFunction(name, inProgram, plain, ERROR);
  }

  private static BigDecimal sqrt(BigDecimal x, BigDecimal one) {
    return x.signum() < 0 ? BigDecimal.ZERO : x.multiply(one).sqrt(DIGITS);
  }

  private static BigDecimal reciprocalSqrt(BigDecimal x, BigDecimal one) {
    return x.signum() <= 0 ? BigDecimal.ZERO : one.multiply(one).divide(sqrt(x, one), DIGITS);
  }

  /** Returns a function by Java's double, whose part of 2^-52 is far below a unit. */
  private static FixedFunction.Plain doubles(DoubleUnaryOperator f) {
    return (x, y, one) ->
        new BigDecimal(f.applyAsDouble(x.divide(one, DIGITS).doubleValue())).multiply(one);
  }

  private static List<FixedFunction> all() {
    return List.of(
        of("/", (x, y) -> x.dividedBy(y), FixedFunctionsTest::quotient),
        of("1/x", (x, y) -> x.format().reciprocal(x), (x, y, one) -> quotient(one, x, one)),
        of("sqrt", (x, y) -> x.format().sqrt(x), (x, y, one) -> sqrt(x, one)),
        of("1/sqrt", (x, y) -> x.format().reciprocalSqrt(x), (x, y, one) -> reciprocalSqrt(x, one)),
        of("log", (x, y) -> x.format().log(x), doubles(x -> x <= 0 ? 0 : Math.log(x))),
        of("exp", (x, y) -> x.format().exp(x), FixedFunctionsTest::exp),
        of("sin", (x, y) -> x.format().sin(x), (x, y, one) -> turn(x, one, Math::sin)),
        of("cos", (x, y) -> x.format().cos(x), (x, y, one) -> turn(x, one, Math::cos)));
  }

  /** Returns a function by Java's double of x mod 2 pi. */
  private static BigDecimal turn(BigDecimal x, BigDecimal one, DoubleUnaryOperator f) {
    BigDecimal rest = x.divide(one, DIGITS).remainder(PI.add(PI));
    return new BigDecimal(f.applyAsDouble(rest.doubleValue())).multiply(one);
  }

  /** Returns e^x by the square of the square and so on of e^(x/2^12). */
  private static BigDecimal exp(BigDecimal units, BigDecimal y, BigDecimal one) {
    BigDecimal x = units.divide(one, DIGITS);
    if (x.abs().compareTo(BigDecimal.valueOf(50)) > 0) {
      return x.signum() < 0 ? BigDecimal.ZERO : null;
    }
    BigDecimal small = x.divide(BigDecimal.valueOf(4096), DIGITS);
    BigDecimal power = BigDecimal.ONE;
    for (int i = 30; i >= 1; i--) {
      power = BigDecimal.ONE.add(power.multiply(small).divide(BigDecimal.valueOf(i), DIGITS));
    }
    return power.pow(4096, DIGITS).multiply(one);
  }

  private static void check(FixedFunction.Format format, int random, int seeds) throws Exception {
    BigInteger[][] pairs = format.pairs(random);
    for (int seed = 1; seed <= seeds; seed++) {
      format.check(all(), pairs, seed);
    }
  }

  @ParameterizedTest
  @CsvSource({"p128, 31, 16, 200", "p256, 64, 32, 20"})
  void functionsAreRight(String field, int k, int f, int random) throws Exception {
    check(new FixedFunction.Format(field, k, f), random, 1);
  }

  @ParameterizedTest
  @Tag("slow")
  @CsvSource({
    "p128, 31, 16, 10000",
    "p256, 64, 32, 2000",
    "p128, 24, 12, 3000",
    "p128, 31, 14, 3000",
    "p192, 48, 24, 2000",
    "p192, 40, 10, 2000"
  })
  void functionsAreRightOnManyNumbers(String field, int k, int f, int random) throws Exception {
    check(new FixedFunction.Format(field, k, f), random, 2);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void functionsAreRightAtRealParties(int parties) throws Exception {
    FixedFunction.Format format = new FixedFunction.Format("p128", 31, 16);
    BigInteger[] x = units(3.75, -0.5);
    BigInteger[] y = units(-1.25, 100);
    VmRun run = new VmRun(format.compile(all(), 2, parties), Map.of("x", x, "y", y));
    for (VmRun.End end : run.run(OpeningMode.ALL)) {
      assertNull(end.failure());
      format.requireRight(all(), end.outputs(), new BigInteger[][] {x, y});
    }
  }

  private static BigInteger[] units(double... numbers) {
    return Arrays.stream(numbers)
        .mapToObj(each -> BigInteger.valueOf(Math.round(each * 65536)))
        .toArray(BigInteger[]::new);
  }

  private static void requireRefused(String message, String field, FixedFunction function) {
    FixedFunction.Format format = new FixedFunction.Format(field, 64, 32);
    BadFile e = assertThrows(BadFile.class, () -> format.compile(List.of(function), 1, 2));
    assertTrue(e.getMessage().contains(message), function.name() + ": " + e.getMessage());
  }

  @Test
  void functionsNameTheirPrime() {
    String[] needs = {
      "masked values of 164 bits need a prime of 205 bits, and p192 has 192",
      "masked values of 164 bits need a prime of 205 bits, and p192 has 192",
      "masked values of 113 bits need a prime of 154 bits, and p128 has 128",
      "masked values of 113 bits need a prime of 154 bits, and p128 has 128",
      "the product needs 128 bits, but p128 holds numbers of 127 bits: take a prime of 129 bits",
      "masked values of 143 bits need a prime of 184 bits, and p128 has 128",
      "masked values of 131 bits need a prime of 172 bits, and p128 has 128",
      "masked values of 131 bits need a prime of 172 bits, and p128 has 128"
    };
    for (int i = 0; i < needs.length; i++) {
      requireRefused(needs[i], i < 2 ? "p192" : "p128", all().get(i));
    }
  }

  @Test
  void zeroAndNegativeNumbersAreNormalised() throws Exception {
    BigInteger[] x =
        LongStream.of(0, 1, 5, 15, -1, -2, -5, -8, -16)
            .mapToObj(BigInteger::valueOf)
            .toArray(BigInteger[]::new);
    VerifiedProgram program =
        Compiler.compile(
            b -> {
              RealFunction.Normalised all =
                  RealFunction.Normalised.of(b, b.inputs("x", 0, IntType.signed(5), x.length), 5);
              b.output("value", all.value());
              b.output("power", all.power());
              b.output("sign", all.sign());
              b.output("positive", all.positive());
            },
            "normalised",
            CompileOptions.of(Fields.named("p128"), 2).withSigmaMask(40));
    Values inputs = Interpreter.inputs(program.program());
    inputs.set("x", x);
    Values outputs = Interpreter.run(program, inputs, 1).outputs();
    requireNumbers(outputs, "value", 8, 8, 10, 15, 16, 16, 10, 16, 16);
    requireNumbers(outputs, "power", 16, 8, 2, 1, 16, 8, 2, 2, 1);
    requireNumbers(outputs, "sign", 0, 1, 1, 1, -1, -1, -1, -1, -1);
    requireNumbers(outputs, "positive", 0, 1, 1, 1, 0, 0, 0, 0, 0);
  }

  private static void requireNumbers(Values outputs, String name, long... numbers) {
    long[] found = Arrays.stream(outputs.get(name)).mapToLong(BigInteger::longValueExact).toArray();
    assertArrayEquals(numbers, found, name);
  }

  private static void requireNear(double expected, BigDecimal found) {
    assertEquals(expected, found.doubleValue(), 1e-14);
  }

  @Test
  void realFunctionsAreThose() {
    for (double x : new double[] {0.5, 0.6, 0.75, 0.99}) {
      requireNear(Math.log(x), Reals.log(new BigDecimal(x)));
      requireNear(Math.exp(x), Reals.exp(new BigDecimal(x)));
      requireNear(Math.sin(Math.PI * x) / x, Reals.sineOverTurn(new BigDecimal(x * x)));
    }
    assertEquals(PI, Reals.PI.setScale(PI.scale(), RoundingMode.DOWN));
    // e^(ln 2) to 70 digits.
    BigDecimal two = Reals.exp(Reals.LN2).setScale(70, RoundingMode.HALF_EVEN);
    assertEquals(0, BigDecimal.valueOf(2).compareTo(two));
  }

  @Test
  void polynomialsOfLowDegreeAreFound() {
    List<BigDecimal> c =
        Reals.interpolated(t -> t.pow(3).subtract(t).add(BigDecimal.valueOf(5)), 4);
    double[] expected = {5, -1, 0, 1, 0};
    for (int i = 0; i < expected.length; i++) {
      assertEquals(expected[i], c.get(i).doubleValue(), 1e-60);
    }
  }
}
