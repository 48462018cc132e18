package org.schurmpc.core.field;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.schurmpc.core.field.FieldCases.AT;
import static org.schurmpc.core.field.FieldCases.assertValues;
import static org.schurmpc.core.field.FieldCases.elements;
import static org.schurmpc.core.field.FieldCases.field;
import static org.schurmpc.core.field.FieldCases.reference;
import static org.schurmpc.core.field.FieldCases.values;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each field against the same one on big integers, at all alignments that the contract allows. */
class FieldAxiomsTest {
  private static final String NAMES = "org.schurmpc.core.field.FieldCases#names";
  private final Random random = new Random(4711);

  @FunctionalInterface
  private interface Operation {
    void on(long[] a, int aAt, long[] b, int bAt, long[] to, int toAt, int n);
  }

  @FunctionalInterface
  private interface Binary {
    BigInteger of(BigInteger a, BigInteger b);
  }

  private void check(Field field, String what, Operation operation, Binary oracle) {
    List<BigInteger> some = values(field, 12, random);
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
  @MethodSource(NAMES)
  void sumsDifferencesAndProducts(String name) {
    Field field = field(name);
    ReferenceField reference = reference(field);
    check(field, "sum", field::add, reference::plus);
    check(field, "difference", field::subtract, reference::minus);
    check(field, "product", field::multiply, reference::times);
  }

  @ParameterizedTest
  @MethodSource(NAMES)
  void axioms(String name) {
    Field field = field(name);
    int w = field.limbs();
    long[] one = field.element(1);
    List<BigInteger> values = values(field, 20, random);
    int n = values.size();
    long[] a = elements(field, values);
    Collections.shuffle(values, random);
    long[] b = elements(field, values);
    Collections.shuffle(values, random);
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
  @MethodSource(NAMES)
  void scaledAndAddedUp(String name) {
    Field field = field(name);
    ReferenceField reference = reference(field);
    int w = field.limbs();
    List<BigInteger> values = values(field, 8, random);
    int n = values.size();
    long[] a = elements(field, values);
    List<BigInteger> others = new ArrayList<>(values);
    Collections.shuffle(others, random);
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
  @MethodSource(NAMES)
  void longInnerProducts(String name) {
    Field field = field(name);
    ReferenceField reference = reference(field);
    for (int n : new int[] {127, 128, 129, 1000}) {
      BigInteger largest = reference.order().subtract(BigInteger.ONE);
      long[] a = elements(field, Collections.nCopies(n, largest));
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
  @MethodSource(NAMES)
  void gadgetSums(String name) {
    Field field = field(name);
    ReferenceField reference = reference(field);
    int k = field.bits();
    int w = field.limbs();
    for (int n : new int[] {0, 1, 2, 69}) {
      List<BigInteger> rows = values(field, 0, random);
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
}
