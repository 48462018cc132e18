package org.schurmpc.core.crypto;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The laws of the group, and that all ways of computing the same agree. */
class RistrettoTest {
  private static final BigInteger ORDER =
      BigInteger.TWO.pow(252).add(new BigInteger("27742317777372353535851937790883648493"));

  private final Random random = new Random(9496);

  private static byte[] encoding(RistrettoPoint point) {
    byte[] bytes = new byte[RistrettoPoint.BYTES];
    point.encode(bytes, 0);
    return bytes;
  }

  private static void assertSame(RistrettoPoint expected, RistrettoPoint actual) {
    assertArrayEquals(encoding(expected), encoding(actual));
    assertTrue(expected.minus(actual).isIdentity());
  }

  private RistrettoPoint point() {
    byte[] uniform = new byte[RistrettoPoint.UNIFORM_BYTES];
    random.nextBytes(uniform);
    return RistrettoPoint.fromUniformBytes(uniform, 0);
  }

  private static RistrettoScalar scalar(BigInteger value) {
    byte[] bigEndian = value.toByteArray();
    byte[] bytes = new byte[RistrettoScalar.BYTES];
    for (int i = 0; i < bigEndian.length; i++) {
      bytes[i] = bigEndian[bigEndian.length - 1 - i];
    }
    return new RistrettoScalar(bytes, 0);
  }

  private BigInteger below252() {
    return new BigInteger(252, random);
  }

  @Test
  void additionIsThatOfAGroup() {
    for (int i = 0; i < 20; i++) {
      RistrettoPoint p = point();
      RistrettoPoint q = point();
      RistrettoPoint r = point();
      assertSame(p.plus(q), q.plus(p));
      assertSame(p.plus(q).plus(r), p.plus(q.plus(r)));
      assertSame(p, p.plus(RistrettoPoint.identity()));
      assertSame(p, p.plus(q).minus(q));
      assertSame(p.plus(p), p.doubled());
      assertTrue(p.minus(p).isIdentity());
      assertFalse(p.isIdentity());
      assertFalse(Arrays.equals(encoding(p), encoding(q)));
    }
  }

  @Test
  void multiplicationIsLinear() {
    for (int i = 0; i < 20; i++) {
      BigInteger a = below252();
      BigInteger b = below252();
      RistrettoPoint p = point();
      RistrettoPoint q = point();
      RistrettoPoint ap = p.times(scalar(a));
      BigInteger sum = a.add(b).mod(ORDER);
      // A sum of 2^252 or more is no scalar; it occurs with probability 2^-127.
      assertSame(p.times(scalar(sum)), ap.plus(p.times(scalar(b))));
      assertSame(p.plus(q).times(scalar(a)), ap.plus(q.times(scalar(a))));
      assertSame(ap.times(scalar(b)), p.times(scalar(a.multiply(b).mod(ORDER))));
    }
  }

  @Test
  void edgeScalars() {
    RistrettoPoint p = point();
    RistrettoTable table = new RistrettoTable(p);
    BigInteger two252 = BigInteger.TWO.pow(252);
    RistrettoPoint power = p;
    for (int i = 0; i < 252; i++) {
      assertSame(power, table.multiply(scalar(BigInteger.TWO.pow(i))));
      power = power.doubled();
    }
    assertSame(power.minus(p), p.times(scalar(two252.subtract(BigInteger.ONE))));
    assertSame(power.minus(p), table.multiply(scalar(two252.subtract(BigInteger.ONE))));
    // 2^252 = -c modulo the order.
    BigInteger c = ORDER.subtract(two252);
    assertTrue(power.plus(p.times(scalar(c))).isIdentity());
    assertTrue(p.times(scalar(BigInteger.ZERO)).isIdentity());
    assertTrue(table.multiply(scalar(BigInteger.ZERO)).isIdentity());
    // Every digit: eights carry, sevens don't.
    for (int digit = 0; digit < 16; digit++) {
      BigInteger all = new BigInteger(Integer.toHexString(digit).repeat(63), 16);
      assertSame(p.times(scalar(all)), table.multiply(scalar(all)));
    }
  }

