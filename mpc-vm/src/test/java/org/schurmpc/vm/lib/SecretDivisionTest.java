package org.schurmpc.vm.lib;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.vm.lang.IntType;

/** Division by secret numbers against BigInteger, in the clear and at real parties. */
class SecretDivisionTest {
  private static BigInteger floor(BigInteger x, BigInteger y) {
    if (y.signum() == 0) {
      return BigInteger.ZERO;
    }
    BigInteger[] both = x.divideAndRemainder(y);
    boolean down = both[1].signum() * y.signum() < 0;
    return down ? both[0].subtract(BigInteger.ONE) : both[0];
  }

  private static BigInteger rest(BigInteger x, BigInteger y) {
    return x.subtract(y.multiply(floor(x, y)));
  }

  private static List<Function> functions() {
    return List.of(
        new Function(
            "/",
            (b, x, y) -> new SecretDivision(b).quotient(x, y),
            (b, x, y) -> new SecretDivision(b).quotient(x, y),
            SecretDivisionTest::floor,
            0),
        new Function(
            "mod",
            (b, x, y) -> new SecretDivision(b).rest(x, y),
            (b, x, y) -> new SecretDivision(b).rest(x, y),
            SecretDivisionTest::rest,
            0));
  }

  /** Division of x by the low bits of y, which have another width. */
  private static List<Function> narrow(int bits) {
    IntType type = IntType.signed(bits);
    return List.of(
        new Function(
            "by narrow",
            (b, x, y) -> new SecretDivision(b).quotient(x, y.assumeFits(type)),
            (b, x, y) -> new SecretDivision(b).quotient(x, y.assumeFits(type)),
            SecretDivisionTest::floor,
            0),
        new Function(
            "narrow mod",
            (b, x, y) -> new SecretDivision(b).rest(y.assumeFits(type), x),
            (b, x, y) -> new SecretDivision(b).rest(y.assumeFits(type), x),
            (x, y) -> rest(y, x),
            0));
  }

  /** All pairs of numbers of some bits. */
  private static BigInteger[][] all(int bits) {
    int n = 1 << bits;
    BigInteger[][] pairs = new BigInteger[2][n * n];
    for (int i = 0; i < n * n; i++) {
      pairs[0][i] = BigInteger.valueOf(i / n - n / 2);
      pairs[1][i] = BigInteger.valueOf(i % n - n / 2);
    }
    return pairs;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void dividesAllSmallNumbers(int bits) throws Exception {
    FunctionRuns.compare(functions(), bits, all(bits), 1, 2);
  }

  @ParameterizedTest
  @ValueSource(ints = {16, 32, 36})
  void dividesAtTheEdgesOfTheRange(int bits) throws Exception {
    FunctionRuns.compare(functions(), bits, FunctionRuns.pairs(bits, 10), 1, 2);
  }

  /** Pairs x, y with x a multiple of y, or 1 more, or in most pairs 1 less. */
  private static BigInteger[][] multiples(int bits, int n) {
    Random random = new Random(bits);
    BigInteger[][] pairs = new BigInteger[2][n];
    for (int i = 0; i < n; i++) {
      int length = 1 + random.nextInt(bits - 1);
      BigInteger y = signed(new BigInteger(length, random), random);
      BigInteger q = signed(new BigInteger(bits - length, random), random);
      int off = Math.max(-1, random.nextInt(6) - 4);
      BigInteger x = q.multiply(y).add(BigInteger.valueOf(off));
      boolean fits = x.bitLength() < bits;
      pairs[0][i] = fits ? x : BigInteger.ZERO;
      pairs[1][i] = y;
    }
    return pairs;
  }

  private static BigInteger signed(BigInteger size, Random random) {
    return random.nextBoolean() ? size : size.negate();
  }

  @ParameterizedTest
  @CsvSource({"8, 500", "32, 2000"})
  void dividesAroundMultiples(int bits, int n) throws Exception {
    // Without the half that is subtracted, about 1 of 400 multiples less 1 would be wrong.
    FunctionRuns.compare(functions().subList(0, 1), bits, multiples(bits, n), 0, 1);
  }

  @Test
  void dividesNumbersOfDifferentWidths() throws Exception {
    BigInteger[][] pairs = {FunctionRuns.pairs(24, 1)[0], FunctionRuns.pairs(24, 1)[0]};
    BigInteger[] few = FunctionRuns.pairs(7, 1)[1];
    for (int i = 0; i < pairs[0].length; i++) {
      pairs[1][i] = few[i % few.length];
    }
    FunctionRuns.compare(narrow(7), 24, pairs, 1, 2);
  }

  @ParameterizedTest
  @Tag("slow")
  @ValueSource(ints = {6, 7, 8, 9, 14, 15, 17, 24, 28, 29, 30, 31, 33, 35})
  void dividesManyRanges(int bits) throws Exception {
    FunctionRuns.compare(functions(), bits, FunctionRuns.pairs(bits, 25), 0, 5);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void dividesAtRealParties(int parties) throws Exception {
    BigInteger[][] pairs = all(3);
    for (int side = 0; side < 2; side++) {
      pairs[side] = Arrays.copyOfRange(pairs[side], 2, 6);
    }
    FunctionRuns.compareAtParties(functions(), 3, pairs, parties);
  }

  @Test
  void theFieldHasRoomForTheMask() {
    BadFile e = assertThrows(BadFile.class, () -> FunctionRuns.compile(functions(), 37, 1, 0, 2));
    assertTrue(e.getMessage().contains("masked values of 89 bits need a prime of 130 bits"));
  }
}
