package org.schurmpc.vm.lib;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretBit;
import org.schurmpc.vm.lang.SecretBitVector;
import org.schurmpc.vm.lang.SecretBits;
import org.schurmpc.vm.lang.SecretInt;
import org.schurmpc.vm.lang.SecretInts;

/**
 * A function of the library on two integers, for vectors and for single values, and what it
 * computes.
 *
 * @param slack how far above the plain result another one is right
 */
record Function(
    String name, OnVectors vectors, OnValues values, BinaryOperator<BigInteger> plain, int slack) {
  /** The function in a program, on vectors. */
  interface OnVectors {
    SecretInts of(ProgramBuilder b, SecretInts x, SecretInts y);
  }

  /** The function in a program, on values. */
  interface OnValues {
    SecretInt of(ProgramBuilder b, SecretInt x, SecretInt y);
  }

  private static BigInteger bit(boolean value) {
    return value ? BigInteger.ONE : BigInteger.ZERO;
  }

  private static Function of(
      String name, OnVectors vectors, OnValues values, BinaryOperator<BigInteger> plain) {
    return new Function(name, vectors, values, plain, 0);
  }

  private static Function unary(
      String name, OnVectors vectors, OnValues values, UnaryOperator<BigInteger> plain) {
    return new Function(name, vectors, values, (x, y) -> plain.apply(x), 0);
  }

  /** Returns all functions that work on values of some bits. */
  static List<Function> all(int width) {
    List<Function> all = new ArrayList<>();
    comparisons(all);
    long middle = width < 3 ? 0 : 1L << (width - 3);
    for (long constant : new long[] {0, -1, middle}) {
      constants(all, constant);
    }
    selections(all);
    for (int m : new int[] {0, 1, 2, width / 2, width - 1, width, width + 3}) {
      shifts(all, m, width);
    }
    for (long d : new long[] {1, 2, 3, 7, 8, 10, 641, (1L << 31) - 1, (1L << 31) + 11}) {
      divisions(all, d);
    }
    all.add(unary("bits", Function::again, Function::again, x -> x));
    return all;
  }

  private static SecretInts ints(SecretBitVector bits) {
    return bits.asInts();
  }

  private static SecretInt ints(SecretBit bit) {
    return bit.asInt();
  }

  private static void comparisons(List<Function> all) {
    all.add(
        of(
            "<",
            (b, x, y) -> ints(new Comparison(b).lessThan(x, y)),
            (b, x, y) -> ints(new Comparison(b).lessThan(x, y)),
            (x, y) -> bit(x.compareTo(y) < 0)));
    all.add(
        of(
            "<=",
            (b, x, y) -> ints(new Comparison(b).atMost(x, y)),
            (b, x, y) -> ints(new Comparison(b).atMost(x, y)),
            (x, y) -> bit(x.compareTo(y) <= 0)));
    all.add(
        of(
            ">",
            (b, x, y) -> ints(new Comparison(b).greaterThan(x, y)),
            (b, x, y) -> ints(new Comparison(b).greaterThan(x, y)),
            (x, y) -> bit(x.compareTo(y) > 0)));
    all.add(
        of(
            ">=",
            (b, x, y) -> ints(new Comparison(b).atLeast(x, y)),
            (b, x, y) -> ints(new Comparison(b).atLeast(x, y)),
            (x, y) -> bit(x.compareTo(y) >= 0)));
    all.add(
        of(
            "=",
            (b, x, y) -> ints(new Equality(b).of(x, y)),
            (b, x, y) -> ints(new Equality(b).of(x, y)),
            (x, y) -> bit(x.equals(y))));
  }

  private static void constants(List<Function> all, long k) {
    BigInteger constant = BigInteger.valueOf(k);
    all.add(
        unary(
            "< " + k,
            (b, x, y) -> ints(new Comparison(b).lessThan(x, k)),
            (b, x, y) -> ints(new Comparison(b).lessThan(x, b.clear(k))),
            x -> bit(x.compareTo(constant) < 0)));
    all.add(
        unary(
            "<= " + k,
            (b, x, y) -> ints(new Comparison(b).atMost(x, b.clear(k).asVector())),
            (b, x, y) -> ints(new Comparison(b).atMost(x, k)),
            x -> bit(x.compareTo(constant) <= 0)));
    all.add(
        unary(
            "> " + k,
            (b, x, y) -> ints(new Comparison(b).greaterThan(x, k)),
            (b, x, y) -> ints(new Comparison(b).greaterThan(x, b.clear(k))),
            x -> bit(x.compareTo(constant) > 0)));
    all.add(
        unary(
            ">= " + k,
            (b, x, y) -> ints(new Comparison(b).atLeast(x, b.clear(k).asVector())),
            (b, x, y) -> ints(new Comparison(b).atLeast(x, k)),
            x -> bit(x.compareTo(constant) >= 0)));
    all.add(
        unary(
            "= " + k,
            (b, x, y) -> ints(new Equality(b).of(x, k)),
            (b, x, y) -> ints(new Equality(b).of(x, k)),
            x -> bit(x.equals(constant))));
  }

  private static void selections(List<Function> all) {
    all.add(
        of(
            "min",
            (b, x, y) -> new Comparison(b).min(x, y),
            (b, x, y) -> new Comparison(b).min(x, y),
            BigInteger::min));
    all.add(
        of(
            "max",
            (b, x, y) -> new Comparison(b).max(x, y),
            (b, x, y) -> new Comparison(b).max(x, y),
            BigInteger::max));
    all.add(
        unary(
            "abs",
            (b, x, y) -> new Comparison(b).abs(x),
            (b, x, y) -> new Comparison(b).abs(x),
            BigInteger::abs));
    all.add(
        unary(
            "sign",
            (b, x, y) -> new Comparison(b).sign(x),
            (b, x, y) -> new Comparison(b).sign(x),
            x -> BigInteger.valueOf(x.signum())));
  }

  private static void shifts(List<Function> all, int m, int width) {
    all.add(
        unary(
            "<< " + m,
            (b, x, y) -> new Shift(b).left(x, m),
            (b, x, y) -> new Shift(b).left(x, m),
            x -> x.shiftLeft(m)));
    all.add(
        unary(
            ">> " + m,
            (b, x, y) -> new Shift(b).right(x, m),
            (b, x, y) -> new Shift(b).right(x, m),
            x -> x.shiftRight(m)));
    all.add(
        unary(
            "mod 2^" + m,
            (b, x, y) -> new Shift(b).lowBits(x, m),
            (b, x, y) -> new Shift(b).lowBits(x, m),
            x -> x.mod(BigInteger.TWO.pow(m))));
    if (m < width) {
      all.add(
          new Function(
              "about >> " + m,
              (b, x, y) -> new Shift(b).rightProbabilistic(x, m),
              (b, x, y) -> new Shift(b).rightProbabilistic(x, m),
              (x, y) -> x.shiftRight(m),
              m == 0 ? 0 : 1));
    }
  }

  private static BigInteger floor(BigInteger x, long d) {
    return x.subtract(x.mod(BigInteger.valueOf(d))).divide(BigInteger.valueOf(d));
  }

  private static void divisions(List<Function> all, long d) {
    all.add(
        unary(
            "/ " + d,
            (b, x, y) -> new Division(b).quotient(x, d),
            (b, x, y) -> new Division(b).quotient(x, d),
            x -> floor(x, d)));
    all.add(
        unary(
            "mod " + d,
            (b, x, y) -> new Division(b).rest(x, d),
            (b, x, y) -> new Division(b).rest(x, d),
            x -> x.mod(BigInteger.valueOf(d))));
  }

  /** Takes values apart and puts them together. */
  private static SecretInts again(ProgramBuilder b, SecretInts x, SecretInts unused) {
    List<SecretBitVector> bits = new BitDecomposition(b).of(x);
    Shift shift = new Shift(b);
    int top = bits.size() - 1;
    SecretInts sum = shift.left(bits.get(top).asInts(), top).negate();
    for (int i = 0; i < top; i++) {
      sum = sum.plus(shift.left(bits.get(i).asInts(), i)).assumeFits(IntType.signed(top + 3));
    }
    return sum;
  }

  private static SecretInt again(ProgramBuilder b, SecretInt x, SecretInt unused) {
    SecretBits<SecretInt> bits = new BitDecomposition(b).of(x);
    SecretInt sum = x.minus(bits.value());
    int top = bits.bits().size() - 1;
    Shift shift = new Shift(b);
    for (int i = 0; i <= top; i++) {
      SecretInt weighted = shift.left(bits.bits().get(i).asInt(), i);
      sum = i == top ? sum.minus(weighted) : sum.plus(weighted);
      sum = sum.assumeFits(IntType.signed(top + 3));
    }
    return sum;
  }
}
