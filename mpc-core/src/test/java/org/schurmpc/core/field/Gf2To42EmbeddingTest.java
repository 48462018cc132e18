package org.schurmpc.core.field;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import org.junit.jupiter.api.Test;

/** GF(2^6) in GF(2^42), all pairs of elements; and why the modulus is not the paper's. */
class Gf2To42EmbeddingTest {
  private static final int AT = 2;
  private static final int N = 64;
  private static final ReferenceField GF64 = new ReferenceBinaryField(6, 0x1b);
  private final Field field = new Gf2To42();
  private final byte[] elements = new byte[N + 1];
  private final long[] images = new long[N + AT];

  Gf2To42EmbeddingTest() {
    for (int i = 0; i < N; i++) {
      elements[i + 1] = (byte) i;
    }
    Gf2To42Embedding.embed(elements, 1, images, AT, N);
  }

  private static int product(int a, int b) {
    return GF64.times(BigInteger.valueOf(a), BigInteger.valueOf(b)).intValue();
  }

  @Test
  void keepsSumsAndProducts() {
    long[] products = new long[N];
    long[] sum = new long[1];
    for (int a = 0; a < N; a++) {
      field.scale(images, AT + a, images, AT, products, 0, N);
      for (int b = 0; b < N; b++) {
        field.add(images, AT + a, images, AT + b, sum, 0, 1);
        assertEquals(images[AT + (a ^ b)], sum[0], a + " + " + b);
        assertEquals(images[AT + product(a, b)], products[b], a + " * " + b);
      }
    }
    assertEquals(1, images[AT + 1]);
    assertEquals(1L << 14 | 1 << 7 | 1, images[AT + 2], "X becomes Y^14 + Y^7 + 1");
  }

  @Test
  void imagesOfBits() {
    for (int a = 0; a < N; a++) {
      long sum = 0;
      for (int i = 0; i < Gf2To42Embedding.BITS; i++) {
        sum ^= -(a >>> i & 1) & Gf2To42Embedding.image(i);
      }
      assertEquals(images[AT + a], sum);
    }
  }

  @Test
  void hasAnInverseOnItsImageOnly() {
    byte[] back = new byte[N + 1];
    assertTrue(Gf2To42Embedding.extract(images, AT, back, 1, N));
    assertArrayEquals(elements, back);
    for (int bit = 0; bit < 64; bit++) {
      long[] other = images.clone();
      other[AT + 50] ^= 1L << bit;
      boolean image = bit % 7 == 0 && bit < 42;
      assertEquals(image, Gf2To42Embedding.extract(other, AT, back, 1, N), "bit " + bit);
    }
    assertFalse(Gf2To42Embedding.extract(new long[] {1L << 42}, 0, back, 0, 1));
  }

  /** The quotient by the paper's modulus has zero divisors, the field has none of order 2^6. */
  @Test
  void thePapersModulusIsReducible() {
    ReferenceField ring = new ReferenceBinaryField(42, 1 << 21 | 1);
    BigInteger divisor = BigInteger.valueOf(1 << 6 | 1 << 3 | 1);
    // (Y^42 + Y^21 + 1) / (Y^6 + Y^3 + 1) is the sum of Y^i over these i.
    BigInteger cofactor = BigInteger.ZERO;
    for (int i : new int[] {0, 3, 9, 12, 18, 24, 27, 33, 36}) {
      cofactor = cofactor.setBit(i);
    }
    assertEquals(BigInteger.ZERO, ring.times(divisor, cofactor));
    assertNotEquals(
        BigInteger.ZERO, FieldCases.reference(field).times(divisor, cofactor), "no such here");
  }
}
