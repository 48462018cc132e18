package org.schurmpc.core.crypto;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.security.GeneralSecurityException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * A universal hash h of long messages that is linear over GF(2), and tags that are affine in the
 * message with h as their linear part: T_j(m) ⊕ T_j(m') = h(m ⊕ m') for all messages of equal
 * length and all nonces j.
 *
 * <p>h is GHASH at H = AES_key(0): with the message as blocks m_1 to m_b of GF(2^128), the last
 * padded with zeros, h(m) = Σ_i m_i H^(b+2-i). T_j is the tag of AES-GCM, which is the only access
 * to carry-less multiplication in plain Java (see {@link PolynomialHash}). Its keystream and its
 * mask depend on key, nonce and length alone. A nonzero message that was fixed before the key was
 * tossed has h(m) = 0 with probability at most (b + 1) 2^-128.
 *
 * <p>Tags under one nonce reveal h of the messages' differences, and hide nothing from a party that
 * knows the key. Not thread-safe.
 */
public final class LinearTag {
  public static final int KEY_BYTES = 16;
  public static final int TAG_BYTES = 16;

  // Calls of this length run nearly at full speed, and there are enough of them for the JIT
  // compiler to compile the JDK's loops early.
  private static final int CHUNK_LONGS = 512;
  private static final int NONCE_BYTES = 12;
  private static final String FAILED = "AES-GCM failed";
  // First halves of nonces: for the caller's tags, for hash, and for a nonce whose tags are never
  // made.
  private static final long TAGS = 0;
  private static final long HASHES = 1;
  private static final long SPARE = 2;

  private final SecretKeySpec key;
  private final Cipher gcm;
  private final byte[] chunk = new byte[CHUNK_LONGS * Long.BYTES];
  private final LongBuffer chunkWords =
      ByteBuffer.wrap(chunk).order(ByteOrder.LITTLE_ENDIAN).asLongBuffer();
  private final byte[] sealed = new byte[chunk.length + TAG_BYTES];
  private final byte[] zerosTag = new byte[TAG_BYTES];
  private int zerosLength = -1;
  private long lastKind = SPARE;
  private int lastNonce;

  /**
   * Creates a hash.
   *
   * @param key {@value #KEY_BYTES} bytes, tossed after all messages were fixed (public)
   */
  public LinearTag(byte[] key) {
    if (key.length != KEY_BYTES) {
      throw new IllegalArgumentException("a key has 16 bytes, not " + key.length);
    }
    this.key = new SecretKeySpec(key, "AES");
    try {
      this.gcm = Cipher.getInstance("AES/GCM/NoPadding");
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JVM has no AES-GCM", e);
    }
  }

  /**
   * Writes T_nonce of {@code length} words, least significant byte first and less than 2^27 words,
   * to {@value #TAG_BYTES} bytes.
   */
  public void tag(int nonce, long[] words, int off, int length, byte[] dst, int dstOff) {
    seal(TAGS, nonce, words, off, length, dst, dstOff);
  }

  /** Writes h of {@code length} words, as for {@link #tag}, to {@value #TAG_BYTES} bytes. */
  public void hash(long[] words, int off, int length, byte[] dst, int dstOff) {
    if (zerosLength != length) {
      zerosLength = -1;
      sealZeros(length);
      zerosLength = length;
    }
    seal(HASHES, 0, words, off, length, dst, dstOff);
    for (int i = 0; i < TAG_BYTES; i++) {
      dst[dstOff + i] ^= zerosTag[i];
    }
  }

  /** Overwrites the copy of the message and its encryption. */
  public void wipe() {
    Secrets.wipe(chunk);
    Secrets.wipe(sealed);
  }

  private void seal(
      long kind, int nonce, long[] words, int off, int length, byte[] dst, int dstOff) {
    begin(kind, nonce);
    int done = 0;
    for (; length - done > CHUNK_LONGS; done += CHUNK_LONGS) {
      chunkWords.put(0, words, off + done, CHUNK_LONGS);
      update();
    }
    chunkWords.put(0, words, off + done, length - done);
    end(length - done, dst, dstOff);
  }

  private void sealZeros(int length) {
    begin(HASHES, 0);
    Secrets.wipe(chunk);
    int done = 0;
    for (; length - done > CHUNK_LONGS; done += CHUNK_LONGS) {
      update();
    }
    end(length - done, zerosTag, 0);
  }

  private void begin(long kind, int nonce) {
    if (kind == lastKind && nonce == lastNonce) {
      // The JDK rejects the nonce of the previous call.
      init(SPARE, 0);
    }
    init(kind, nonce);
    lastKind = kind;
    lastNonce = nonce;
  }

  private void init(long kind, int nonce) {
    byte[] iv = ByteBuffer.allocate(NONCE_BYTES).putLong(kind).putInt(nonce).array();
    try {
      gcm.init(Cipher.ENCRYPT_MODE, key, new GCMParameterSpec(8 * TAG_BYTES, iv));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(FAILED, e);
    }
  }

  private void update() {
    try {
      gcm.update(chunk, 0, chunk.length, sealed, 0);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(FAILED, e);
    }
  }

  private void end(int longs, byte[] dst, int dstOff) {
    try {
      int end = gcm.doFinal(chunk, 0, longs * Long.BYTES, sealed, 0);
      System.arraycopy(sealed, end - TAG_BYTES, dst, dstOff, TAG_BYTES);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(FAILED, e);
    }
  }
}
