package org.schurmpc.core.field;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.schurmpc.core.field.FieldCases.AT;
import static org.schurmpc.core.field.FieldCases.assertValues;
import static org.schurmpc.core.field.FieldCases.elements;
import static org.schurmpc.core.field.FieldCases.field;
import static org.schurmpc.core.field.FieldCases.values;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Elements as numbers, against big integers. */
class NumbersTest {
  private static final String NAMES = "org.schurmpc.core.field.FieldCases#names";
  private static final BigInteger TWO_64 = BigInteger.TWO.pow(64);
  private final Random random = new Random(4713);

  @FunctionalInterface
  private interface Operation {
    void on(long[] a, int aAt, long[] b, int bAt, long[] to, int toAt, int n);
  }

  @FunctionalInterface
  private interface Shift {
    void on(long[] a, int aAt, int k, long[] to, int toAt, int n);
  }

  @FunctionalInterface
  private interface Oracle {
    BigInteger of(BigInteger a, BigInteger b);
  }

  /** Further numbers of every length, and those at which a digit of a quotient is guessed wrong. */
  private List<BigInteger> lengths(Field field) {
    List<BigInteger> all = values(field, 3, random);
    for (int bits = 1; bits < field.bits(); bits += 29) {
      all.add(new BigInteger(bits, random));
      all.add(BigInteger.TWO.pow(bits).subtract(BigInteger.ONE));
      all.add(BigInteger.TWO.pow(bits));
      all.add(BigInteger.TWO.pow(bits).add(BigInteger.TWO.pow(bits / 2)));
    }
    all.removeIf(each -> each.compareTo(field.order()) >= 0);
    return all;
  }

  private void check(Field field, String what, Operation operation, Oracle oracle) {
    List<BigInteger> as = new ArrayList<>();
    List<BigInteger> bs = new ArrayList<>();
    for (BigInteger a : lengths(field)) {
      for (BigInteger b : lengths(field)) {
        as.add(a);
        bs.add(b);
      }
    }
    List<BigInteger> expected = new ArrayList<>();
    for (int i = 0; i < as.size(); i++) {
      expected.add(oracle.of(as.get(i), bs.get(i)).mod(field.order()));
    }
    int n = as.size();
    long[] a = elements(field, as);
    long[] b = elements(field, bs);
    long[] to = new long[a.length + 1];
    to[a.length] = 77;
    operation.on(a, AT, b, AT, to, AT, n);
    assertValues(field, expected, to, what);
    assertEquals(77, to[a.length], "writes no more");
    operation.on(a, AT, b, AT, b, AT, n);
    assertValues(field, expected, b, what + " in place");
  }

  @ParameterizedTest
  @MethodSource(NAMES)
  void quotientsAndBits(String name) {
    Field field = field(name);
    Numbers numbers = new Numbers(field);
    check(field, "quotient", numbers::divide, (a, b) -> b.signum() == 0 ? b : a.divide(b));
    check(field, "remainder", numbers::remainder, (a, b) -> b.signum() == 0 ? a : a.mod(b));
    check(field, "and", numbers::and, BigInteger::and);
    check(field, "or", numbers::or, BigInteger::or);
    check(field, "xor", numbers::xor, BigInteger::xor);
  }

  /** The first digit is guessed as 2^32 - 1 and is 2^32 - 3. */
  @Test
  void aDigitTwoTooLargeIsCorrected() {
    BigInteger a = new BigInteger("7ffffffffffffffd00000001", 16);
    BigInteger b = new BigInteger("80000000ffffffff", 16);
    Field field = field("p128");
    Numbers numbers = new Numbers(field);
    long[] to = new long[field.limbs()];
    numbers.divide(field.element(a), 0, field.element(b), 0, to, 0, 1);
    assertEquals(a.divide(b), field.toBigInteger(to, 0));
    numbers.remainder(field.element(a), 0, field.element(b), 0, to, 0, 1);
    assertEquals(a.mod(b), field.toBigInteger(to, 0));
  }

  @ParameterizedTest
  @MethodSource(NAMES)
  void shifts(String name) {
    Field field = field(name);
    Numbers numbers = new Numbers(field);
    for (int k : new int[] {0, 1, 31, 32, 39, 40, 63, 64, 65, 127, 128, 200, 256, 1000, 1 << 30}) {
      check(field, k, numbers::shiftRight, a -> a.shiftRight(k));
      check(field, k, numbers::mod2k, a -> k > 300 ? a : a.mod(BigInteger.TWO.pow(k)));
      if (k <= 1000 || !field.isBinary()) {
        BigInteger power = field.isBinary() ? BigInteger.TWO.pow(k) : power(field, k);
        check(field, k, numbers::shiftLeft, a -> a.multiply(power));
      }
    }
    long[] a = field.element(1);
    assertThrows(IllegalArgumentException.class, () -> numbers.shiftLeft(a, 0, -1, a, 0, 1));
    numbers.shiftLeft(a, 0, Integer.MAX_VALUE, a, 0, 1);
    numbers.shiftRight(a, 0, Integer.MAX_VALUE, a, 0, 1);
    assertArrayEquals(new long[field.limbs()], a);
  }

