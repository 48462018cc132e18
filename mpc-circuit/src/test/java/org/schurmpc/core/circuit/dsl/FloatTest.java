package org.schurmpc.core.circuit.dsl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.function.BiConsumer;
import java.util.function.DoubleBinaryOperator;
import java.util.function.LongBinaryOperator;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.NumberLanes;

/** Floating-point operations give the bits that Java's own give. */
class FloatTest {
  private static final int LANES = 1 << 16;
  private static final int SLOW = 32;

  /** Two operands of 64 bits, of which a format takes the low ones, and what comes out. */
  private static void check(
      String name,
      int batches,
      FloatFormat format,
      Goal goal,
      BiConsumer<TypedBuilder, UInt[]> operation,
      LongBinaryOperator reference) {
    TypedBuilder builder = new TypedBuilder(goal);
    UInt[] operands = {builder.inputUInt(64), builder.inputUInt(64)};
    operation.accept(builder, operands);
    Circuit circuit = builder.build();
    FloatCases cases = new FloatCases(format, name.hashCode());
    for (int batch = 0; batch < batches; batch++) {
      long[][] inputs = batch == 0 ? cases.special(LANES) : cases.random(LANES);
      long[] results = NumberLanes.evaluate(circuit, inputs)[0];
      for (int lane = 0; lane < LANES; lane++) {
        long a = inputs[0][lane];
        long b = inputs[1][lane];
        long expected = reference.applyAsLong(a, b);
        if (expected != results[lane]) {
          assertEquals(
              Long.toHexString(expected),
              Long.toHexString(results[lane]),
              "%s %s of %x and %x".formatted(goal, name, a, b));
        }
      }
    }
  }

  private static int fast(Goal goal) {
    return goal == Goal.FEWEST_ANDS ? 2 : 1;
  }

  private interface Operation32 {
    Float32 apply(Float32 a, Float32 b);
  }

  private interface Operation64 {
    Float64 apply(Float64 a, Float64 b);
  }

  private interface FloatOperator {
    float apply(float a, float b);
  }

  private static Float32 low(UInt a) {
    return a.builder().float32(a.slice(0, 32).wires());
  }

  private static Float64 all(UInt a) {
    return a.builder().float64(a.wires());
  }

  private static long bits(float value) {
    return Float.floatToIntBits(value) & 0xFFFFFFFFL;
  }

  private static float f(long bits) {
    return Float.intBitsToFloat((int) bits);
  }

  private static double d(long bits) {
    return Double.longBitsToDouble(bits);
  }

  private static void check32(
      String name, int batches, Goal goal, Operation32 operation, FloatOperator reference) {
    check(
        name,
        batches,
        FloatFormat.BINARY32,
        goal,
        (builder, in) -> builder.output(operation.apply(low(in[0]), low(in[1]))),
        (a, b) -> bits(reference.apply(f(a), f(b))));
  }

  private static void check64(
      String name, int batches, Goal goal, Operation64 operation, DoubleBinaryOperator reference) {
    check(
        name,
        batches,
        FloatFormat.BINARY64,
        goal,
        (builder, in) -> builder.output(operation.apply(all(in[0]), all(in[1]))),
        (a, b) -> Double.doubleToLongBits(reference.applyAsDouble(d(a), d(b))));
  }

  private static void arithmetic(Goal goal, int batches) {
    check32("plus", batches, goal, Float32::plus, Float::sum);
    check32("minus", batches, goal, Float32::minus, (a, b) -> a - b);
    check32("times", batches, goal, Float32::times, (a, b) -> a * b);
    check32("dividedBy", batches, goal, Float32::dividedBy, (a, b) -> a / b);
    check32("squareRoot", batches, goal, (a, b) -> a.squareRoot(), (a, b) -> (float) Math.sqrt(a));
    check64("plus", batches, goal, Float64::plus, Double::sum);
    check64("minus", batches, goal, Float64::minus, (a, b) -> a - b);
    check64("times", batches, goal, Float64::times, (a, b) -> a * b);
    check64("dividedBy", batches, goal, Float64::dividedBy, (a, b) -> a / b);
    check64("squareRoot", batches, goal, (a, b) -> a.squareRoot(), (a, b) -> Math.sqrt(a));
  }

