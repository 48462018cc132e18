package org.schurmpc.core.field;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.schurmpc.core.abort.Refused;

/** Each field against the same one on big integers, at all alignments that the contract allows. */
class FieldAxiomsTest {
  private static final int AT = 3;

  private static BigInteger twoTo(int k, long plus) {
    return BigInteger.TWO.pow(k).add(BigInteger.valueOf(plus));
  }

  private static Stream<String> names() {
    BigInteger secp256k1 = twoTo(256, -(1L << 32) - 977);
    return Stream.concat(
        Stream.of("gf2_40", "gf2_64", "gf2_128", "p128"),
        Stream.of(
                twoTo(32, -5),
                twoTo(31, 11),
                twoTo(33, 0).nextProbablePrime(),
                twoTo(61, -1),
                twoTo(63, 29),
                twoTo(64, -59),
                twoTo(64, 13),
                twoTo(89, -1),
                twoTo(104, 0).nextProbablePrime(),
                twoTo(127, -1),
                twoTo(127, 29),
                twoTo(128, -173),
                twoTo(128, -(1L << 28)).nextProbablePrime(),
                twoTo(128, -(1L << 28) - 400).nextProbablePrime(),
                new BigInteger("d3b07384d113edec49eaa6238ad5ff01", 16).nextProbablePrime(),
                twoTo(128, 51),
                twoTo(192, -237),
                twoTo(192, 133),
                new BigInteger("5a827999b504f333f9de6484597d89b3754abe9f1d6f60bb", 16)
                    .nextProbablePrime(),
                twoTo(255, -19),
                twoTo(255, 95),
                twoTo(256, -189),
                secp256k1)
            .map(BigInteger::toString));
  }

  private final Random random = new Random(4711);

  private static Field field(String name) {
    try {
      return Fields.named(name);
    } catch (Refused e) {
      throw new AssertionError(e);
    }
  }

  private static ReferenceField reference(Field field) {
    return switch (field.name()) {
      case "gf2_40" -> new ReferenceBinaryField(40, 0x108401);
      case "gf2_64" -> new ReferenceBinaryField(64, 0x1b);
      case "gf2_128" -> new ReferenceBinaryField(128, 0x87);
      default -> new ReferencePrimeField(field.name(), field.order());
    };
  }

