package org.schurmpc.core.crypto;

import java.nio.ByteBuffer;
import java.security.MessageDigest;

/**
 * A fast hash of long data that was fixed before the key was known: NH of each piece of {@value
 * #PIECE_WORDS} words (Black, Halevi, Krawczyk, Krovetz, Rogaway: UMAC, CRYPTO 1999), {@value
 * #SUMS} times with the key shifted by two words each (their Toeplitz form), then SHA-256 over the
 * sums.
 *
 * <p>NH of words m under a key k is the sum of (m_i + k_i)(m_{i+1} + k_{i+1}) over even i: 64-bit
 * words are added modulo 2^64 and read as signed numbers. The upper and the lower halves of the
 * products are summed separately, each modulo 2^64, so that there are no carries.
 *
 * <p>Two different inputs of equal length collide with probability at most 2^-62 for each sum,
 * 2^-248 for all {@value #SUMS}, over the choice of the key, which AES in counter mode stretches
 * from a seed. Let p be the last pair in which two pieces differ, in its first word, say, and j a
 * sum. Fix the whole key except the word b that sum j adds to the second word of pair p: pairs
 * after p cancel out, and earlier sums do not use b before pair p. The sums are equal only if the
 * two products of pair p differ by one of two numbers (there may be a borrow between the halves),
 * modulo 2^128. The products are xz and x'(z - d), where x and x' are given and differ, z runs over
 * 2^64 consecutive numbers as b does, and d is one of two numbers; for each of these four cases x -
 * x', which is less than 2^64, leaves at most one z.
 *
 * <p>Unlike {@link PolynomialHash}, this hash is not linear; it takes a fraction of the time.
 */
public final class NhHash {
  /** Length of a seed, from which the key is made, in bytes. */
  public static final int SEED_BYTES = Prg.SEED_BYTES;

  static final int PIECE_WORDS = 128;

  static final int SUMS = 4;

  private static final int RESULT_WORDS = 2 * SUMS;

  /** Number of results that SHA-256 takes at once. */
  private static final int RESULTS = 64;

  private final Prg stretch = new Prg();
  private final long[] key = new long[PIECE_WORDS + 2 * (SUMS - 1)];
  private final long[] piece = new long[PIECE_WORDS];
  private final long[] results = new long[RESULTS * RESULT_WORDS];
  private final byte[] resultBytes = new byte[results.length * Long.BYTES];
  private final MessageDigest sha256 = Sha2.sha256();
  private int filled;
  private int resultWords;
  private long totalWords;

  /**
   * Begins a hash of new data.
   *
   * @param seed {@value #SEED_BYTES} bytes that became known after all data was fixed (public)
   */
  public void begin(byte[] seed) {
    stretch.reseed(seed);
    stretch.nextLongs(key, 0, key.length);
    filled = 0;
    resultWords = 0;
    totalWords = 0;
    sha256.reset();
  }

  /** Adds {@code length} words. */
  public void update(long[] words, int offset, int length) {
    int done = 0;
    while (done < length) {
      if (filled == 0 && length - done >= PIECE_WORDS) {
        sum(words, offset + done, PIECE_WORDS);
        done += PIECE_WORDS;
      } else {
        int now = Math.min(length - done, PIECE_WORDS - filled);
        System.arraycopy(words, offset + done, piece, filled, now);
        filled += now;
        done += now;
        if (filled == PIECE_WORDS) {
          closePiece();
        }
      }
    }
    totalWords += length;
  }

  private void closePiece() {
    if ((filled & 1) != 0) {
      piece[filled++] = 0;
    }
    sum(piece, 0, filled);
    filled = 0;
  }

  private void sum(long[] words, int offset, int length) {
    long low0 = 0;
    long low1 = 0;
    long low2 = 0;
    long low3 = 0;
    long high0 = 0;
    long high1 = 0;
    long high2 = 0;
    long high3 = 0;
    for (int i = 0; i < length; i += 2) {
      long first = words[offset + i];
      long second = words[offset + i + 1];
      long x = first + key[i];
      long y = second + key[i + 1];
      low0 += x * y;
      high0 += Math.multiplyHigh(x, y);
      x = first + key[i + 2];
      y = second + key[i + 3];
      low1 += x * y;
      high1 += Math.multiplyHigh(x, y);
      x = first + key[i + 4];
      y = second + key[i + 5];
      low2 += x * y;
      high2 += Math.multiplyHigh(x, y);
      x = first + key[i + 6];
      y = second + key[i + 7];
      low3 += x * y;
      high3 += Math.multiplyHigh(x, y);
    }
    int at = resultWords;
    results[at] = low0;
    results[at + 1] = high0;
    results[at + 2] = low1;
    results[at + 3] = high1;
    results[at + 4] = low2;
    results[at + 5] = high2;
    results[at + 6] = low3;
    results[at + 7] = high3;
    resultWords += RESULT_WORDS;
    if (resultWords == results.length) {
      hashResults();
    }
  }

  private void hashResults() {
    Words.toBytes(results, 0, resultWords, resultBytes, 0);
    sha256.update(resultBytes, 0, resultWords * Long.BYTES);
    resultWords = 0;
  }

  /**
   * Returns the digest of everything added so far, 32 bytes. The hash is used again only after
   * {@link #begin}.
   */
  public byte[] digest() {
    if (filled > 0) {
      closePiece();
    }
    hashResults();
    sha256.update(ByteBuffer.allocate(Long.BYTES).putLong(totalWords).array());
    Secrets.wipe(piece);
    Secrets.wipe(results);
    Secrets.wipe(resultBytes);
    return sha256.digest();
  }

  /** Wipes the key and the rest of the last data. The hash must not be used afterwards. */
  public void wipe() {
    stretch.wipe();
    Secrets.wipe(key);
    Secrets.wipe(piece);
    Secrets.wipe(results);
    Secrets.wipe(resultBytes);
  }
}