  @ParameterizedTest
  @EnumSource
  void arithmeticAgreesWithJava(Goal goal) {
    arithmetic(goal, fast(goal));
  }

  @Tag("slow")
  @ParameterizedTest
  @EnumSource
  void arithmeticAgreesWithJavaOnMillions(Goal goal) {
    arithmetic(goal, SLOW);
  }

  private static void comparisons(Goal goal, int batches) {
    check(
        "comparisons of binary32",
        batches,
        FloatFormat.BINARY32,
        goal,
        (builder, in) -> {
          Float32 a = low(in[0]);
          Float32 b = low(in[1]);
          builder.output(
              word(builder, a.less(b), a.atMost(b), a.greater(b), a.atLeast(b), a.isEqual(b)));
        },
        (a, b) -> compared(f(a), f(b)));
    check(
        "comparisons of binary64",
        batches,
        FloatFormat.BINARY64,
        goal,
        (builder, in) -> {
          Float64 a = all(in[0]);
          Float64 b = all(in[1]);
          builder.output(
              word(builder, a.less(b), a.atMost(b), a.greater(b), a.atLeast(b), a.isEqual(b)));
        },
        (a, b) -> compared(d(a), d(b)));
  }

  private static UInt word(TypedBuilder builder, Bit... bits) {
    int[] wires = new int[bits.length];
    for (int i = 0; i < wires.length; i++) {
      wires[i] = bits[i].wire();
    }
    return builder.uint(wires);
  }

  private static long compared(double a, double b) {
    return (a < b ? 1 : 0)
        | (a <= b ? 2 : 0)
        | (a > b ? 4 : 0)
        | (a >= b ? 8 : 0)
        | (a == b ? 16 : 0);
  }

  @ParameterizedTest
  @EnumSource
  void comparisonsAgreeWithJava(Goal goal) {
    comparisons(goal, fast(goal));
  }

  private static void unary(
      String name,
      int batches,
      FloatFormat format,
      Goal goal,
      BiConsumer<TypedBuilder, UInt> operation,
      LongUnaryOperator reference) {
    check(
        name,
        batches,
        format,
        goal,
        (builder, in) -> operation.accept(builder, in[0]),
        (a, b) -> reference.applyAsLong(a));
  }