  private static BigInteger power(Field field, int k) {
    return BigInteger.TWO.modPow(BigInteger.valueOf(k), field.order());
  }

  private void check(Field field, int k, Shift shift, UnaryOperator<BigInteger> oracle) {
    List<BigInteger> values = lengths(field);
    List<BigInteger> expected =
        values.stream().map(oracle).map(each -> each.mod(field.order())).toList();
    long[] a = elements(field, values);
    long[] to = new long[a.length];
    shift.on(a, AT, k, to, AT, values.size());
    assertValues(field, expected, to, "by " + k);
    shift.on(a, AT, k, a, AT, values.size());
    assertValues(field, expected, a, "in place by " + k);
  }

  @ParameterizedTest
  @MethodSource(NAMES)
  void order(String name) {
    Field field = field(name);
    Numbers numbers = new Numbers(field);
    List<BigInteger> values = lengths(field);
    int n = values.size();
    long[] a = elements(field, values);
    long[] to = new long[n];
    for (int i = 0; i < n; i++) {
      long[] same = new long[a.length];
      for (int j = 0; j < n; j++) {
        field.fromBigInteger(values.get(i), same, AT + j * field.limbs());
      }
      numbers.compare(same, AT, a, AT, to, 0, n);
      for (int j = 0; j < n; j++) {
        assertEquals(values.get(i).compareTo(values.get(j)), to[j]);
      }
    }
  }

  @ParameterizedTest
  @MethodSource(NAMES)
  void words(String name) {
    Field field = field(name);
    List<BigInteger> values = lengths(field);
    int n = values.size();
    int w = field.limbs();
    long[] a = elements(field, values);
    long[] words = new long[n * w + 1];
    field.toNumbers(a, AT, words, 1, n);
    for (int i = 0; i < n; i++) {
      assertEquals(values.get(i), LimbField.toNumber(words, 1 + i * w, w));
    }
    long[] back = a.clone();
    Arrays.fill(back, AT, back.length, -1);
    assertTrue(field.fromNumbers(words, 1, back, AT, n));
    assertArrayEquals(a, back);
    assertTrue(field.fromNumbers(words, 1, words, 1, n), "in place");
    assertArrayEquals(Arrays.copyOfRange(a, AT, a.length), Arrays.copyOfRange(words, 1, n * w + 1));
    if (field.order().bitLength() <= 64 * w) {
      LimbField.fromNumber(field.order(), words, 1 + (n - 1) * w, w);
      assertFalse(field.fromNumbers(words, 1, back, AT, n), "the order is none");
    }
  }

  @ParameterizedTest
  @MethodSource(NAMES)
  void integersWithSign(String name) {
    Field field = field(name);
    Numbers numbers = new Numbers(field);
    long[] longs = random.longs(200).toArray();
    long[] edges = {0, 1, -1, 2, -2, Long.MAX_VALUE, Long.MIN_VALUE, Long.MIN_VALUE + 1, 1L << 31};
    System.arraycopy(edges, 0, longs, 0, edges.length);
    List<BigInteger> expected = new ArrayList<>();
    for (long each : longs) {
      BigInteger signed = BigInteger.valueOf(each);
      expected.add((field.isBinary() ? signed.mod(TWO_64) : signed).mod(field.order()));
    }
    long[] a = new long[AT + longs.length * field.limbs()];
    numbers.fromLongs(longs, 0, a, AT, longs.length);
    assertValues(field, expected, a, "integers");
    List<BigInteger> values = lengths(field);
    values.addAll(expected);
    long[] to = new long[1];
    for (BigInteger value : values) {
      BigInteger integer = integer(field, value);
      boolean fits = numbers.toLongs(field.element(value), 0, to, 0, 1);
      assertEquals(integer.bitLength() <= 63, fits, value.toString());
      assertTrue(!fits || integer.longValue() == to[0], value.toString());
    }
    assertEquals(
        expected.stream().allMatch(value -> integer(field, value).bitLength() <= 63),
        numbers.toLongs(a, AT, new long[longs.length], 0, longs.length));
  }

  /** The integer with sign; in characteristic 2, one of more than 64 bits if the number has. */
  private static BigInteger integer(Field field, BigInteger value) {
    if (field.isBinary()) {
      return value.bitLength() <= 64 ? BigInteger.valueOf(value.longValue()) : value;
    }
    boolean negative = value.compareTo(field.order().shiftRight(1)) > 0;
    return negative ? value.subtract(field.order()) : value;
  }
}
