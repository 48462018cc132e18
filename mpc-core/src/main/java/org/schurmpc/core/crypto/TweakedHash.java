package org.schurmpc.core.crypto;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.security.GeneralSecurityException;
import javax.crypto.Cipher;
import javax.crypto.ShortBufferException;
import javax.crypto.spec.SecretKeySpec;

/**
 * The hash that breaks correlations: H(x, i) = π(π(x) ⊕ i) ⊕ π(x) on rows of 128 bits, with π
 * AES-128 under a key that is fixed by the session. Tweakable circular correlation robust in the
 * ideal cipher model (Guo, Katz, Wang, Yu, eprint 2019/074), provided that no tweak i is used for
 * two different x under one Δ.
 *
 * <p>Used by one thread at a time.
 */
public final class TweakedHash {
  // Large enough for AES to run at full speed, small enough to stay in the first-level cache.
  private static final int CHUNK_ROWS = 256;
  private static final int ROW = 2;

  private final Cipher aes;
  private final byte[] plain = new byte[CHUNK_ROWS * ROW * Long.BYTES];
  private final byte[] sealed = new byte[plain.length];
  private final LongBuffer plainWords = words(plain);
  private final LongBuffer sealedWords = words(sealed);
  private final long[] permuted = new long[CHUNK_ROWS * ROW];

  /**
   * @param sid the session id, which fixes π
   */
  public TweakedHash(byte[] sid) {
    byte[] digest = new FieldHash("tweaked hash").add(sid).digest();
    try {
      aes = Cipher.getInstance("AES/ECB/NoPadding");
      aes.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(digest, 0, 16, "AES"));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JVM has no AES", e);
    }
  }

  private static LongBuffer words(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asLongBuffer();
  }

  /**
   * Hashes {@code n} rows of two longs: out_r = H(x_r, i_r), where i_r has the low long first + r
   * and the high long domain.
   *
   * @param domain what the hash is for; with {@code first} the caller's means never to repeat a
   *     tweak
   * @param out 2n longs; may be the same place as x, but must not overlap it otherwise
   */
  public void hash(long[] x, int xOff, long domain, long first, int n, long[] out, int outOff) {
    for (int done = 0; done < n; done += CHUNK_ROWS) {
      int rows = Math.min(CHUNK_ROWS, n - done);
      int at = outOff + ROW * done;
      plainWords.put(0, x, xOff + ROW * done, ROW * rows);
      permute(permuted, 0, rows);
      addTweaks(permuted, domain, first + done, rows, out, at);
      plainWords.put(0, out, at, ROW * rows);
      permute(out, at, rows);
      addInto(out, at, permuted, ROW * rows);
    }
  }

  /** π of what {@code plain} holds. */
  private void permute(long[] dst, int dstOff, int rows) {
    try {
      aes.update(plain, 0, rows * ROW * Long.BYTES, sealed, 0);
    } catch (ShortBufferException e) {
      throw new IllegalStateException(e);
    }
    sealedWords.get(0, dst, dstOff, ROW * rows);
  }

  private static void addTweaks(
      long[] src, long domain, long first, int rows, long[] dst, int dstOff) {
    for (int r = 0; r < rows; r++) {
      dst[dstOff + ROW * r] = src[ROW * r] ^ (first + r);
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
