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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.field.Fields;
import org.schurmpc.spdz.share.OpeningMode;
import org.schurmpc.vm.compile.CompileOptions;
import org.schurmpc.vm.compile.Compiler;
import org.schurmpc.vm.lang.SecretBitVector;
import org.schurmpc.vm.lang.SecretInts;
import org.schurmpc.vm.lang.SecureProgram;
import org.schurmpc.vm.machine.Values;
import org.schurmpc.vm.machine.plain.Interpreter;
import org.schurmpc.vm.machine.spdz.VmRun;
import org.schurmpc.vm.verify.VerifiedProgram;

/** Fixed-point numbers against BigDecimal, in the clear and at real parties. */
class FixedPointTest {
  private static final MathContext DIGITS = new MathContext(60);

  private static FixedFunction exact(
      String name, FixedFunction.InProgram inProgram, FixedFunction.Plain plain) {
    return new FixedFunction(name, inProgram, plain, 0);
  }

  private static SecretFixed number(SecretFixed x, SecretBitVector bits) {
    return x.format().of(bits.asInts());
  }

  private static BigDecimal bit(boolean value, BigDecimal one) {
    return value ? one : BigDecimal.ZERO;
  }

  private static List<FixedFunction> sums() {
    return List.of(
        exact("+", (x, y) -> x.plus(y), (x, y, one) -> x.add(y)),
        exact("-", (x, y) -> x.minus(y), (x, y, one) -> x.subtract(y)),
        exact("negate", (x, y) -> x.negate(), (x, y, one) -> x.negate()),
        exact("+ 0.5", (x, y) -> x.plus(0.5), (x, y, one) -> x.add(half(one))),
        exact("- 0.5", (x, y) -> x.minus(0.5), (x, y, one) -> x.subtract(half(one))),
        exact("min", (x, y) -> x.min(y), (x, y, one) -> x.min(y)),
        exact("max", (x, y) -> x.max(y), (x, y, one) -> x.max(y)),
        exact("abs", (x, y) -> x.abs(), (x, y, one) -> x.abs()),
        exact(
            "choose",
            (x, y) -> x.format().choose(x.lessThan(0), y, x),
            (x, y, one) -> x.signum() < 0 ? y : x));
  }

  private static BigDecimal half(BigDecimal one) {
    return one.divide(BigDecimal.valueOf(2));
  }

  private static List<FixedFunction> comparisons() {
    return List.of(
        exact("<", (x, y) -> number(x, x.lessThan(y)), (x, y, one) -> bit(x.compareTo(y) < 0, one)),
        exact("<=", (x, y) -> number(x, x.atMost(y)), (x, y, one) -> bit(x.compareTo(y) <= 0, one)),
        exact(
            ">",
            (x, y) -> number(x, x.greaterThan(y)),
            (x, y, one) -> bit(x.compareTo(y) > 0, one)),
        exact(
            ">=", (x, y) -> number(x, x.atLeast(y)), (x, y, one) -> bit(x.compareTo(y) >= 0, one)),
        exact(
            "< 0.5",
            (x, y) -> number(x, x.lessThan(0.5)),
            (x, y, one) -> bit(x.compareTo(half(one)) < 0, one)),
        exact(
            "<= 0.5",
            (x, y) -> number(x, x.atMost(0.5)),
            (x, y, one) -> bit(x.compareTo(half(one)) <= 0, one)),
        exact(
            "> 0.5",
            (x, y) -> number(x, x.greaterThan(0.5)),
            (x, y, one) -> bit(x.compareTo(half(one)) > 0, one)),
        exact(
            ">= 0.5",
            (x, y) -> number(x, x.atLeast(0.5)),
            (x, y, one) -> bit(x.compareTo(half(one)) >= 0, one)));
  }

  private static BigDecimal product(BigDecimal x, BigDecimal y, BigDecimal one) {
    return x.multiply(y).divide(one);
  }

