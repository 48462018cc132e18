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
import static org.schurmpc.core.field.FieldCases.reference;
import static org.schurmpc.core.field.FieldCases.values;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Bits, bytes, numbers, uniform elements and square roots of each field. */
class FieldFormsTest {
  private static final String NAMES = "org.schurmpc.core.field.FieldCases#names";
  private final Random random = new Random(4712);

  @ParameterizedTest
  @MethodSource(NAMES)
  void bits(String name) {
    Field field = field(name);
    int k = field.bits();
    List<BigInteger> values = values(field, 20, random);
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
  @MethodSource(NAMES)
  void bytes(String name) {
    Field field = field(name);
    int bytes = field.bytes();
    assertEquals((field.bits() + 7) / 8, bytes);
    List<BigInteger> values = values(field, 20, random);
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
  @MethodSource(NAMES)
  void uniformElements(String name) {
    Field field = field(name);
    int w = field.limbs();
    int words = field.uniformWords();
    assertTrue(words == w || words == w + 2);
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
  @MethodSource(NAMES)
  void squareRoots(String name) {
    Field field = field(name);
    ReferenceField reference = reference(field);
    int roots = 0;
    for (BigInteger value : values(field, 30, random)) {
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
  @MethodSource(NAMES)
  void numbers(String name) {
    Field field = field(name);
    assertEquals(field.order(), field(field.name()).order());
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
