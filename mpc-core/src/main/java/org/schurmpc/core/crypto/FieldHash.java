package org.schurmpc.core.crypto;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * SHA-256 over a sequence of fields, each preceded by its length, so that different sequences never
 * hash the same bytes.
 */
public final class FieldHash {
  /** The length of a digest in bytes. */
  public static final int BYTES = 32;

  private final MessageDigest sha256;

  /**
   * @param label what the hash is for; the first field
   */
  public FieldHash(String label) {
    try {
      sha256 = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this JVM has no SHA-256", e);
    }
    add(label);
  }

  /** Adds a field; the number and the order of the fields are the caller's to fix. */
  public FieldHash add(byte[] field) {
    addLength(field.length);
    sha256.update(field);
    return this;
  }

  /** Adds a text as its bytes in UTF-8. */
  public FieldHash add(String field) {
    return add(field.getBytes(StandardCharsets.UTF_8));
  }

  /** Adds a number as a field of eight bytes, most significant first. */
  public FieldHash add(long field) {
    return add(ByteBuffer.allocate(Long.BYTES).putLong(field).array());
  }

  /** Adds {@code length} words as one field, least significant byte first. */
  public FieldHash add(long[] words, int offset, int length) {
    byte[] bytes = Words.toBytes(words, offset, length);
    add(bytes);
    Secrets.wipe(bytes);
    return this;
  }

  private void addLength(int length) {
    sha256.update(ByteBuffer.allocate(Integer.BYTES).putInt(length).array());
  }

  /** The digest, {@value #BYTES} bytes. The hash is not used afterwards. */
  public byte[] digest() {
    return sha256.digest();
  }
}
