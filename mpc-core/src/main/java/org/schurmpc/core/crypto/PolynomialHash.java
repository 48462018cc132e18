package org.schurmpc.core.crypto;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * A fast hash of long data that was fixed before the keys were tossed: a polynomial hash over
 * GF(2^128) of each piece of {@value #PIECE_BYTES} bytes under each key, then SHA-256 over the
 * pieces' tags.
 *
 * <p>The polynomial hash is GHASH at H = AES_key(0), computed through AES-GCM, which is the only
 * access to carry-less multiplication in plain Java. The tag of piece i is GHASH of the piece's
 * encryption under the nonce i, xor AES_key(i, 1). Keystream and mask are equal on both sides, so
 * the tags of two pieces differ by the polynomial hash of the pieces' difference. (Hashing the data
 * as additional data would be equivalent, but the JDK copies such data twice.) Two different inputs
 * collide with probability at most 2^-117 for each key (a polynomial of degree 1025), over the
 * choice of the keys and beyond the collision resistance of SHA-256.
 */
public final class PolynomialHash {
  /** Length of one key in bytes. */
  public static final int KEY_BYTES = 16;

  static final int PIECE_BYTES = 16384;

  private static final int TAG_BYTES = 16;

  private final SecretKeySpec[] keys;
  private final Cipher gcm;
  private final MessageDigest sha256 = Sha2.sha256();
  private final byte[] piece = new byte[PIECE_BYTES];
  private final byte[] sealed = new byte[PIECE_BYTES + TAG_BYTES];
  private final ByteBuffer pieceBuffer = ByteBuffer.wrap(piece).order(ByteOrder.LITTLE_ENDIAN);
  private int filled;
  private long pieces;
  private long totalBytes;

  /**
   * Creates a hash.
   *
   * @param keys one or more keys one after the other, {@value #KEY_BYTES} bytes each, tossed after
   *     all data was fixed (public)
   */
  public PolynomialHash(byte[] keys) {
    if (keys.length == 0 || keys.length % KEY_BYTES != 0) {
      throw new IllegalArgumentException("keys have 16 bytes each, not " + keys.length + " in all");
    }
    this.keys = new SecretKeySpec[keys.length / KEY_BYTES];
    for (int i = 0; i < this.keys.length; i++) {
      this.keys[i] = new SecretKeySpec(keys, i * KEY_BYTES, KEY_BYTES, "AES");
    }
    try {
      this.gcm = Cipher.getInstance("AES/GCM/NoPadding");
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JVM has no AES-GCM", e);
    }
  }

  /** Adds {@code length} words, least significant byte first. */
  public void update(long[] words, int offset, int length) {
    for (int done = 0; done < length; ) {
      int now = Math.min(length - done, (PIECE_BYTES - filled) / Long.BYTES);
      if (now == 0) {
        throw new IllegalStateException("words after a number of bytes that is no multiple of 8");
      }
      pieceBuffer.position(filled);
      pieceBuffer.asLongBuffer().put(words, offset + done, now);
      done += now;
      advance(now * Long.BYTES);
    }
  }

  /** Adds {@code length} bytes. */
  public void update(byte[] bytes, int offset, int length) {
    for (int done = 0; done < length; ) {
      int now = Math.min(length - done, PIECE_BYTES - filled);
      System.arraycopy(bytes, offset + done, piece, filled, now);
      done += now;
      advance(now);
    }
  }

  private void advance(int bytes) {
    filled += bytes;
    totalBytes += bytes;
    if (filled == PIECE_BYTES) {
      closePiece();
    }
  }

  private void closePiece() {
    byte[] nonce = ByteBuffer.allocate(12).putLong(4, pieces).array();
    try {
      for (SecretKeySpec key : keys) {
        gcm.init(Cipher.ENCRYPT_MODE, key, new GCMParameterSpec(8 * TAG_BYTES, nonce));
        int length = gcm.doFinal(piece, 0, filled, sealed, 0);
        sha256.update(sealed, length - TAG_BYTES, TAG_BYTES);
      }
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("AES-GCM failed", e);
    }
    pieces++;
    filled = 0;
  }

  /**
   * Returns the digest of everything added so far, 32 bytes. The hash must not be used afterwards.
   */
  public byte[] digest() {
    if (filled > 0) {
      closePiece();
    }
    sha256.update(ByteBuffer.allocate(Long.BYTES).putLong(totalBytes).array());
    Secrets.wipe(piece);
    Secrets.wipe(sealed);
    return sha256.digest();
  }
}
