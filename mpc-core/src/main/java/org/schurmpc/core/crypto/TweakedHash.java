package org.schurmpc.core.crypto;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.security.GeneralSecurityException;
import javax.crypto.Cipher;
import javax.crypto.ShortBufferException;
import javax.crypto.spec.SecretKeySpec;

/**
 * A correlation-robust hash: H(x, i) = π(π(x) ⊕ i) ⊕ π(x) on rows of 128 bits, with π AES-128.
 * Tweakable circular correlation robust in the ideal cipher model (Guo, Katz, Wang, Yu, eprint
 * 2019/074), provided that no tweak i is used for two rows x other than K and K ⊕ Δ under one Δ.
 *
 * <p>One evaluation of π tests a guess at Δ against all hashes under this π and Δ, because H(x, i)
 * ⊕ i = π(z) ⊕ z for z = π(x) ⊕ i: q hashes leave 128 − log₂ q bits. Therefore π has a separate key
 * for each session, domain and strip of {@value #STRIP} successive counters. With two rows to a
 * tweak this makes q at most 2 · {@value #STRIP} = 2^13, and leaves 115 bits. Calls may begin and
 * end at any counter of a strip.
 *
 * <p>Not thread-safe.
 */
public final class TweakedHash {
  /** Number of successive counters that share a key of π, a power of two. */
  public static final int STRIP = 1 << 12;

  private static final int STRIP_LOG = Integer.numberOfTrailingZeros(STRIP);

  // Large enough for AES to run at full speed, small enough for the first-level cache.
  private static final int CHUNK_ROWS = 256;
  private static final int ROW = 2;
  private static final int KEY_BYTES = 16;

  private final byte[] sid;
  private final long domain;
  private final Cipher aes;
  private final byte[] plain = new byte[2 * CHUNK_ROWS * ROW * Long.BYTES];
  private final byte[] sealed = new byte[plain.length];
  private final LongBuffer plainWords = words(plain);
  private final LongBuffer sealedWords = words(sealed);
  private final long[] permuted = new long[CHUNK_ROWS * ROW];

  /** The strip for which π is keyed; −1 before the first call. */
  private long strip = -1;

  /**
   * Creates the hash for one purpose. Both parties must use the same arguments.
   *
   * @param sid the session id
   * @param domain the high long of all tweaks; no other user under this Δ may have the same domain
   */
  public TweakedHash(byte[] sid, long domain) {
    this.sid = sid.clone();
    this.domain = domain;
    try {
      aes = Cipher.getInstance("AES/ECB/NoPadding");
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JVM has no AES", e);
    }
  }

  private static LongBuffer words(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asLongBuffer();
  }

  /**
   * Hashes {@code n} rows of two longs: out_r = H(x_r, i_r), where i_r has the counter first + r in
   * the low long and the domain in the high long.
   *
   * @param first the first counter; the caller uses each counter for K and K ⊕ Δ alone
   * @param out 2n longs; may be at the place of x, but must not overlap x otherwise
   */
  public void hash(long[] x, int xOff, long first, int n, long[] out, int outOff) {
    int rows;
    for (int done = 0; done < n; done += rows) {
      long counter = first + done;
      rows = Math.min(Math.min(CHUNK_ROWS, n - done), STRIP - (int) (counter & (STRIP - 1)));
      keyFor(counter >>> STRIP_LOG);
      hashChunk(x, xOff + ROW * done, counter, rows, out, outOff + ROW * done);
    }
  }

  /**
   * Hashes {@code n} rows of two longs under two tweaks each: out0_r = H(x_r, i_r) and out1_r =
   * H(x_r, i_r + 1), where i_r has the counter first + 2r. Computes π(x_r) once.
   *
   * @param first the first counter, which is even: both counters of a row are in one strip
   * @param out0 2n longs, which must not overlap x
   * @param out1 2n longs, which must overlap neither x nor {@code out0}
   */
  public void hashPair(
      long[] x, int xOff, long first, int n, long[] out0, int at0, long[] out1, int at1) {
    if ((first & 1) != 0) {
      throw new IllegalArgumentException("the first counter of pairs is odd: " + first);
    }
    int rows;
    for (int done = 0; done < n; done += rows) {
      long counter = first + 2L * done;
      int left = (STRIP - (int) (counter & (STRIP - 1))) / 2;
      rows = Math.min(Math.min(CHUNK_ROWS, n - done), left);
      keyFor(counter >>> STRIP_LOG);
      plainWords.put(0, x, xOff + ROW * done, ROW * rows);
      permute(permuted, 0, rows);
      hashPermuted(counter, rows, out0, at0 + ROW * done, out1, at1 + ROW * done);
    }
  }

  /** Hashes the rows whose images are in {@code permuted}, each under two counters. */
  private void hashPermuted(long counter, int rows, long[] out0, int at0, long[] out1, int at1) {
    addTweaks(permuted, domain, counter, 2, rows, out0, at0);
    addTweaks(permuted, domain, counter + 1, 2, rows, out1, at1);
    plainWords.put(0, out0, at0, ROW * rows);
    plainWords.put(ROW * rows, out1, at1, ROW * rows);
    permute(out0, at0, rows, out1, at1);
    addInto(out0, at0, permuted, ROW * rows);
    addInto(out1, at1, permuted, ROW * rows);
  }

  private void keyFor(long wanted) {
    if (strip == wanted) {
      return;
    }
    byte[] digest = new FieldHash("tweaked hash").add(sid).add(domain).add(wanted).digest();
    try {
      aes.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(digest, 0, KEY_BYTES, "AES"));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JVM has no AES", e);
    }
    strip = wanted;
  }

  private void hashChunk(long[] x, int xOff, long counter, int rows, long[] out, int at) {
    plainWords.put(0, x, xOff, ROW * rows);
    permute(permuted, 0, rows);
    addTweaks(permuted, domain, counter, 1, rows, out, at);
    plainWords.put(0, out, at, ROW * rows);
    permute(out, at, rows);
    addInto(out, at, permuted, ROW * rows);
  }

  /** Writes π of the content of {@code plain}. */
  private void permute(long[] dst, int dstOff, int rows) {
    seal(rows);
    sealedWords.get(0, dst, dstOff, ROW * rows);
  }

  /** Writes π of the content of {@code plain}, twice as many rows. */
  private void permute(long[] dst0, int at0, int rows, long[] dst1, int at1) {
    seal(2 * rows);
    sealedWords.get(0, dst0, at0, ROW * rows);
    sealedWords.get(ROW * rows, dst1, at1, ROW * rows);
  }

  private void seal(int rows) {
    try {
      aes.update(plain, 0, rows * ROW * Long.BYTES, sealed, 0);
    } catch (ShortBufferException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void addTweaks(
      long[] src, long domain, long first, int step, int rows, long[] dst, int dstOff) {
    for (int r = 0; r < rows; r++) {
      dst[dstOff + ROW * r] = src[ROW * r] ^ (first + (long) step * r);
      dst[dstOff + ROW * r + 1] = src[ROW * r + 1] ^ domain;
    }
  }

  private static void addInto(long[] dst, int dstOff, long[] src, int length) {
    for (int i = 0; i < length; i++) {
      dst[dstOff + i] ^= src[i];
    }
  }

  /** Overwrites the copies of the rows hashed last. */
  public void wipe() {
    Secrets.wipe(plain);
    Secrets.wipe(sealed);
    Secrets.wipe(permuted);
  }
}