  private static List<FixedFunction> products() {
    List<FixedFunction> all = new ArrayList<>();
    all.add(new FixedFunction("*", (x, y) -> x.times(y), FixedPointTest::product, 1));
    all.add(
        exact(
            "exact *",
            (x, y) -> x.timesExact(y),
            (x, y, one) -> product(x, y, one).setScale(0, RoundingMode.FLOOR)));
    all.add(new FixedFunction("^2", (x, y) -> x.square(), (x, y, one) -> product(x, x, one), 1));
    all.add(exact("* 3", (x, y) -> x.times(3), (x, y, one) -> x.multiply(BigDecimal.valueOf(3))));
    all.add(exact("* -1", (x, y) -> x.times(-1), (x, y, one) -> x.negate()));
    for (double c :
        new double[] {0.1, -0.3, 1e-3, 2.75, -1000.001, 1e-7, Math.PI, 1 / 3.0, 1e-30}) {
      BigDecimal constant = new BigDecimal(c);
      all.add(
          new FixedFunction(
              "* " + c, (x, y) -> x.times(c), (x, y, one) -> x.multiply(constant), 2));
      all.add(
          new FixedFunction(
              "/ " + c,
              (x, y) -> Math.abs(c) < 1e-5 ? x : x.dividedBy(c),
              (x, y, one) -> Math.abs(c) < 1e-5 ? null : x.divide(constant, DIGITS),
              2));
    }
    return all;
  }

  private static List<FixedFunction> all() {
    List<FixedFunction> all = new ArrayList<>();
    all.addAll(sums());
    all.addAll(comparisons());
    all.addAll(products());
    return all;
  }

