package org.schurmpc.core.field;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LimbsTest {
  private static final long[] EDGES = {
    0, 1, 2, -1, -2, Long.MAX_VALUE, Long.MIN_VALUE, Limbs.HALF, ~Limbs.HALF
  };

  private static BigInteger unsigned(long word) {
    return new BigInteger(Long.toUnsignedString(word));
  }

  private static void assertHigh(long a, long b) {
    long high = unsigned(a).multiply(unsigned(b)).shiftRight(Long.SIZE).longValue();
    assertEquals(high, Limbs.high(a, b), () -> a + " " + b);
    assertEquals(high, Limbs.highOfSigned(a, b), () -> a + " " + b);
  }

  /** The method of the JVM, if it has one, and the one from a signed product agree. */
  @Test
  void highWordsOfProducts() {
    for (long a : EDGES) {
      for (long b : EDGES) {
        assertHigh(a, b);
      }
    }
    new Random(5).longs(2000).forEach(a -> assertHigh(a, Long.rotateLeft(a * 0x9e3779b9L, 21)));
  }

  @Test
  void wordsAreLittleEndianAndNothingElseChanges() {
    Random random = new Random(6);
    for (int words = 0; words < 9; words++) {
      long[] from = random.longs(12).toArray();
      byte[] bytes = new byte[100];
      random.nextBytes(bytes);
      byte[] expected = bytes.clone();
      for (int i = 0; i < words; i++) {
        Limbs.write(from[2 + i], expected, 5 + 8 * i, 8);
      }
      Limbs.write(from, 2, bytes, 5, words);
      assertArrayEquals(expected, bytes);
      long[] to = new long[12];
      Limbs.read(bytes, 5, to, 3, words);
      assertArrayEquals(
          Arrays.copyOfRange(from, 2, 2 + words), Arrays.copyOfRange(to, 3, 3 + words));
      assertEquals(0, Arrays.stream(to, 3 + words, 12).filter(word -> word != 0).count());
    }
  }
}
