package org.schurmpc.core.crypto;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import javax.crypto.Cipher;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PrgTest {

  private static byte[] seed(long seed) {
    byte[] bytes = new byte[Prg.SEED_BYTES];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  /** AES, block by block, of the counters 0, 1, 2, … */
  private static byte[] aesOfCounters(byte[] key, int blocks) throws Exception {
    Cipher aes = Cipher.getInstance("AES/ECB/NoPadding");
    aes.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"));
    byte[] result = new byte[16 * blocks];
    for (int i = 0; i < blocks; i++) {
      byte[] counter = ByteBuffer.allocate(16).putLong(8, i).array();
      System.arraycopy(aes.doFinal(counter), 0, result, 16 * i, 16);
    }
    return result;
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3})
  void isAesOfCounters(long seed) throws Exception {
    byte[] expected = aesOfCounters(seed(seed), 1000);
    byte[] bytes = new byte[expected.length];
    new Prg(seed(seed)).nextBytes(bytes, 0, bytes.length);
    assertArrayEquals(expected, bytes);

    long[] words = new long[expected.length / 8];
    new Prg(seed(seed)).nextLongs(words, 0, words.length);
    for (int i = 0; i < words.length; i++) {
      long word = 0;
      for (int j = 7; j >= 0; j--) {
        word = word << 8 | (expected[8 * i + j] & 0xff);
      }
      assertEquals(word, words[i], "word " + i);
    }
  }

  @Test
  void masksWithTheNextBytes() {
    byte[] src = seed(9);
    byte[] stream = new byte[40];
    new Prg(seed(8)).nextBytes(stream, 0, stream.length);
    byte[] dst = new byte[20];
    Prg prg = new Prg(seed(8));
    prg.mask(src, 1, dst, 2, 15);
    for (int i = 0; i < 15; i++) {
      assertEquals((byte) (stream[i] ^ src[i + 1]), dst[i + 2], "byte " + i);
    }
    byte[] next = new byte[25];
    prg.nextBytes(next, 0, next.length);
    assertArrayEquals(Arrays.copyOfRange(stream, 15, 40), next);
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {4, 5, 6, 7})
  void splittingMakesNoDifference(long seed) throws Exception {
    byte[] expected = aesOfCounters(seed(seed), 2000);
    Random random = new Random(seed);
    Prg prg = new Prg(seed(seed));
    byte[] bytes = new byte[expected.length];
    for (int done = 0; done < bytes.length; ) {
      int now = Math.min(bytes.length - done, random.nextInt(random.nextBoolean() ? 20 : 9000));
      if (random.nextBoolean()) {
        prg.nextBytes(bytes, done, now);
      } else {
        now &= ~7;
        long[] words = new long[now / 8 + 2];
        prg.nextLongs(words, 1, now / 8);
        assertEquals(0, words[0], "before the range");
        assertEquals(0, words[words.length - 1], "after the range");
        Words.toBytes(words, 1, now / 8, bytes, done);
      }
      done += now;
    }
    assertArrayEquals(expected, bytes);
  }

  @ParameterizedTest(name = "scratch of {0} bytes")
  @ValueSource(ints = {8, 15, 100, 4096, 16384, 20000})
  void scratchSpaceMakesNoDifference(int bytes) throws Exception {
    byte[] expected = aesOfCounters(seed(9), 3000);
    Random random = new Random(bytes);
    Prg prg = new Prg(seed(9));
    long[] words = new long[expected.length / 8];
    byte[] scratch = new byte[bytes];
    for (int done = 0; done < words.length; ) {
      int now = Math.min(words.length - done, random.nextInt(3000));
      if (random.nextInt(4) == 0) {
        prg.nextLongs(words, done, now);
      } else {
        prg.nextLongs(words, done, now, scratch);
      }
      done += now;
    }
    assertArrayEquals(expected, Words.toBytes(words, 0, words.length));
    assertThrows(IllegalArgumentException.class, () -> prg.nextLongs(words, 0, 1, new byte[7]));
  }

  @Test
  void writesNothingOutsideItsRange() {
    byte[] bytes = new byte[100];
    new Prg(seed(8)).nextBytes(bytes, 10, 33);
    assertArrayEquals(new byte[10], Arrays.copyOf(bytes, 10));
    assertArrayEquals(new byte[57], Arrays.copyOfRange(bytes, 43, 100));
  }

  @Test
  void eachSeedIsDrawnAnew() {
    SecureRandom random = new SecureRandom();
    Set<Long> first = new HashSet<>();
    for (int i = 0; i < 4; i++) {
      long[] word = new long[1];
      Prg.seededFrom(random).nextLongs(word, 0, 1);
      first.add(word[0]);
    }
    assertEquals(4, first.size(), first.toString());
  }

  @Test
  void wantsSixteenBytes() {
    assertThrows(IllegalArgumentException.class, () -> new Prg(new byte[15]));
    assertThrows(IllegalArgumentException.class, () -> new Prg(new byte[32]));
  }

  @Test
  void nothingIsDrawnAfterWiping() {
    Prg prg = new Prg(seed(1));
    long[] words = new long[4];
    prg.nextLongs(words, 0, 4);
    prg.wipe();
    assertThrows(IllegalStateException.class, () -> prg.nextLongs(words, 0, 4));
    assertThrows(IllegalStateException.class, () -> prg.nextLongs(words, 0, 4, new byte[64]));
    assertThrows(IllegalStateException.class, () -> prg.nextBytes(new byte[1], 0, 1));
  }
}
