package org.schurmpc.core.prep.disk;

import java.nio.charset.StandardCharsets;
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

  private LineChain() {}

  /** Returns the hash that follows a hash with an entry. */
  static byte[] next(byte[] hash, String entry) {
    return new FieldHash("journal").add(hash).add(entry).digest();
  }

  /** Returns the tag that ends a line, hex. */
  static String tag(byte[] hash) {
    byte[] tag = new FieldHash("journal tag").add(hash).digest();
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
