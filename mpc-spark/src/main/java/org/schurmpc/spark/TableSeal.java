package org.schurmpc.spark;

import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Seals the addresses that a worker sends to its own driver, by HMAC-SHA256 under a key of one
 * attempt. The addresses are no secret; the workers' lines have TLS of their own.
 *
 * @param key 32 bytes in hexadecimal, which the driver's tasks carry
 */
record TableSeal(String key) implements Serializable {
  private static final String ALGORITHM = "HmacSHA256";
  private static final byte[] GREETING = "greeting".getBytes(StandardCharsets.UTF_8);
  private static final byte[] TABLE = "table".getBytes(StandardCharsets.UTF_8);

  /** Length of a tag. */
  static final int BYTES = 32;

  /** Returns a seal with a new key. */
  static TableSeal random() {
    byte[] bytes = new byte[BYTES];
    new SecureRandom().nextBytes(bytes);
    return new TableSeal(HexFormat.of().formatHex(bytes));
  }

  /** Returns what a worker sends first. */
  byte[] greeting() {
    return tag(GREETING, new byte[0]);
  }

  /** Whether this is the greeting of a worker of the attempt. */
  boolean isGreeting(byte[] bytes) {
    return MessageDigest.isEqual(greeting(), bytes);
  }

  /** Returns the text behind its tag. */
  byte[] seal(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    byte[] sealed = Arrays.copyOf(tag(TABLE, bytes), BYTES + bytes.length);
    System.arraycopy(bytes, 0, sealed, BYTES, bytes.length);
    return sealed;
  }

  /** Returns the text of a message; empty if the message was not sealed with this key. */
  Optional<byte[]> open(byte[] sealed) {
    if (sealed.length < BYTES) {
      return Optional.empty();
    }
    byte[] bytes = Arrays.copyOfRange(sealed, BYTES, sealed.length);
    boolean same = MessageDigest.isEqual(tag(TABLE, bytes), Arrays.copyOf(sealed, BYTES));
    return same ? Optional.of(bytes) : Optional.empty();
  }

  private byte[] tag(byte[] purpose, byte[] bytes) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(HexFormat.of().parseHex(key), ALGORITHM));
      mac.update((byte) purpose.length);
      mac.update(purpose);
      return mac.doFinal(bytes);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JVM has no " + ALGORITHM, e);
    }
  }

  /** Does not show the key. */
  @Override
  public String toString() {
    return "TableSeal";
  }
}