  private static void conversions(Goal goal, int batches) {
    FloatFormat single = FloatFormat.BINARY32;
    FloatFormat twice = FloatFormat.BINARY64;
    long low = 0xFFFFFFFFL;
    unary(
        "f2d",
        batches,
        single,
        goal,
        (c, x) -> c.output(low(x).toFloat64()),
        a -> Double.doubleToLongBits(f(a)));
    unary(
        "d2f",
        batches,
        twice,
        goal,
        (c, x) -> c.output(all(x).toFloat32()),
        a -> bits((float) d(a)));
    unary(
        "f2i", batches, single, goal, (c, x) -> c.output(low(x).toSInt(32)), a -> (int) f(a) & low);
    unary("f2l", batches, single, goal, (c, x) -> c.output(low(x).toSInt(64)), a -> (long) f(a));
    unary(
        "d2i", batches, twice, goal, (c, x) -> c.output(all(x).toSInt(32)), a -> (int) d(a) & low);
    unary("d2l", batches, twice, goal, (c, x) -> c.output(all(x).toSInt(64)), a -> (long) d(a));
    unary(
        "f2u32",
        batches,
        single,
        goal,
        (c, x) -> c.output(low(x).toUInt(32)),
        a -> unsigned(f(a), 32));
    unary(
        "f2u64",
        batches,
        single,
        goal,
        (c, x) -> c.output(low(x).toUInt(64)),
        a -> unsigned(f(a), 64));
    unary(
        "d2u32",
        batches,
        twice,
        goal,
        (c, x) -> c.output(all(x).toUInt(32)),
        a -> unsigned(d(a), 32));
    unary(
        "d2u64",
        batches,
        twice,
        goal,
        (c, x) -> c.output(all(x).toUInt(64)),
        a -> unsigned(d(a), 64));
    unary(
        "d2u7", batches, twice, goal, (c, x) -> c.output(all(x).toUInt(7)), a -> unsigned(d(a), 7));
    unary(
        "d2s9",
        batches,
        twice,
        goal,
        (c, x) -> c.output(all(x).toSInt(9)),
        a -> Math.max(-256, Math.min(255, (int) d(a))) & 511);
    unary(
        "i2f",
        batches,
        single,
        goal,
        (c, x) -> c.output(Float32.of(x.slice(0, 32).asSInt())),
        a -> bits((float) (int) a));
    unary(
        "i2d",
        batches,
        single,
        goal,
        (c, x) -> c.output(Float64.of(x.slice(0, 32).asSInt())),
        a -> Double.doubleToLongBits((int) a));
    unary(
        "l2f",
        batches,
        twice,
        goal,
        (c, x) -> c.output(Float32.of(x.asSInt())),
        a -> bits((float) a));
    unary(
        "l2d",
        batches,
        twice,
        goal,
        (c, x) -> c.output(Float64.of(x.asSInt())),
        a -> Double.doubleToLongBits((double) a));
    unary(
        "u32f",
        batches,
        single,
        goal,
        (c, x) -> c.output(Float32.of(x.slice(0, 32))),
        a -> bits((float) (a & low)));
    unary(
        "u64f",
        batches,
        twice,
        goal,
        (c, x) -> c.output(Float32.of(x)),
        a -> bits(new BigInteger(Long.toUnsignedString(a)).floatValue()));
    unary(
        "u64d",
        batches,
        twice,
        goal,
        (c, x) -> c.output(Float64.of(x)),
        a -> Double.doubleToLongBits(new BigInteger(Long.toUnsignedString(a)).doubleValue()));
  }

  private static long unsigned(double value, int bits) {
    if (!(value > 0)) {
      return 0;
    }
    if (value >= Math.scalb(1.0, bits)) {
      return -1L >>> (64 - bits);
    }
    return new BigDecimal(value).toBigInteger().longValue();
  }

  @ParameterizedTest
  @EnumSource
  void conversionsAgreeWithJava(Goal goal) {
    conversions(goal, fast(goal));
  }

  @Tag("slow")
  @ParameterizedTest
  @EnumSource
  void comparisonsAndConversionsAgreeWithJavaOnMillions(Goal goal) {
    comparisons(goal, SLOW);
    conversions(goal, SLOW);
  }

  @Test
  void signsAreBits() {
    Goal goal = Goal.FEWEST_ANDS;
    unary(
        "-f",
        1,
        FloatFormat.BINARY32,
        goal,
        (c, x) -> c.output(low(x).negate()),
        a -> (a ^ 1L << 31) & 0xFFFFFFFFL);
    unary(
        "|f|",
        1,
        FloatFormat.BINARY32,
        goal,
        (c, x) -> c.output(low(x).abs()),
        a -> a & 0x7FFFFFFFL);
    unary(
        "-d",
        1,
        FloatFormat.BINARY64,
        goal,
        (c, x) -> c.output(all(x).negate()),
        a -> a ^ 1L << 63);
    unary(
        "|d|",
        1,
        FloatFormat.BINARY64,
        goal,
        (c, x) -> c.output(all(x).abs()),
        a -> a & Long.MAX_VALUE);
  }

  @Test
  void constantsFold() {
    TypedBuilder builder = new TypedBuilder(Goal.FEWEST_ANDS);
    builder.inputBit();
    builder.output(
        builder.constant(1.5).times(builder.constant(-7.25)).plus(builder.constant(0.1)));
    builder.output(builder.constant(2f).squareRoot().dividedBy(builder.constant(3f)));
    Circuit circuit = builder.build();
    long[][] outputs = NumberLanes.evaluate(circuit, new long[1]);
    assertEquals(1.5 * -7.25 + 0.1, d(outputs[0][0]));
    assertEquals((float) Math.sqrt(2) / 3, f(outputs[1][0]));
    assertThrows(IllegalArgumentException.class, () -> builder.float32(1, 2, 3));
  }
}