  @Test
  void bitsAbove252DontCount() {
    byte[] bytes = new byte[RistrettoScalar.BYTES];
    random.nextBytes(bytes);
    bytes[31] &= 0x0f;
    RistrettoPoint p = point();
    RistrettoPoint expected = p.times(new RistrettoScalar(bytes, 0));
    bytes[31] |= (byte) 0xf0;
    assertSame(expected, p.times(new RistrettoScalar(bytes, 0)));
  }

  @Test
  void tablesMultiplyAlike() {
    for (int i = 0; i < 5; i++) {
      RistrettoPoint p = point();
      RistrettoTable table = new RistrettoTable(p);
      for (int j = 0; j < 5; j++) {
        RistrettoScalar a = scalar(below252());
        assertSame(p.times(a), table.multiply(a));
        assertSame(RistrettoPoint.generator().times(a), RistrettoTable.ofGenerator().multiply(a));
      }
    }
    RistrettoTable ofIdentity = new RistrettoTable(RistrettoPoint.identity());
    assertTrue(ofIdentity.multiply(scalar(below252())).isIdentity());
  }

  @Test
  void doublesAreEncodedInBatches() {
    RistrettoPoint[] points = new RistrettoPoint[64];
    for (int i = 0; i < points.length; i++) {
      points[i] = i % 7 == 3 ? RistrettoPoint.identity() : point();
    }
    byte[] actual = new byte[1 + points.length * RistrettoPoint.BYTES];
    RistrettoPoint.encodeDoubles(points, actual, 1);
    for (int i = 0; i < points.length; i++) {
      int from = 1 + i * RistrettoPoint.BYTES;
      assertArrayEquals(
          encoding(points[i].doubled()),
          Arrays.copyOfRange(actual, from, from + RistrettoPoint.BYTES),
          "point " + i);
    }
  }

  @Test
  void allPointsOfAnElementHaveItsEncoding() {
    int[] i = Field25519.SQRT_M1;
    int[] zero = new int[Field25519.LIMBS];
    // (i, 0) has order 4: adding it changes the point, not the element.
    EdwardsPoint torsion = new EdwardsPoint(i, zero, Field25519.ONE, zero);
    RistrettoPoint shift = new RistrettoPoint(torsion);
    assertTrue(shift.isIdentity());
    for (int j = 0; j < 10; j++) {
      RistrettoPoint p = point();
      RistrettoPoint shifted = p.plus(shift);
      RistrettoPoint twice = shifted.plus(shift);
      assertArrayEquals(encoding(p), encoding(shifted));
      assertArrayEquals(encoding(p), encoding(twice));
      byte[] doubles = new byte[2 * RistrettoPoint.BYTES];
      RistrettoPoint.encodeDoubles(new RistrettoPoint[] {shifted, shift}, doubles, 0);
      assertArrayEquals(encoding(p.doubled()), Arrays.copyOf(doubles, RistrettoPoint.BYTES));
      assertArrayEquals(new byte[32], Arrays.copyOfRange(doubles, 32, 64));
    }
  }

  @Test
  void decodingInvertsEncodingAndRefusesMostOtherBytes() {
    int valid = 0;
    for (int i = 0; i < 400; i++) {
      byte[] bytes = encoding(point());
      assertArrayEquals(bytes, encoding(RistrettoPoint.decode(bytes, 0).orElseThrow()));
      random.nextBytes(bytes);
      var decoded = RistrettoPoint.decode(bytes, 0);
      if (decoded.isPresent()) {
        valid++;
        assertArrayEquals(bytes, encoding(decoded.get()));
      }
    }
    // One of two each: top bit, sign of s, square, sign of xy.
    assertTrue(valid >= 5 && valid <= 55, valid + " of 400");
  }

  @Test
  void secretsAreNotPrinted() {
    assertEquals("RistrettoScalar[secret]", scalar(below252()).toString());
    assertEquals("RistrettoPoint", point().toString());
  }
}
