package org.schurmpc.client;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * SHA-256 over a label and a sequence of fields, each preceded by its length in four bytes, most
 * significant first. Different sequences never give equal input to SHA-256.
 */
final class FieldHash {
  /** Length of a digest in bytes. */
  static final int BYTES = 32;

  private static final String DELIVERY = "delivery";

  private final MessageDigest sha256 = newSha256();

  FieldHash(String label) {
    add(label);
  }

  private static MessageDigest newSha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this JVM has no SHA-256", e);
    }
  }

  static byte[] sha256(byte[] bytes) {
    return newSha256().digest(bytes);
  }

  FieldHash add(byte[] field) {
    sha256.update(ByteBuffer.allocate(Integer.BYTES).putInt(field.length).array());
    sha256.update(field);
    return this;
  }

  FieldHash add(String field) {
    return add(field.getBytes(StandardCharsets.UTF_8));
  }

  /** Adds a number as a field of eight bytes, most significant first. */
  FieldHash add(long field) {
    return add(ByteBuffer.allocate(Long.BYTES).putLong(field).array());
  }

  byte[] digest() {
    return sha256.digest();
  }

  /**
   * Returns the commitment of a party to its values in a delivery.
   *
   * @param party the party's index, counted from 0
   */
  static byte[] commitment(byte[] sid, int party, long number, byte[] values, byte[] randomness) {
    return new FieldHash("commitment")
        .add(sid)
        .add(DELIVERY)
        .add(party)
        .add(number)
        .add(values)
        .add(randomness)
        .digest();
  }
}
