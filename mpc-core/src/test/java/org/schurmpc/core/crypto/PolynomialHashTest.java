package org.schurmpc.core.crypto;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PolynomialHashTest {
  private static final int PIECE = 16384;

  private static byte[] bytes(long seed, int n) {
    byte[] bytes = new byte[n];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  private static byte[] hash(byte[] key, byte[] data) {
    PolynomialHash hash = new PolynomialHash(key);
    hash.update(data, 0, data.length);
    return hash.digest();
  }

  private static byte[] hash(byte[] key, long[] words) {
    PolynomialHash hash = new PolynomialHash(key);
    hash.update(words, 0, words.length);
    return hash.digest();
  }

  /** The keystream of a piece: counter mode from 2 on. */
  private static byte[] encrypted(byte[] key, long index, byte[] piece) throws Exception {
    byte[] result = piece.clone();
    for (int i = 0; i < piece.length; i += 16) {
      byte[] counter = ByteBuffer.allocate(16).putLong(4, index).putInt(12, 2 + i / 16).array();
      byte[] stream = Ghash.aes(key, counter);
      for (int j = i; j < Math.min(i + 16, piece.length); j++) {
        result[j] ^= stream[j - i];
      }
    }
    return result;
  }

  /** The tag of a piece, from the definition of GCM without additional data. */
  private static byte[] tag(byte[] key, long index, byte[] piece) throws Exception {
    byte[] tag =
        Ghash.hash(Ghash.aes(key, new byte[16]), encrypted(key, index, piece), 8L * piece.length);
    byte[] mask = Ghash.aes(key, ByteBuffer.allocate(16).putLong(4, index).putInt(12, 1).array());
    for (int i = 0; i < tag.length; i++) {
      tag[i] ^= mask[i];
    }
    return tag;
  }

  @ParameterizedTest(name = "{0} bytes")
  @ValueSource(ints = {0, 1, 8, 15, 16, 17, 200, PIECE - 8, PIECE, PIECE + 8, 2 * PIECE + 1000})
  void isTheTextbookHash(int length) throws Exception {
    byte[] key = bytes(1, 16);
    byte[] data = bytes(length, length);
    MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
    for (int i = 0; i * PIECE < length; i++) {
      int end = Math.min(length, (i + 1) * PIECE);
      sha256.update(tag(key, i, Arrays.copyOfRange(data, i * PIECE, end)));
    }
    sha256.update(ByteBuffer.allocate(8).putLong(length).array());
    assertArrayEquals(sha256.digest(), hash(key, data));
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {10, 11, 12, 13})
  void splittingAndFormMakeNoDifference(long seed) {
    Random random = new Random(seed);
    byte[] key = bytes(seed, 16);
    long[] words = random.longs(1 + random.nextInt(8000)).toArray();
    byte[] data = Words.toBytes(words, 0, words.length);
    byte[] expected = hash(key, data);
    assertArrayEquals(expected, hash(key, words));

    PolynomialHash byBytes = new PolynomialHash(key);
    for (int done = 0; done < data.length; ) {
      int now = Math.min(data.length - done, random.nextInt(random.nextBoolean() ? 9 : 20000));
      byBytes.update(data, done, now);
      done += now;
    }
    assertArrayEquals(expected, byBytes.digest());

    PolynomialHash mixed = new PolynomialHash(key);
    for (int done = 0; done < words.length; ) {
      int now = Math.min(words.length - done, random.nextInt(random.nextBoolean() ? 4 : 3000));
      if (random.nextBoolean()) {
        mixed.update(words, done, now);
      } else {
        mixed.update(data, 8 * done, 8 * now);
      }
      done += now;
    }
    assertArrayEquals(expected, mixed.digest());
  }

  @ParameterizedTest(name = "{0} words")
  @ValueSource(ints = {2, 3, 64, 2047, 2048, 2049, 6000})
  void everyChangeChangesTheHash(int n) {
    byte[] key = bytes(n, 16);
    Random random = new Random(n);
    long[] words = random.longs(n).toArray();
    byte[] expected = hash(key, words);
    for (int round = 0; round < 20; round++) {
      int i = round == 0 ? 0 : round == 1 ? n - 1 : random.nextInt(n);
      long[] changed = words.clone();
      changed[i] ^= 1L << random.nextInt(64);
      differs(expected, key, changed, "changed at " + i);

      long[] dropped = Arrays.copyOf(words, n - 1);
      System.arraycopy(words, i + 1, dropped, i, n - 1 - i);
      differs(expected, key, dropped, "dropped at " + i);

      int j = (i + 1 + random.nextInt(n - 1)) % n;
      long[] swapped = words.clone();
      swapped[i] = words[j];
      swapped[j] = words[i];
      differs(expected, key, swapped, "swapped " + i + " and " + j);
    }
    differs(expected, key, Arrays.copyOf(words, n + 1), "a zero word appended");
  }

  private static void differs(byte[] expected, byte[] key, long[] words, String what) {
    assertFalse(Arrays.equals(expected, hash(key, words)), what);
  }

  @Test
  void zerosAreCounted() {
    byte[] key = bytes(3, 16);
    byte[] none = hash(key, new byte[0]);
    assertFalse(Arrays.equals(none, hash(key, new byte[1])));
    assertFalse(Arrays.equals(hash(key, new byte[PIECE]), hash(key, new byte[PIECE + 1])));
    assertFalse(Arrays.equals(none, hash(bytes(4, 16), new byte[1])));
  }

  @Test
  void swappedPiecesChangeTheHash() {
    byte[] key = bytes(5, 16);
    byte[] data = bytes(6, 2 * PIECE);
    byte[] swapped = Arrays.copyOfRange(data, PIECE, 3 * PIECE);
    System.arraycopy(data, 0, swapped, PIECE, PIECE);
    assertFalse(Arrays.equals(hash(key, data), hash(key, swapped)));
  }

  @Test
  void refusesMisuse() {
    assertThrows(IllegalArgumentException.class, () -> new PolynomialHash(new byte[8]));
    PolynomialHash hash = new PolynomialHash(new byte[16]);
    hash.update(new byte[3], 0, 3);
    assertThrows(IllegalStateException.class, () -> hash.update(new long[4096], 0, 4096));
  }
}
