package org.schurmpc.core.circuit.dsl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.math.BigInteger;
import java.util.SplittableRandom;
import java.util.function.BinaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.NumberLanes;

/** Operations on numbers give what BigInteger gives: all pairs of few bits, random ones of many. */
class ArithmeticTest {
  private static final int LANES = 1024;
  private static final int[] WIDTHS = {1, 2, 3, 4, 5, 13, 14, 16, 17, 32, 53, 64};

  private static long mask(int bits) {
    return bits == 64 ? -1 : (1L << bits) - 1;
  }

  private static BigInteger unsigned(long value, int bits) {
    BigInteger low = BigInteger.valueOf(value & mask(bits) & Long.MAX_VALUE);
    return bits == 64 && value < 0 ? low.setBit(63) : low;
  }

  private static BigInteger signed(long value, int bits) {
    return BigInteger.valueOf(value << (64 - bits) >> (64 - bits));
  }

  /** A number of any size, with long runs of equal bits more often than at random. */
  private static long number(SplittableRandom random) {
    return switch (random.nextInt(8)) {
      case 0 -> random.nextInt(3) - 1;
      case 1 -> Long.MIN_VALUE >> random.nextInt(64);
      case 2 -> (1L << random.nextInt(64)) - random.nextInt(2);
      default -> random.nextLong() >> random.nextInt(64);
    };
  }

  private static void check(
      Goal goal, boolean signed, BinaryOperator<UInt> operation, BinaryOperator<BigInteger> same) {
    for (int bits : WIDTHS) {
      TypedBuilder builder = new TypedBuilder(goal);
      builder.output(operation.apply(builder.inputUInt(bits), builder.inputUInt(bits)));
      Circuit circuit = builder.build();
      SplittableRandom random = new SplittableRandom(bits);
      long[][] inputs = new long[2][LANES];
      for (int lane = 0; lane < LANES; lane++) {
        inputs[0][lane] = (bits <= 5 ? lane : number(random)) & mask(bits);
        inputs[1][lane] = (bits <= 5 ? lane >> bits : number(random)) & mask(bits);
      }
      long[][] outputs = NumberLanes.evaluate(circuit, inputs);
      int outBits = circuit.outputWires();
      for (int lane = 0; lane < LANES; lane++) {
        long a = inputs[0][lane];
        long b = inputs[1][lane];
        BigInteger expected =
            signed
                ? same.apply(signed(a, bits), signed(b, bits))
                : same.apply(unsigned(a, bits), unsigned(b, bits));
        BigInteger result = unsigned(outputs[0][lane], Math.min(outBits, 64));
        if (outBits > 64) {
          result = result.add(unsigned(outputs[1][lane], outBits - 64).shiftLeft(64));
        }
        BigInteger modulus = BigInteger.ONE.shiftLeft(outBits);
        String what = "%s, %d bits: %x and %x".formatted(goal, bits, a, b);
        assertEquals(expected.mod(modulus), result, what);
      }
    }
  }

  private static void unsigned(
      Goal goal, BinaryOperator<UInt> operation, BinaryOperator<BigInteger> same) {
    check(goal, false, operation, same);
  }

  private static void signed(
      Goal goal, BinaryOperator<SInt> operation, BinaryOperator<BigInteger> same) {
    check(goal, true, (a, b) -> operation.apply(a.asSInt(), b.asSInt()).asUInt(), same);
  }

  private static SInt single(Bit bit) {
    return bit.builder().uint(bit.wire()).asSInt();
  }

  private static BigInteger single(boolean bit) {
    return bit ? BigInteger.ONE : BigInteger.ZERO;
  }

  private static BigInteger orIfZero(
      BigInteger divisor, BigInteger ifZero, BinaryOperator<BigInteger> of, BigInteger dividend) {
    return divisor.signum() == 0 ? ifZero : of.apply(dividend, divisor);
  }

  @ParameterizedTest
  @EnumSource
  void unsignedProductsAndQuotients(Goal goal) {
    BigInteger allOnes = BigInteger.ONE.negate();
    unsigned(goal, UInt::times, BigInteger::multiply);
    unsigned(goal, UInt::timesFull, BigInteger::multiply);
    unsigned(goal, (a, b) -> a.times(a), (a, b) -> a.multiply(a));
    unsigned(goal, UInt::dividedBy, (a, b) -> orIfZero(b, allOnes, BigInteger::divide, a));
    unsigned(goal, UInt::mod, (a, b) -> orIfZero(b, a, BigInteger::mod, a));
    unsigned(goal, (a, b) -> a.negate(), (a, b) -> a.negate());
  }

  @ParameterizedTest
  @EnumSource
  void productsOfNumbersOfDifferentSizes(Goal goal) {
    for (int bits : new int[] {0, 1, 7, 15, 31}) {
      unsigned(
          goal,
          (a, b) -> a.timesFull(b.extend(64).slice(0, bits)),
          (a, b) -> a.multiply(b.mod(BigInteger.ONE.shiftLeft(bits))));
    }
  }

  @ParameterizedTest
  @EnumSource
  void signedProductsAndQuotients(Goal goal) {
    BigInteger minusOne = BigInteger.ONE.negate();
    signed(goal, SInt::times, BigInteger::multiply);
    signed(goal, SInt::timesFull, BigInteger::multiply);
    signed(goal, SInt::dividedBy, (a, b) -> orIfZero(b, minusOne, BigInteger::divide, a));
    signed(goal, SInt::mod, (a, b) -> orIfZero(b, a, BigInteger::remainder, a));
    signed(goal, SInt::plus, BigInteger::add);
    signed(goal, SInt::minus, BigInteger::subtract);
    signed(goal, (a, b) -> a.negate(), (a, b) -> a.negate());
    signed(goal, (a, b) -> a.abs(), (a, b) -> a.abs());
    signed(goal, (a, b) -> a.extend(70), (a, b) -> a);
  }

