package org.schurmpc.vm.lib;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BinaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.vm.lang.Bounds;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretInt;
import org.schurmpc.vm.lang.SecretInts;

/** Shifts by secret numbers, and lengths, against BigInteger, in the clear and at real parties. */
class SecretShiftTest {
  private static Function function(
      String name,
      Function.OnVectors vectors,
      Function.OnValues values,
      BinaryOperator<BigInteger> plain) {
    return new Function(name, vectors, values, plain, 0);
  }

  private static Bounds upTo(int most) {
    return new Bounds(BigInteger.ZERO, BigInteger.valueOf(most));
  }

  private static List<Function> shifts(int most) {
    return List.of(
        function(
            "2^s",
            (b, x, s) -> new SecretShift(b).power(s.assumeFits(upTo(most)), most),
            (b, x, s) -> new SecretShift(b).power(s.assumeFits(upTo(most)), most),
            (x, s) -> BigInteger.TWO.pow(s.intValue())),
        function(
            "x 2^s",
            (b, x, s) -> new SecretShift(b).left(x, s.assumeFits(upTo(most)), most),
            (b, x, s) -> new SecretShift(b).left(x, s.assumeFits(upTo(most)), most),
            (x, s) -> x.shiftLeft(s.intValue())),
        function(
            "x / 2^s",
            (b, x, s) -> new SecretShift(b).right(x, s.assumeFits(upTo(most)), most),
            (b, x, s) -> new SecretShift(b).right(x, s.assumeFits(upTo(most)), most),
            (x, s) -> x.shiftRight(s.intValue())));
  }

  private static SecretInts normalised(ProgramBuilder b, SecretInts x) {
    SecretInts size = x.assumeFits(IntType.unsigned(x.width() - 1));
    return new BitLength(b).of(size).normalising();
  }

  private static BigInteger power(BigInteger x, int bits) {
    return BigInteger.TWO.pow(bits - 1 - x.bitLength());
  }

  /** Functions of numbers that are not negative. */
  private static List<Function> lengths(int bits) {
    return List.of(
        function(
            "length",
            (b, x, y) -> new BitLength(b).of(x).bits(),
            (b, x, y) -> new BitLength(b).of(x.asVector()).bits().get(0),
            (x, y) -> BigInteger.valueOf(x.bitLength())),
        function(
            "not 0",
            (b, x, y) -> new BitLength(b).of(x).above().get(0).asInts(),
            (b, x, y) -> new BitLength(b).of(x.asVector()).above().get(0).get(0).asInt(),
            (x, y) -> BigInteger.valueOf(x.signum())),
        function(
            "normalising",
            (b, x, y) -> normalised(b, x),
            (b, x, y) -> normalised(b, x.asVector()).get(0),
            (x, y) -> power(x, bits)),
        function(
            "normalised",
            (b, x, y) -> x.times(normalised(b, x)),
            SecretShiftTest::timesNormalising,
            (x, y) -> x.multiply(power(x, bits))));
  }

  private static SecretInt timesNormalising(ProgramBuilder b, SecretInt x, SecretInt y) {
    return x.times(normalised(b, x.asVector()).get(0));
  }

  /** Pairs of all edges of the range with all shifts of a list. */
  private static BigInteger[][] pairs(List<BigInteger> x, int... shifts) {
    BigInteger[][] pairs = new BigInteger[2][x.size() * shifts.length];
    for (int i = 0; i < pairs[0].length; i++) {
      pairs[0][i] = x.get(i / shifts.length);
      pairs[1][i] = BigInteger.valueOf(shifts[i % shifts.length]);
    }
    return pairs;
  }

  private static void compareShifts(int bits, int most, int seeds) throws Exception {
    int[] shifts = new int[most + 1];
    Arrays.setAll(shifts, i -> i);
    BigInteger[][] pairs = pairs(FunctionRuns.edges(bits, 1), shifts);
    FunctionRuns.compare(shifts(most), bits, pairs, 1, seeds);
  }

  private static void compareLengths(int bits, int seeds) throws Exception {
    List<BigInteger> x = new ArrayList<>();
    for (int i = 0; i < bits; i++) {
      x.add(BigInteger.TWO.pow(i).subtract(BigInteger.ONE));
      if (i < bits - 1) {
        x.add(BigInteger.TWO.pow(i));
      }
    }
    FunctionRuns.compare(lengths(bits), bits, pairs(x, 0), 1, seeds);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5, 31})
  void shiftsAreRight(int most) throws Exception {
    compareShifts(Math.max(3, Integer.bitCount(most) + 2), most, 1);
    compareShifts(32, most, 1);
  }

  @Test
  void shiftsByFewBitsAreRight() throws Exception {
    BigInteger[][] pairs = pairs(FunctionRuns.edges(32, 1), 0, 1, 2, 3);
    Function narrow =
        function(
            "x / 2^s",
            (b, x, s) -> new SecretShift(b).right(x, s.assumeFits(IntType.unsigned(2)), 31),
            (b, x, s) -> new SecretShift(b).right(x, s.assumeFits(IntType.unsigned(2)), 31),
            (x, s) -> x.shiftRight(s.intValue()));
    FunctionRuns.compare(List.of(narrow), 32, pairs, 1, 1);
  }

  @ParameterizedTest
  @Tag("slow")
  @ValueSource(ints = {3, 4, 6, 7, 8, 15, 16, 17, 23, 24, 30, 32, 40})
  void shiftsAreRightForManyBounds(int most) throws Exception {
    compareShifts(9, most, 5);
    compareShifts(45, most, 2);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 25, 32})
  void lengthsAreRight(int bits) throws Exception {
    compareLengths(bits, 1);
  }

  @ParameterizedTest
  @Tag("slow")
  @ValueSource(ints = {5, 8, 9, 16, 17, 24, 33, 55, 60})
  void lengthsAreRightForManyWidths(int bits) throws Exception {
    compareLengths(bits, 5);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void functionsAreRightAtRealParties(int parties) throws Exception {
    List<BigInteger> x = List.of(BigInteger.valueOf(-32), BigInteger.ONE.negate());
    FunctionRuns.compareAtParties(shifts(5), 6, pairs(x, 0, 2, 5), parties);
    List<BigInteger> sizes = List.of(BigInteger.ZERO, BigInteger.ONE, BigInteger.valueOf(31));
    FunctionRuns.compareAtParties(lengths(6), 6, pairs(sizes, 0), parties);
  }

  private static void requireRefused(String reason, Function function) {
    BadFile e =
        assertThrows(BadFile.class, () -> FunctionRuns.compile(List.of(function), 30, 1, 0, 2));
    assertTrue(e.getMessage().contains(reason), e.getMessage());
  }

  @Test
  void refusesWhatItCannotDo() {
    Function shift =
        function(
            "x / 2^s",
            (b, x, s) -> new SecretShift(b).right(x, s, 7),
            (b, x, s) -> new SecretShift(b).right(x, s, 7),
            BigInteger::add);
    requireRefused("a shift can be from -536870912 to 536870911, which is not in 0 to 7", shift);
    requireRefused("the bound of a secret shift is 1 bit or more, not 0", shifts(0).get(0));
    requireRefused("masked values of 93 bits need a prime of 134 bits", shifts(63).get(2));
  }
}
