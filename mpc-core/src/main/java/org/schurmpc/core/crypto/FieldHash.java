package org.schurmpc.core.crypto;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/**
 * SHA-256, or SHA-512 for wide digests, over a sequence of fields. Each field is preceded by its
 * length, so that different sequences never give equal input to the hash.
 */
public final class FieldHash {
  /** Length of a digest in bytes. */
  public static final int BYTES = 32;

  /** Length of a wide digest in bytes. */
  public static final int WIDE_BYTES = 64;

  private final MessageDigest sha2;

  /**
   * Creates a hash whose digest has {@value #BYTES} bytes.
   *
   * @param label purpose of the hash; the first field
   */
  public FieldHash(String label) {
    this(Sha2.sha256(), label);
  }

  private FieldHash(MessageDigest sha2, String label) {
    this.sha2 = sha2;
    add(label);
  }

  /**
   * Returns a hash whose digest has {@value #WIDE_BYTES} bytes.
   *
   * @param label purpose of the hash; the first field
   */
  public static FieldHash wide(String label) {
    return new FieldHash(Sha2.sha512(), label);
  }

  /** Adds a field. The caller must fix the number and the order of the fields. */
  public FieldHash add(byte[] field) {
    return add(field, 0, field.length);
  }

  /** Adds {@code length} bytes as one field. */
  public FieldHash add(byte[] bytes, int offset, int length) {
    addLength(length);
    sha2.update(bytes, offset, length);
    return this;
  }

  /** Adds a text as one field: its bytes in UTF-8. */
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
    sha2.update(ByteBuffer.allocate(Integer.BYTES).putInt(length).array());
  }

  /**
   * Returns the digest: {@value #BYTES} bytes, or {@value #WIDE_BYTES} if wide. The hash must not
   * be used afterwards.
   */
  public byte[] digest() {
    return sha2.digest();
  }
}
