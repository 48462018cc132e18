package org.schurmpc.core.field;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** GF(2^8) in GF(2^40), all bytes. */
class Gf2To40EmbeddingTest {
  private static final int AT = 2;
  private static final int N = Gf256.ORDER;
  private final Field field = new Gf2To40();
  private final byte[] bytes = new byte[N + 1];
  private final long[] images = new long[N + AT];

  Gf2To40EmbeddingTest() {
    for (int i = 0; i < N; i++) {
      bytes[i + 1] = (byte) i;
    }
    Gf2To40Embedding.embed(bytes, 1, images, AT, N);
  }

  @Test
  void keepsSumsAndProducts() {
    long[] sums = new long[N];
    long[] products = new long[N];
    for (int a = 0; a < N; a++) {
      long[] factor = {images[AT + a]};
      field.scale(factor, 0, images, AT, products, 0, N);
      for (int b = 0; b < N; b++) {
        field.add(factor, 0, images, AT + b, sums, b, 1);
        assertEquals(images[AT + (a ^ b)], sums[b], a + " + " + b);
        assertEquals(images[AT + Gf256.mul(a, b)], products[b], a + " * " + b);
      }
    }
    assertEquals(1, images[AT + 1]);
    assertEquals((1 << 5) | 1, images[AT + 2], "X becomes X^5 + 1");
  }

  @Test
  void imagesOfBits() {
    for (int a = 0; a < N; a++) {
      long sum = 0;
      for (int i = 0; i < 8; i++) {
        sum ^= -((a >>> i) & 1) & Gf2To40Embedding.image(i);
      }
      assertEquals(images[AT + a], sum);
    }
  }

  @Test
  void hasAnInverseOnItsImageOnly() {
    byte[] back = new byte[N + 1];
    assertTrue(Gf2To40Embedding.extract(images, AT, back, 1, N));
    assertArrayEquals(bytes, back);
    for (int bit = 0; bit < 64; bit++) {
      long[] other = images.clone();
      other[AT + 100] ^= 1L << bit;
      boolean image = bit % 5 == 0 && bit < 40;
      assertEquals(image, Gf2To40Embedding.extract(other, AT, back, 1, N), "bit " + bit);
    }
    assertFalse(Gf2To40Embedding.extract(new long[] {1L << 40}, 0, back, 0, 1));
  }
}
