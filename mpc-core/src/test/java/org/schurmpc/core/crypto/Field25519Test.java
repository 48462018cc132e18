package org.schurmpc.core.crypto;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.bouncycastle.math.ec.rfc7748.X25519Field;
import org.junit.jupiter.api.Test;

/** Against big integers. */
class Field25519Test {
  private static final BigInteger P = BigInteger.TWO.pow(255).subtract(BigInteger.valueOf(19));
  private static final BigInteger I = BigInteger.TWO.modPow(P.shiftRight(2), P);

  private static int[] element(BigInteger value) {
    byte[] bytes = new byte[Field25519.BYTES];
    for (int i = 0; i < 255; i++) {
      if (value.testBit(i)) {
        bytes[i / 8] |= (byte) (1 << i % 8);
      }
    }
    return Field25519.decode(bytes, 0);
  }

  private static BigInteger value(int[] element) {
    byte[] bytes = new byte[Field25519.BYTES];
    Field25519.encode(element, bytes, 0);
    BigInteger value = BigInteger.ZERO;
    for (int i = bytes.length - 1; i >= 0; i--) {
      value = value.shiftLeft(8).or(BigInteger.valueOf(bytes[i] & 0xff));
    }
    return value;
  }

  /** Residues near 0, p and 2^255, and random ones; some above p. */
  private static List<BigInteger> values() {
    Random random = new Random(25519);
    List<BigInteger> values = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      values.add(BigInteger.valueOf(i));
      values.add(P.subtract(BigInteger.valueOf(i)));
      values.add(P.add(BigInteger.valueOf(i % 19)));
      values.add(new BigInteger(255, random));
    }
    return values;
  }

  @Test
  void signsAndEquality() {
    for (BigInteger value : values()) {
      BigInteger residue = value.mod(P);
      int[] x = element(value);
      assertEquals(residue, value(x));
      assertEquals(P.subtract(residue).mod(P), value(Field25519.negative(x)));
      assertEquals(residue.testBit(0) ? 1 : 0, Field25519.isNegative(x));
      assertEquals(residue.signum() == 0 ? 1 : 0, Field25519.isZero(x));
      assertEquals(1, Field25519.areEqual(x, element(residue)));
      assertEquals(0, Field25519.areEqual(x, Field25519.sum(x, Field25519.ONE)));
      int[] twiceNegative = Field25519.difference(Field25519.negative(x), x);
      assertEquals(1, Field25519.isZero(Field25519.sum(twiceNegative, Field25519.sum(x, x))));
      Field25519.abs(x);
      assertEquals(residue.testBit(0) ? P.subtract(residue) : residue, value(x));
    }
  }

  @Test
  void canonicalFormsOfUncarriedSumsAndDifferences() {
    List<BigInteger> values = values();
    for (BigInteger a : values) {
      for (BigInteger b : values) {
        int[] sum = new int[Field25519.LIMBS];
        int[] difference = new int[Field25519.LIMBS];
        X25519Field.apm(element(a), element(b), sum, difference);
        assertEquals(a.add(b).mod(P), value(sum));
        assertEquals(a.subtract(b).mod(P), value(difference));
        assertEquals(a.subtract(b).mod(P), value(Field25519.difference(element(a), element(b))));
        int[] product = Field25519.product(sum, difference);
        assertEquals(a.add(b).multiply(a.subtract(b)).mod(P), value(product));
        assertEquals(a.subtract(b).pow(2).mod(P), value(Field25519.square(difference)));
      }
    }
  }

  @Test
  void limbsOfTheLargestSizesAllowed() {
    int[] largest = new int[Field25519.LIMBS];
    BigInteger value = BigInteger.ZERO;
    int shift = 0;
    for (int i = 0; i < largest.length; i++) {
      int bits = i == 2 || i == 4 || i == 7 || i == 9 ? 25 : 26;
      largest[i] = (2 << bits) + 8;
      value = value.add(BigInteger.valueOf(largest[i]).shiftLeft(shift));
      shift += bits;
    }
    int[] smallest = Field25519.negative(largest);
    assertEquals(value.pow(2).mod(P), value(Field25519.square(largest)));
    assertEquals(value.pow(2).mod(P), value(Field25519.square(smallest)));
    assertEquals(value.pow(2).mod(P), value(Field25519.product(largest, largest)));
    assertEquals(value.pow(2).negate().mod(P), value(Field25519.product(largest, smallest)));
  }

  @Test
  void rootsOfRatios() {
    List<BigInteger> values = values();
    for (int i = 0; i < values.size(); i++) {
      BigInteger u = values.get(i);
      BigInteger v = values.get((7 * i + 3) % values.size());
      int[] root = new int[Field25519.LIMBS];
      int square = Field25519.sqrtRatio(element(u), element(v), root);
      BigInteger r = value(root);
      assertTrue(!r.testBit(0), "not negative");
      if (u.mod(P).signum() == 0 || v.mod(P).signum() == 0) {
        assertEquals(BigInteger.ZERO, r);
        assertEquals(u.mod(P).signum() == 0 ? 1 : 0, square);
      } else {
        BigInteger ratio = u.multiply(v.modInverse(P)).mod(P);
        BigInteger euler = ratio.modPow(P.shiftRight(1), P);
        assertEquals(euler.equals(BigInteger.ONE) ? 1 : 0, square);
        assertEquals(square == 1 ? ratio : ratio.multiply(I).mod(P), r.pow(2).mod(P));
      }
    }
  }

  @Test
  void inversesInBatches() {
    List<BigInteger> values = values();
    int[][] elements = values.stream().map(Field25519Test::element).toArray(int[][]::new);
    Field25519.invert(elements);
    for (int i = 0; i < elements.length; i++) {
      BigInteger value = values.get(i).mod(P);
      assertEquals(
          value.signum() == 0 ? value : value.modInverse(P), value(elements[i]), "" + value);
    }
  }

  @Test
  void constants() {
    BigInteger d =
        BigInteger.valueOf(-121665).multiply(BigInteger.valueOf(121666).modInverse(P)).mod(P);
    assertEquals(d, value(Field25519.D));
    assertEquals(d.shiftLeft(1).mod(P), value(Field25519.D2));
    assertEquals(
        I.max(P.subtract(I)).testBit(0) ? I.min(P.subtract(I)) : I.max(P.subtract(I)),
        value(Field25519.SQRT_M1));
    BigInteger minusD1 = d.add(BigInteger.ONE).negate().mod(P);
    assertEquals(minusD1, value(Field25519.square(Field25519.SQRT_AD_MINUS_ONE)));
    assertEquals(minusD1.modInverse(P), value(Field25519.square(Field25519.INVSQRT_A_MINUS_D)));
    assertEquals(BigInteger.ONE.subtract(d.pow(2)).mod(P), value(Field25519.ONE_MINUS_D_SQ));
    assertEquals(d.subtract(BigInteger.ONE).pow(2).mod(P), value(Field25519.D_MINUS_ONE_SQ));
  }
}
