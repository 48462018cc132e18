package org.schurmpc.core.crypto;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NhHashTest {
  private static final int PIECE = NhHash.PIECE_WORDS;
  private static final BigInteger TWO_TO_64 = BigInteger.ONE.shiftLeft(64);

  private static byte[] seed(int seed) {
    byte[] bytes = new byte[NhHash.SEED_BYTES];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  private static long[] words(int length) {
    return new Random(length).longs(length).toArray();
  }

  private static byte[] hash(byte[] seed, long[] words) {
    NhHash hash = new NhHash();
    hash.begin(seed);
    hash.update(words, 0, words.length);
    return hash.digest();
  }

  /** The sums of a piece in big numbers: each the sums of the products' halves. */
  private static void addPiece(ByteBuffer sums, long[] key, long[] piece) {
    for (int shift = 0; shift < 2 * NhHash.SUMS; shift += 2) {
      BigInteger low = BigInteger.ZERO;
      BigInteger high = BigInteger.ZERO;
      for (int i = 0; i < piece.length; i += 2) {
        BigInteger x = BigInteger.valueOf(piece[i] + key[i + shift]);
        BigInteger y = BigInteger.valueOf(piece[i + 1] + key[i + shift + 1]);
        BigInteger[] product = {x.multiply(y).mod(TWO_TO_64), x.multiply(y).shiftRight(64)};
        low = low.add(product[0]);
        high = high.add(product[1]);
      }
      sums.putLong(low.longValue()).putLong(high.longValue());
    }
  }

  @ParameterizedTest(name = "{0} words")
  @ValueSource(
      ints = {0, 1, 2, 3, PIECE - 1, PIECE, PIECE + 1, 5 * PIECE, 64 * PIECE, 70 * PIECE + 17})
  void isTheTextbookHash(int length) throws Exception {
    long[] key = new long[PIECE + 2 * NhHash.SUMS - 2];
    new Prg(seed(1)).nextLongs(key, 0, key.length);
    long[] words = words(length);
    MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
    for (int from = 0; from < length; from += PIECE) {
      int now = Math.min(PIECE, length - from);
      long[] piece = Arrays.copyOf(Arrays.copyOfRange(words, from, from + now), now + now % 2);
      ByteBuffer sums =
          ByteBuffer.allocate(2 * NhHash.SUMS * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
      addPiece(sums, key, piece);
      sha256.update(sums.array());
    }
    sha256.update(ByteBuffer.allocate(Long.BYTES).putLong(length).array());
    assertArrayEquals(sha256.digest(), hash(seed(1), words));
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(ints = {1, 2, 3, 4})
  void splittingMakesNoDifference(int seed) {
    Random random = new Random(seed);
    long[] words = words(20_000 + seed);
    NhHash hash = new NhHash();
    hash.begin(seed(seed));
    for (int done = 0; done < words.length; ) {
      int now = Math.min(words.length - done, random.nextInt(3 * PIECE));
      hash.update(words, done, now);
      done += now;
    }
    assertArrayEquals(hash(seed(seed), words), hash.digest());
  }

  /** Nothing of an earlier hash is left, whether it was ended or not. */
  @Test
  void beginsAnew() {
    long[] words = words(70 * PIECE + 17);
    NhHash hash = new NhHash();
    for (int seed = 1; seed < 4; seed++) {
      hash.begin(seed(0));
      hash.update(words, 0, 65 * PIECE + seed);
      hash.begin(seed(seed));
      hash.update(words, 0, words.length);
      assertArrayEquals(hash(seed(seed), words), hash.digest());
    }
  }

  /** Any bit, the length, the order of pieces and the key count. */
  @Test
  void everythingCounts() {
    Set<String> digests = new HashSet<>();
    long[] words = words(3 * PIECE + 5);
    digests.add(Arrays.toString(hash(seed(1), words)));
    digests.add(Arrays.toString(hash(seed(2), words)));
    digests.add(Arrays.toString(hash(seed(1), Arrays.copyOf(words, words.length + 1))));
    long[] swapped = words.clone();
    System.arraycopy(words, 0, swapped, PIECE, PIECE);
    System.arraycopy(words, PIECE, swapped, 0, PIECE);
    digests.add(Arrays.toString(hash(seed(1), swapped)));
    for (int word = 0; word < words.length; word++) {
      long[] changed = words.clone();
      changed[word] ^= 1L << word % Long.SIZE;
      digests.add(Arrays.toString(hash(seed(1), changed)));
    }
    assertEquals(4 + words.length, digests.size());
    assertFalse(Arrays.equals(new byte[32], hash(seed(1), new long[0])));
  }
}