  @ParameterizedTest
  @EnumSource
  void signedComparisons(Goal goal) {
    signed(goal, (a, b) -> single(a.less(b)), (a, b) -> single(a.compareTo(b) < 0));
    signed(goal, (a, b) -> single(a.atMost(b)), (a, b) -> single(a.compareTo(b) <= 0));
    signed(goal, (a, b) -> single(a.greater(b)), (a, b) -> single(a.compareTo(b) > 0));
    signed(goal, (a, b) -> single(a.atLeast(b)), (a, b) -> single(a.compareTo(b) >= 0));
    signed(goal, (a, b) -> single(a.isEqual(b)), (a, b) -> single(a.equals(b)));
    signed(goal, (a, b) -> single(a.isZero()), (a, b) -> single(a.signum() == 0));
    signed(goal, SInt::min, BigInteger::min);
    signed(goal, SInt::max, BigInteger::max);
    signed(goal, (a, b) -> b.sign().select(a, b), (a, b) -> b.signum() < 0 ? a : b);
    unsigned(goal, (a, b) -> single(a.greater(b)).asUInt(), (a, b) -> single(a.compareTo(b) > 0));
    unsigned(goal, (a, b) -> single(a.atLeast(b)).asUInt(), (a, b) -> single(a.compareTo(b) >= 0));
  }

  private static int amount(BigInteger by) {
    return by.min(BigInteger.valueOf(1000)).intValue();
  }

  @ParameterizedTest
  @EnumSource
  void shiftsBySecretAmounts(Goal goal) {
    unsigned(goal, UInt::shiftLeft, (a, b) -> a.shiftLeft(amount(b)));
    unsigned(goal, UInt::shiftRight, (a, b) -> a.shiftRight(amount(b)));
    signed(goal, (a, b) -> a.shiftRight(70), (a, b) -> a.shiftRight(70));
    signed(goal, (a, b) -> a.shiftRight(2), (a, b) -> a.shiftRight(2));
    signed(goal, (a, b) -> a.shiftLeft(sevenBits(b)), (a, b) -> a.shiftLeft(b.intValue() & 127));
    signed(goal, (a, b) -> a.shiftRight(sevenBits(b)), (a, b) -> a.shiftRight(b.intValue() & 127));
    for (int bits : WIDTHS) {
      rotations(goal, bits);
    }
  }

  private static UInt sevenBits(SInt a) {
    return a.extend(71).asUInt().slice(0, 7);
  }

  private static void rotations(Goal goal, int bits) {
    TypedBuilder builder = new TypedBuilder(goal);
    UInt a = builder.inputUInt(bits);
    UInt by = builder.inputUInt(7);
    builder.output(a.rotateLeft(by));
    builder.output(a.rotateRight(by));
    SplittableRandom random = new SplittableRandom(bits);
    long[][] inputs = new long[2][LANES];
    for (int lane = 0; lane < LANES; lane++) {
      inputs[0][lane] = number(random) & mask(bits);
      inputs[1][lane] = lane % 128;
    }
    long[][] outputs = NumberLanes.evaluate(builder.build(), inputs);
    for (int lane = 0; lane < LANES; lane++) {
      long x = inputs[0][lane];
      int turn = (int) inputs[1][lane] % bits;
      long left = turn == 0 ? x : (x << turn | x >>> (bits - turn)) & mask(bits);
      long right = turn == 0 ? x : (x >>> turn | x << (bits - turn)) & mask(bits);
      assertEquals(left, outputs[0][lane], bits + " bits, left by " + turn);
      assertEquals(right, outputs[1][lane], bits + " bits, right by " + turn);
    }
  }

  @ParameterizedTest
  @EnumSource
  void counts(Goal goal) {
    unsigned(goal, (a, b) -> a.popcount(), (a, b) -> BigInteger.valueOf(a.bitCount()));
    for (int bits : WIDTHS) {
      TypedBuilder builder = new TypedBuilder(goal);
      builder.output(builder.inputUInt(bits).leadingZeros());
      long[] inputs = new long[LANES];
      SplittableRandom random = new SplittableRandom(bits);
      for (int lane = 0; lane < LANES; lane++) {
        inputs[lane] = number(random) & mask(bits);
      }
      long[] outputs = NumberLanes.evaluate(builder.build(), inputs)[0];
      for (int lane = 0; lane < LANES; lane++) {
        int expected = Long.numberOfLeadingZeros(inputs[lane]) - (64 - bits);
        assertEquals(expected, outputs[lane], goal + " of " + inputs[lane]);
      }
    }
  }

  @Test
  void longConstants() {
    TypedBuilder builder = new TypedBuilder(Goal.FEWEST_ANDS);
    BigInteger value = BigInteger.ONE.shiftLeft(100).add(BigInteger.TEN);
    UInt a = builder.inputUInt(128);
    builder.output(a.plus(builder.constant(128, value)));
    builder.output(builder.signedConstant(70, -2));
    long[][] outputs =
        NumberLanes.evaluate(builder.build(), new long[] {-10, 1}, new long[] {-1L << 36, 7});
    assertEquals(0, outputs[0][0]);
    assertEquals((-1L << 36) + (1L << 36) + 1, outputs[1][0]);
    assertEquals(11, outputs[0][1]);
    assertEquals((1L << 36) + 7, outputs[1][1]);
    assertEquals(-2, outputs[2][0]);
    assertEquals(63, outputs[3][0]);
    BigInteger minusOne = BigInteger.ONE.negate();
    assertThrows(IllegalArgumentException.class, () -> builder.constant(8, minusOne));
  }
}