  /** Zero, one, the largest, all ones in some words, and random ones. */
  private List<BigInteger> values(Field field, int randomOnes) {
    BigInteger order = field.order();
    List<BigInteger> values = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      values.add(BigInteger.valueOf(i));
      values.add(order.subtract(BigInteger.valueOf(i + 1L)));
      values.add(order.shiftRight(1).add(BigInteger.valueOf(i)));
    }
    for (int i = 0; i < field.limbs(); i++) {
      values.add(BigInteger.TWO.pow(64 * i).mod(order));
      values.add(BigInteger.TWO.pow(64).subtract(BigInteger.ONE).shiftLeft(64 * i).mod(order));
    }
    for (int i = 0; i < randomOnes; i++) {
      values.add(new BigInteger(field.bits() + 64, random).mod(order));
    }
    return values;
  }

  private static long[] elements(Field field, List<BigInteger> values) {
    long[] elements = new long[AT + values.size() * field.limbs()];
    for (int i = 0; i < values.size(); i++) {
      field.fromBigInteger(values.get(i), elements, AT + i * field.limbs());
    }
    return elements;
  }

  private static void assertValues(Field field, List<BigInteger> expected, long[] a, String what) {
    for (int i = 0; i < expected.size(); i++) {
      int at = AT + i * field.limbs();
      assertEquals(expected.get(i), field.toBigInteger(a, at), what + " " + i);
      long[] form = Arrays.copyOfRange(a, at, at + field.limbs());
      assertArrayEquals(field.element(expected.get(i)), form, what + ": the one form");
    }
  }

  @FunctionalInterface
  private interface Operation {
    void on(long[] a, int aAt, long[] b, int bAt, long[] to, int toAt, int n);
  }

  @FunctionalInterface
  private interface Binary {
    BigInteger of(BigInteger a, BigInteger b);
  }

  private void check(Field field, String what, Operation operation, Binary oracle) {
    List<BigInteger> some = values(field, 12);
    List<BigInteger> as = new ArrayList<>();
    List<BigInteger> bs = new ArrayList<>();
    List<BigInteger> expected = new ArrayList<>();
    for (BigInteger a : some) {
      for (BigInteger b : some) {
        as.add(a);
        bs.add(b);
        expected.add(oracle.of(a, b));
      }
    }
    int n = as.size();
    long[] a = elements(field, as);
    long[] b = elements(field, bs);
    long[] to = new long[a.length + 1];
    to[a.length] = 77;
    to[AT - 1] = 78;
    operation.on(a, AT, b, AT, to, AT, n);
    assertValues(field, expected, to, what);
    assertEquals(77, to[a.length], "writes no more");
    assertEquals(78, to[AT - 1], "writes no more");
    long[] inPlace = a.clone();
    operation.on(inPlace, AT, b, AT, inPlace, AT, n);
    assertValues(field, expected, inPlace, what + " on its first operand");
    inPlace = b.clone();
    operation.on(a, AT, inPlace, AT, inPlace, AT, n);
    assertValues(field, expected, inPlace, what + " on its second operand");
    inPlace = a.clone();
    operation.on(inPlace, AT, inPlace, AT, inPlace, AT, n);
    assertValues(field, as.stream().map(x -> oracle.of(x, x)).toList(), inPlace, what + " twice");
  }

  @ParameterizedTest
  @MethodSource("names")
  void sumsDifferencesAndProducts(String name) {
    Field field = field(name);
    ReferenceField reference = reference(field);
    check(field, "sum", field::add, reference::plus);
    check(field, "difference", field::subtract, reference::minus);
    check(field, "product", field::multiply, reference::times);
  }

  @ParameterizedTest
  @MethodSource("names")
  void axioms(String name) {
    Field field = field(name);
    int w = field.limbs();
    long[] one = field.element(1);
    List<BigInteger> values = values(field, 20);
    int n = values.size();
    long[] a = elements(field, values);
    java.util.Collections.shuffle(values, random);
    long[] b = elements(field, values);
    java.util.Collections.shuffle(values, random);
    long[] c = elements(field, values);
    long[] left = new long[a.length];
    long[] right = new long[a.length];
    long[] part = new long[a.length];
    field.multiply(a, AT, b, AT, left, AT, n);
    field.multiply(left, AT, c, AT, left, AT, n);
    field.multiply(b, AT, c, AT, right, AT, n);
    field.multiply(a, AT, right, AT, right, AT, n);
    assertArrayEquals(left, right, "a (b c) = (a b) c");
    field.add(b, AT, c, AT, left, AT, n);
    field.multiply(a, AT, left, AT, left, AT, n);
    field.multiply(a, AT, b, AT, right, AT, n);
    field.multiply(a, AT, c, AT, part, AT, n);
    field.add(right, AT, part, AT, right, AT, n);
    assertArrayEquals(left, right, "a (b + c) = a b + a c");
    field.subtract(left, AT, part, AT, left, AT, n);
    field.multiply(b, AT, a, AT, right, AT, n);
    assertArrayEquals(left, right, "a b = b a");
    field.invert(a, AT, left, AT, n);
    field.multiply(a, AT, left, AT, right, AT, n);
    for (int i = AT; i < a.length; i += w) {
      long[] product = Arrays.copyOfRange(right, i, i + w);
      long[] element = Arrays.copyOfRange(a, i, i + w);
      assertArrayEquals(Arrays.equals(element, new long[w]) ? element : one, product, "inverse");
    }
    right = a.clone();
    field.invert(right, AT, right, AT, n);
    assertArrayEquals(left, right, "inverse in place");
  }

  @ParameterizedTest
  @MethodSource("names")
  void scaledAndAddedUp(String name) {
    Field field = field(name);
    ReferenceField reference = reference(field);
    int w = field.limbs();
    List<BigInteger> values = values(field, 8);
    int n = values.size();
    long[] a = elements(field, values);
    List<BigInteger> others = new ArrayList<>(values);
    java.util.Collections.shuffle(others, random);
    long[] b = elements(field, others);
    for (int i = 0; i < n; i++) {
      BigInteger s = others.get(i);
      long[] to = new long[a.length];
      field.scale(b, AT + i * w, a, AT, to, AT, n);
      List<BigInteger> scaled = values.stream().map(x -> reference.times(s, x)).toList();
      assertValues(field, scaled, to, "scaled");
      to = a.clone();
      field.scale(b, AT + i * w, to, AT, to, AT, n);
      assertValues(field, scaled, to, "scaled in place");
      to = b.clone();
      field.addScaled(b, AT + i * w, a, AT, to, AT, n);
      List<BigInteger> sums = new ArrayList<>();
      BigInteger sum = BigInteger.ZERO;
      for (int j = 0; j < n; j++) {
        sums.add(reference.plus(others.get(j), scaled.get(j)));
        BigInteger product = reference.times(values.get(j), others.get(j));
        sum = j < i ? reference.plus(sum, product) : sum;
      }
      if (i == 0) {
        assertValues(field, sums, to, "added");
      }
      long[] product = new long[AT + w];
      field.innerProduct(a, AT, b, AT, product, AT, i);
      assertValues(field, List.of(sum), product, "inner product");
    }
    long[] to = a.clone();
    field.addScaled(b, AT, to, AT, to, AT, n);
    BigInteger s = others.get(0);
    List<BigInteger> sums =
        values.stream().map(x -> reference.plus(x, reference.times(s, x))).toList();
    assertValues(field, sums, to, "added in place");
  }

  @ParameterizedTest
  @MethodSource("names")
  void longInnerProducts(String name) {
    Field field = field(name);
    ReferenceField reference = reference(field);
    for (int n : new int[] {127, 128, 129, 1000}) {
      BigInteger largest = reference.order().subtract(BigInteger.ONE);
      long[] a = elements(field, java.util.Collections.nCopies(n, largest));
      // The form with the most bits, which in Montgomery fields is not the largest number's.
      long[] most = new long[field.limbs()];
      byte[] bytes = new byte[field.bytes()];
      byte[] p = field.order().subtract(BigInteger.ONE).toByteArray();
      for (int i = 0; i < bytes.length; i++) {
        bytes[i] = p[p.length - 1 - i];
      }
      assertTrue(field.fromBytes(bytes, 0, most, 0, 1));
      for (int i = 0; i < n; i += 2) {
        System.arraycopy(most, 0, a, AT + i * field.limbs(), field.limbs());
      }
      long[] sum = new long[field.limbs()];
      field.innerProduct(a, AT, a, AT, sum, 0, n);
      BigInteger value = field.toBigInteger(most, 0);
      BigInteger expected = BigInteger.ZERO;
      for (int i = 0; i < n; i++) {
        BigInteger x = i % 2 == 0 ? value : largest;
        expected = reference.plus(expected, reference.times(x, x));
      }
      assertEquals(expected, field.toBigInteger(sum, 0));
    }
  }

  @ParameterizedTest
  @MethodSource("names")
  void gadgetSums(String name) {
    Field field = field(name);
    ReferenceField reference = reference(field);
    int k = field.bits();
    int w = field.limbs();
    for (int n : new int[] {0, 1, 2, 69}) {
      List<BigInteger> rows = values(field, 0);
      while (rows.size() < n * k) {
        rows.add(
            random.nextInt(4) == 0
                ? field.order().subtract(BigInteger.ONE)
                : new BigInteger(k + 64, random).mod(field.order()));
      }
      rows = rows.subList(0, n * k);
      long[] from = elements(field, rows);
      List<BigInteger> each = new ArrayList<>();
      List<BigInteger> across = new ArrayList<>();
      for (int j = 0; j < n; j++) {
        BigInteger sum = BigInteger.ZERO;
        BigInteger other = BigInteger.ZERO;
        for (int h = k - 1; h >= 0; h--) {
          sum = doubled(reference, sum, rows.get(j * k + h));
          other = doubled(reference, other, rows.get(h * n + j));
        }
        each.add(sum);
        across.add(other);
      }
      long[] to = new long[AT + n * w];
      Arrays.fill(to, -1);
      field.composeEach(from, AT, to, AT, n);
      assertValues(field, each, to, "one row after the other");
      Arrays.fill(to, -1);
      field.composeRows(from, AT, n * w, to, AT, n);
      assertValues(field, across, to, "across rows");
      if (n > 2) {
        Arrays.fill(to, -1);
        field.composeRows(from, AT + w, n * w, to, AT + w, n - 2);
        assertValues(field, across.subList(1, n - 1), Arrays.copyOfRange(to, w, to.length), "some");
        assertEquals(-1, to[to.length - 1], "writes no more");
      }
    }
  }

  private static BigInteger doubled(ReferenceField field, BigInteger sum, BigInteger row) {
    return field.plus(field.times(sum, BigInteger.TWO), row);
  }

  @ParameterizedTest
  @MethodSource("names")
  void bits(String name) {
    Field field = field(name);
    int k = field.bits();
    List<BigInteger> values = values(field, 20);
    int n = values.size();
    long[] a = elements(field, values);
    long[] words = new long[(n * k + 63) / 64 + 2];
    Arrays.fill(words, -1);
    field.toBits(a, AT, words, 1, n);
    assertEquals(-1, words[0]);
    assertEquals(-1, words[words.length - 1]);
    for (int i = 0; i < (words.length - 2) * 64; i++) {
      boolean bit = ((words[1 + i / 64] >>> i) & 1) != 0;
      assertEquals(i < n * k && values.get(i / k).testBit(i % k), bit, "bit " + i);
    }
    long[] back = new long[a.length];
    field.fromBits(words, 1, back, AT, n);
    assertArrayEquals(a, back);
    // All bits set, which is no form of an element modulo a prime.
    long[] exact = new long[(3 * k + 63) / 64];
    Arrays.fill(exact, -1);
    long[] ones = new long[AT + 3 * field.limbs()];
    field.fromBits(exact, 0, ones, AT, 3);
    BigInteger all = BigInteger.TWO.pow(k).subtract(BigInteger.ONE).mod(field.order());
    assertValues(field, List.of(all, all, all), ones, "all bits");
  }

  @ParameterizedTest
  @MethodSource("names")
  void bytes(String name) {
    Field field = field(name);
    int bytes = field.bytes();
    assertEquals((field.bits() + 7) / 8, bytes);
    List<BigInteger> values = values(field, 20);
    int n = values.size();
    long[] a = elements(field, values);
    byte[] wire = new byte[2 + n * bytes];
    wire[1 + n * bytes] = 7;
    field.toBytes(a, AT, wire, 1, n);
    assertEquals(7, wire[1 + n * bytes]);
    long[] back = new long[a.length];
    assertTrue(field.fromBytes(wire, 1, back, AT, n));
    assertArrayEquals(a, back);
    // Each element once replaced by words that are none, of which the order itself is the least.
    BigInteger end = BigInteger.ONE.shiftLeft(8 * bytes);
    for (BigInteger wrong = field.order();
        wrong.compareTo(end) < 0;
        wrong = wrong.multiply(BigInteger.TWO).add(BigInteger.ONE)) {
      for (int j : new int[] {0, n / 2, n - 1}) {
        byte[] forged = wire.clone();
        for (int i = 0; i < bytes; i++) {
          forged[1 + j * bytes + i] = wrong.shiftRight(8 * i).byteValue();
        }
        assertFalse(field.fromBytes(forged, 1, back, AT, n), wrong + " is none");
      }
    }
    if (!field.isBinary()) {
      byte[] forged = wire.clone();
      Arrays.fill(forged, 1, 1 + bytes, (byte) 0xff);
      assertFalse(field.fromBytes(forged, 1, back, AT, n), "all ones are none");
    }
  }

  @ParameterizedTest
  @MethodSource("names")
  void uniformElements(String name) {
    Field field = field(name);
    int w = field.limbs();
    int words = field.uniformWords();
    assertTrue(words == w || words == w + 1);
    int n = 4096;
    long[] uniform = random.longs((long) n * words).toArray();
    // The largest numbers, too.
    Arrays.fill(uniform, 0, 2 * words, -1);
    long[] a = new long[n * w];
    field.fromUniform(uniform, 0, a, 0, n);
    byte[] wire = new byte[n * field.bytes()];
    field.toBytes(a, 0, wire, 0, n);
    assertTrue(field.fromBytes(wire, 0, new long[a.length], 0, n), "all are elements");
    int[] counts = new int[16];
    int[] ones = new int[field.bits() - 2];
    for (int j = 0; j < n; j++) {
      BigInteger value = field.toBigInteger(a, j * w);
      counts[value.shiftLeft(4).divide(field.order()).intValue()]++;
      for (int h = 0; h < ones.length; h++) {
        ones[h] += value.testBit(h) ? 1 : 0;
      }
    }
    for (int count : counts) {
      assertEquals(n / 16.0, count, 100, "six standard deviations");
    }
    // The last bits but two of p are not even; these are, up to an eighth.
    for (int h = 0; h < ones.length - 8; h++) {
      assertEquals(n / 2.0, ones[h], 220, "bit " + h);
    }
    // Words that differ make elements that differ.
    assertEquals(
        n - 1,
        Stream.iterate(0, j -> j < n, j -> j + 1)
            .map(j -> field.toBigInteger(a, j * w))
            .distinct()
            .count());
  }

  @ParameterizedTest
  @MethodSource("names")
  void squareRoots(String name) {
    Field field = field(name);
    ReferenceField reference = reference(field);
    int roots = 0;
    for (BigInteger value : values(field, 30)) {
      long[] root = field.squareRoot(field.element(value), 0).orElse(null);
      assertEquals(
          reference.root(value).orElse(null), root == null ? null : field.toBigInteger(root, 0));
      roots += root == null ? 0 : 1;
      BigInteger square = reference.times(value, value);
      BigInteger back = field.toBigInteger(field.squareRoot(field.element(square), 0).get(), 0);
      BigInteger other = reference.minus(BigInteger.ZERO, value);
      assertEquals(field.isBinary() ? value : value.min(other), back, "the lesser");
    }
    assertTrue(field.isBinary() || roots < 35, "not all have one");
  }

  @ParameterizedTest
  @MethodSource("names")
  void numbers(String name) {
    Field field = field(name);
    assertEquals(name, field.name());
    assertEquals(field.isBinary() ? BigInteger.TWO : field.order(), field.characteristic());
    assertEquals(field.order().subtract(BigInteger.ONE).bitLength(), field.bits());
    assertEquals((field.bits() + 63) / 64, field.limbs());
    assertArrayEquals(new long[field.limbs()], field.element(0));
    if (field.isBinary()) {
      BigInteger large = field.order();
      assertThrows(IllegalArgumentException.class, () -> field.element(large));
      assertThrows(IllegalArgumentException.class, () -> field.element(-1));
    } else {
      BigInteger large = field.order().pow(3).negate().subtract(BigInteger.ONE);
      assertArrayEquals(field.element(-1), field.element(large));
      assertEquals(
          field.order().subtract(BigInteger.ONE), field.toBigInteger(field.element(-1), 0));
    }
  }
}
