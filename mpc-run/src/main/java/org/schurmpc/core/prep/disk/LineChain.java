package org.schurmpc.core.prep.disk;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.schurmpc.core.crypto.FieldHash;

/**
 * Chains the lines of a journal. Each line is an entry and a tag of all entries up to this one, so
 * that no line can be changed, omitted or moved unnoticed.
 *
 * <p>Tags and marks are hashes of a chain of hashes, which itself is not stored on disk. If the
 * chain starts from a key, only holders of the key can compute tags; nobody can compute them from
 * tags or marks.
 */
final class LineChain {
  /** Number of hex digits of a tag. */
  static final int TAG_DIGITS = 32;

  /** Number of hex digits of a mark. */
  static final int MARK_DIGITS = 2 * FieldHash.BYTES;

  private static final String LABEL = "journal";
  private static final String TAG_LABEL = "journal tag";
  private static final byte[] DIGITS = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

  /** Hashes many lines, each as a {@link FieldHash} does. */
  private final MessageDigest sha256 = sha256();

  private final byte[] start = start(LABEL);
  private final byte[] tagStart = start(TAG_LABEL);
  private final byte[] length = new byte[Integer.BYTES];

  /** Creates a hash of many lines, for one thread. */
  LineChain() {}

  /** Returns what goes before a hash: the field of a label, and the length of the hash. */
  private static byte[] start(String text) {
    byte[] label = text.getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(2 * Integer.BYTES + label.length)
        .putInt(label.length)
        .put(label)
        .putInt(FieldHash.BYTES)
        .array();
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this JVM has no SHA-256", e);
    }
  }

  /** Returns what {@link #next(byte[], String)} does, for an entry in a buffer. */
  byte[] next(byte[] hash, byte[] buffer, int from, int count) {
    if (hash.length != FieldHash.BYTES) { // the start of a chain
      return next(hash, new String(buffer, from, count, StandardCharsets.UTF_8));
    }
    ByteBuffer.wrap(length).putInt(count);
    sha256.update(start);
    sha256.update(hash);
    sha256.update(length);
    sha256.update(buffer, from, count);
    return sha256.digest();
  }

  /** Returns whether a buffer has the tag of a hash at an index. */
  boolean isTag(byte[] hash, byte[] buffer, int from) {
    sha256.update(tagStart);
    sha256.update(hash);
    byte[] tag = sha256.digest();
    int differences = 0;
    for (int i = 0; i < TAG_DIGITS; i++) {
      int digit = (tag[i / 2] >> (i % 2 == 0 ? 4 : 0)) & 0xf;
      differences |= DIGITS[digit] ^ buffer[from + i];
    }
    return differences == 0;
  }

  /** Returns the hash that follows a hash with an entry. */
  static byte[] next(byte[] hash, String entry) {
    return new FieldHash(LABEL).add(hash).add(entry).digest();
  }

  /** Returns the tag that ends a line, hex. */
  static String tag(byte[] hash) {
    byte[] tag = new FieldHash(TAG_LABEL).add(hash).digest();
    return HexFormat.of().formatHex(tag, 0, TAG_DIGITS / 2);
  }

  /** Returns the public hash of all entries up to a hash of the chain, hex. */
  static String mark(byte[] hash) {
    return HexFormat.of().formatHex(new FieldHash("journal mark").add(hash).digest());
  }

  /**
   * Returns the line of an entry.
   *
   * @param hash the hash that follows with the entry
   */
  static byte[] line(String entry, byte[] hash) {
    return (entry + " " + tag(hash) + "\n").getBytes(StandardCharsets.UTF_8);
  }
}
