package org.schurmpc.core.crypto;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LinearTagTest {
  private static byte[] key(long seed) {
    byte[] key = new byte[LinearTag.KEY_BYTES];
    new Random(seed).nextBytes(key);
    return key;
  }

  private static long[] words(long seed, int n) {
    return new Random(seed).longs(n).toArray();
  }

  private static byte[] tag(LinearTag tags, int nonce, long[] words) {
    byte[] tag = new byte[LinearTag.TAG_BYTES];
    tags.tag(nonce, words, 0, words.length, tag, 0);
    return tag;
  }

  private static byte[] hash(LinearTag tags, long[] words) {
    byte[] hash = new byte[LinearTag.TAG_BYTES];
    tags.hash(words, 0, words.length, hash, 0);
    return hash;
  }

  private static byte[] xor(byte[] a, byte[] b) {
    byte[] sum = a.clone();
    for (int i = 0; i < sum.length; i++) {
      sum[i] ^= b[i];
    }
    return sum;
  }

  private static long[] xor(long[] a, long[] b) {
    long[] sum = a.clone();
    for (int i = 0; i < sum.length; i++) {
      sum[i] ^= b[i];
    }
    return sum;
  }

  /** Σ m_i H^(b+2-i), from the definition of GHASH without the length. */
  private static byte[] naive(byte[] key, long[] words) throws Exception {
    return Ghash.hash(Ghash.aes(key, new byte[16]), Words.toBytes(words, 0, words.length), 0);
  }

  @ParameterizedTest(name = "{0} words")
  @ValueSource(ints = {0, 1, 2, 3, 64, 511, 512, 513, 1024, 1025, 2047, 2048, 2049, 7001})
  void isThePolynomialHash(int n) throws Exception {
    byte[] key = key(n);
    assertArrayEquals(naive(key, words(n, n)), hash(new LinearTag(key), words(n, n)));
  }

  @ParameterizedTest(name = "{0} words")
  @ValueSource(ints = {1, 2, 129, 2048, 2049, 5000})
  void isLinear(int n) {
    LinearTag tags = new LinearTag(key(n));
    long[] a = words(1, n);
    long[] b = words(2, n);
    assertArrayEquals(hash(tags, xor(a, b)), xor(hash(tags, a), hash(tags, b)));
    assertArrayEquals(new byte[16], hash(tags, new long[n]));
    assertArrayEquals(hash(tags, a), hash(tags, a), "again");
  }

  @Test
  void lengthsMayAlternate() {
    byte[] key = key(8);
    LinearTag tags = new LinearTag(key);
    for (int n : new int[] {700, 3, 700, 5000, 2, 0, 3}) {
      tag(tags, 0, words(9, n + 5));
      assertArrayEquals(hash(new LinearTag(key), words(n, n)), hash(tags, words(n, n)), n + "");
    }
  }

  @ParameterizedTest(name = "{0} words")
  @ValueSource(ints = {1, 2, 2048, 2049, 6000})
  void tagsAreAffineUnderEveryNonce(int n) {
    LinearTag mine = new LinearTag(key(n));
    LinearTag theirs = new LinearTag(key(n));
    long[] a = words(3, n);
    long[] b = words(4, n);
    byte[] h = hash(mine, xor(a, b));
    for (int nonce : new int[] {0, 0, 1, 128, Integer.MAX_VALUE, -1, 0, 0, 0}) {
      assertArrayEquals(h, xor(tag(mine, nonce, a), tag(theirs, nonce, b)), "nonce " + nonce);
      assertArrayEquals(h, xor(tag(mine, nonce, a), tag(mine, nonce, b)), "nonce " + nonce);
      assertArrayEquals(h, hash(mine, xor(a, b)), "after nonce " + nonce);
    }
  }

  @Test
  void noncesAndKeysAreApart() {
    LinearTag tags = new LinearTag(key(1));
    long[] a = words(5, 300);
    byte[] first = tag(tags, 0, a);
    assertFalse(Arrays.equals(first, tag(tags, 1, a)));
    assertFalse(Arrays.equals(first, tag(new LinearTag(key(2)), 0, a)));
    assertFalse(Arrays.equals(hash(tags, a), hash(new LinearTag(key(2)), a)));
  }

  @ParameterizedTest(name = "{0} words")
  @ValueSource(ints = {1, 2, 65, 2048, 4100})
  void everyBitCounts(int n) {
    LinearTag tags = new LinearTag(key(n));
    Random random = new Random(n);
    for (int round = 0; round < 40; round++) {
      long[] difference = new long[n];
      int at = round == 0 ? 0 : round == 1 ? n - 1 : random.nextInt(n);
      difference[at] = 1L << random.nextInt(64);
      assertFalse(Arrays.equals(new byte[16], hash(tags, difference)), "word " + at);
    }
  }

  @Test
  void readsAndWritesInsideItsRanges() {
    LinearTag tags = new LinearTag(key(6));
    long[] a = words(7, 3000);
    byte[] dst = new byte[40];
    tags.tag(9, a, 5, 2500, dst, 11);
    byte[] expected = new byte[40];
    System.arraycopy(tag(tags, 9, Arrays.copyOfRange(a, 5, 2505)), 0, expected, 11, 16);
    assertArrayEquals(expected, dst);
    tags.wipe();
    assertArrayEquals(
        Arrays.copyOfRange(expected, 11, 27), tag(tags, 9, Arrays.copyOfRange(a, 5, 2505)));
  }

  @Test
  void wantsSixteenBytes() {
    assertThrows(IllegalArgumentException.class, () -> new LinearTag(new byte[32]));
  }
}
