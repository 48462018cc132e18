package org.schurmpc.core.crypto;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class WordsAndSecretsTest {

  @Test
  void wordsComeBackFromTheirBytes() {
    Random random = new Random(1);
    for (int round = 0; round < 50; round++) {
      int n = random.nextInt(40);
      long[] words = random.longs(n + 2).toArray();
      byte[] bytes = new byte[8 * n + 7];
      Words.toBytes(words, 1, n, bytes, 3);
      assertArrayEquals(
          Words.toBytes(words, 1, n), Arrays.copyOfRange(bytes, 3, 3 + 8 * n), "round " + round);
      for (int i = 0; i < 8 * n; i++) {
        assertEquals((byte) (words[1 + i / 8] >>> (8 * (i % 8))), bytes[3 + i], "byte " + i);
      }
      long[] back = new long[n + 5];
      Words.fromBytes(bytes, 3, back, 4, n);
      assertArrayEquals(
          Arrays.copyOfRange(words, 1, 1 + n), Arrays.copyOfRange(back, 4, 4 + n), "back");
      assertEquals(0, back[3] | back[4 + n], "outside the range");
    }
  }

  @Test
  void tooFewBytesAreRefused() {
    byte[] bytes = new byte[15];
    assertThrows(
        IndexOutOfBoundsException.class, () -> Words.fromBytes(bytes, 0, new long[2], 0, 2));
  }

  @Test
  void secretsAreComparedInFull() {
    byte[] a = {1, 2, 3};
    assertTrue(Secrets.equal(a, a.clone()));
    for (int i = 0; i < a.length; i++) {
      byte[] b = a.clone();
      b[i] ^= (byte) 0x80;
      assertFalse(Secrets.equal(a, b), "byte " + i);
    }
    assertFalse(Secrets.equal(a, Arrays.copyOf(a, 2)));
    assertFalse(Secrets.equal(a, Arrays.copyOf(a, 4)));
  }

  @Test
  void secretsAreWiped() {
    byte[] bytes = {1, 2, 3};
    long[] words = {-1, 5};
    Secrets.wipe(bytes);
    Secrets.wipe(words);
    assertArrayEquals(new byte[3], bytes);
    assertArrayEquals(new long[2], words);
  }
}