  @ParameterizedTest
  @CsvSource({"p128, 31, 16", "p192, 64, 32", "p128, 24, 10"})
  void functionsAreRight(String field, int k, int f) throws Exception {
    FixedFunction.Format format = new FixedFunction.Format(field, k, f);
    format.check(all(), format.pairs(300), 1);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void functionsAreRightAtRealParties(int parties) throws Exception {
    FixedFunction.Format format = new FixedFunction.Format("p128", 31, 16);
    BigInteger[][] pairs = format.pairs(4);
    int n = pairs[0].length;
    for (int side = 0; side < 2; side++) {
      pairs[side] = Arrays.copyOfRange(pairs[side], n - 4, n);
    }
    VmRun run = new VmRun(format.compile(all(), 4, parties), Map.of("x", pairs[0], "y", pairs[1]));
    for (VmRun.End end : run.run(OpeningMode.ALL)) {
      assertNull(end.failure());
      format.requireRight(all(), end.outputs(), pairs);
    }
  }

  private static Values run(SecureProgram program, Map<String, long[]> inputs) throws Exception {
    VerifiedProgram verified = compile("p128", program);
    Values values = Interpreter.inputs(verified.program());
    for (Map.Entry<String, long[]> each : inputs.entrySet()) {
      values.set(
          each.getKey(),
          Arrays.stream(each.getValue()).mapToObj(BigInteger::valueOf).toArray(BigInteger[]::new));
    }
    return Interpreter.run(verified, values, 1).outputs();
  }

  private static VerifiedProgram compile(String field, SecureProgram program) throws Exception {
    CompileOptions options = CompileOptions.of(Fields.named(field), 2).withSigmaMask(40);
    return Compiler.compile(program, "fixed", options);
  }

  private static void requireUnits(Values outputs, String name, double error, double... numbers) {
    BigInteger[] found = outputs.get(name);
    assertEquals(numbers.length, found.length);
    for (int i = 0; i < numbers.length; i++) {
      assertEquals(numbers[i] * 65536, found[i].doubleValue(), error, name);
    }
  }

  @Test
  void oneElementCombinesWithAll() throws Exception {
    Values outputs =
        run(
            b -> {
              FixedPoint fixed = new FixedPoint(b).saturating();
              SecretFixed x = fixed.inputs("x", 0, 3);
              SecretFixed one = fixed.constant(1.5);
              fixed.output("sum", one.plus(x));
              fixed.output("difference", one.minus(x));
              fixed.output("product", one.times(x));
              fixed.output("least", one.min(x));
              fixed.output("most", x.max(one));
              b.output("below", one.lessThan(x));
              SecretInts three = b.secret(3).asVector();
              fixed.output("thrice", x.times(three));
              fixed.output("joined", fixed.join(one, x.slice(1, 2), fixed.of(three)));
            },
            Map.of("x", new long[] {65536, -65536 / 2, 2 * 65536}));
    requireUnits(outputs, "sum", 0, 2.5, 1, 3.5);
    requireUnits(outputs, "difference", 0, 0.5, 2, -0.5);
    requireUnits(outputs, "product", 0, 1.5, -0.75, 3);
    requireUnits(outputs, "least", 0, 1, -0.5, 1.5);
    requireUnits(outputs, "most", 0, 1.5, 1.5, 2);
    requireUnits(outputs, "thrice", 0, 3, -1.5, 6);
    requireUnits(outputs, "joined", 0, 1.5, -0.5, 2, 3);
    assertArrayEquals(
        new BigInteger[] {BigInteger.ZERO, BigInteger.ZERO, BigInteger.ONE}, outputs.get("below"));
  }

  @Test
  void sumsOfProductsAreRoundedOnce() throws Exception {
    int n = 1000;
    long[] x = new long[n];
    Arrays.fill(x, 255);
    Values outputs =
        run(
            b -> {
              FixedPoint fixed = new FixedPoint(b).saturating();
              SecretFixed v = fixed.inputs("x", 0, n);
              fixed.output("dot", v.dot(v));
              fixed.output("rows", fixed.dots(List.of(v, v.negate(), v), v));
              fixed.output("sum", v.sum());
            },
            Map.of("x", x));
    double dot = n * 255.0 * 255 / 65536 / 65536;
    requireUnits(outputs, "dot", 1, dot);
    requireUnits(outputs, "rows", 1, dot, -dot, dot);
    requireUnits(outputs, "sum", 0, n * 255.0 / 65536);
  }

  private static void requireRefused(String message, String field, SecureProgram program) {
    BadFile e = assertThrows(BadFile.class, () -> compile(field, program));
    assertTrue(e.getMessage().contains(message), e.getMessage());
  }

  @Test
  void productsNameTheirPrime() {
    requireRefused(
        "the product needs 128 bits, but p128 holds numbers of 127 bits: take a prime of 129 bits",
        "p128",
        b -> {
          SecretFixed x = new FixedPoint(b, 64, 32).inputs("x", 0, 1);
          x.format().output("y", x.saturating().times(x));
        });
    requireRefused(
        "masked values of 97 bits need a prime of 138 bits, and p128 has 128",
        "p128",
        b -> {
          SecretFixed x = new FixedPoint(b, 64, 32).inputs("x", 0, 20, 15).slice(0, 2);
          x.format().output("y", x.dot(x).times(x.dot(x).clamp(0, 1)));
        });
    requireRefused(
        "masked values of 127 bits need a prime of 168 bits, and p128 has 128",
        "p128",
        b -> {
          SecretFixed x = new FixedPoint(b, 64, 32).inputs("x", 0, 1);
          x.format().output("y", x.dividedBy(3));
        });
  }

  private static void requireOutOfRange(String bounds, FixedFunction.InProgram of) {
    requireRefused(
        bounds
            + ", and numbers of 31 bits, 16 of them behind the point, are below 16384: take narrower"
            + " inputs, clamp(), a wider format with a larger prime, or saturating() or checked()"
            + " arithmetic",
        "p128",
        b -> {
          FixedPoint fixed = new FixedPoint(b);
          fixed.output("out", of.of(fixed.inputs("x", 0, 3), fixed.inputs("y", 1, 3, 4)));
        });
  }

  @Test
  void whatCanLeaveTheRangeDoesNotCompile() {
    requireOutOfRange("a sum can be from -32768 to 32768", (x, y) -> x.plus(x));
    requireOutOfRange("a sum can be from -16400 to 16400", (x, y) -> x.minus(y));
    requireOutOfRange("a sum can be from -49152 to 49152", (x, y) -> x.sum());
    requireOutOfRange("the negated number can be from -16384 to 16384", (x, y) -> x.negate());
    requireOutOfRange("a product can be from -262144 to 262144", (x, y) -> x.times(y));
    requireOutOfRange("a product can be from -19660.8 to 19660.8", (x, y) -> x.times(1.2));
    requireOutOfRange("a square can be from 0 to 268435456", (x, y) -> x.square());
    requireOutOfRange("a sum of products can be from -786431.999 to 786432", (x, y) -> x.dot(y));
    requireOutOfRange("a quotient can be from -1048576 to 1048576", (x, y) -> y.dividedBy(y));
    requireOutOfRange("a quotient can be from -65536 to 65536", (x, y) -> x.format().reciprocal(x));
    requireOutOfRange("an exponential can be from 0 to 8885974.93", (x, y) -> x.format().exp(y));
    requireOutOfRange(
        "a number can be from -1073741824 to 1073741823", (x, y) -> x.format().of(x.units()));
  }

  @Test
  void whatStaysInTheRangeCompiles() throws Exception {
    Values outputs =
        run(
            b -> {
              FixedPoint fixed = new FixedPoint(b);
              SecretFixed x = fixed.inputs("x", 0, 3, 4);
              SecretFixed wide = x.times(x).plus(x);
              fixed.output("sums", wide.sum().minus(0.5));
              fixed.output("quotients", wide.dividedBy(x.abs().max(0.5)));
              fixed.output("exponentials", fixed.exp(x.min(2)));
              fixed.output("clamped", wide.clamp(-1, 1.5).times(wide));
              fixed.output("means", x.times(x).sum().dividedBy(3));
            },
            Map.of("x", new long[] {65536, -65536 / 2, 3 * 65536}));
    requireUnits(outputs, "sums", 3, 1 + 1 + 0.25 - 0.5 + 9 + 3 - 0.5);
    requireUnits(outputs, "quotients", 4, 2, -0.5, 4);
    requireUnits(outputs, "exponentials", 2, Math.E, Math.exp(-0.5), Math.exp(2));
    requireUnits(outputs, "clamped", 2, 3, 0.0625, 18);
    requireUnits(outputs, "means", 4, 10.25 / 3);
  }

  @Test
  void saturatingArithmeticTakesTheEnds() throws Exception {
    double end = 16384;
    double unit = 1 / 65536.0;
    Values outputs =
        run(
            b -> {
              FixedPoint fixed = new FixedPoint(b).saturating();
              SecretFixed x = fixed.inputs("x", 0, 3);
              fixed.output("sums", x.plus(x));
              fixed.output("products", x.times(x.get(1)));
              fixed.output("twice", x.times(2));
              fixed.output("power", x.times(x).times(x).times(x).times(x));
            },
            Map.of("x", new long[] {1073741823, -1073741824, 200 * 65536}));
    requireUnits(outputs, "sums", 0, end - unit, -end, 400);
    requireUnits(outputs, "products", 0, -end, end - unit, -end);
    requireUnits(outputs, "twice", 0, end - unit, -end, 400);
    requireUnits(outputs, "power", 0, end - unit, -end, end - unit);
  }

  private static void requireIllegal(String message, DoubleFunction<SecretFixed> of, double y) {
    IllegalArgumentException e = assertThrows(IllegalArgumentException.class, () -> of.apply(y));
    assertTrue(e.getMessage().contains(message), e.getMessage());
  }

  @Test
  void constantsAndFormatsOutsideOfTheirRangeAreRefused() throws Exception {
    compile(
        "p128",
        b -> {
          FixedPoint fixed = new FixedPoint(b).saturating();
          SecretFixed x = fixed.constant(16383.99998);
          requireIllegal("16384.0 is outside of the range", fixed::constant, 16384);
          requireIllegal("NaN is no fixed-point number", x::plus, Double.NaN);
          requireIllegal("NaN is no fixed-point number", x::times, Double.NaN);
          requireIllegal("divided by 0", x::dividedBy, 0);
          requireIllegal("out of their range", x::times, 0x1p30);
          requireIllegal("two formats", y -> x.plus(new FixedPoint(b, 32, 16).constant(y)), 1);
          requireIllegal("0 to 30 bits", y -> new FixedPoint(b, 31, 31).constant(y), 1);
          fixed.output("x", x);
        });
  }
}
