package org.schurmpc.core.session;

import java.util.Arrays;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.crypto.PolynomialHash;

/**
 * Maintains a running hash of every byte sent in one direction since the last comparison. The hash
 * guards plaintext connections against accidents, not against attackers, who know its key.
 */
final class TranscriptHash {
  private final byte[] sid;
  private final String direction;
  private long interval;
  private PolynomialHash hash;

  TranscriptHash(byte[] sid, String direction) {
    this.sid = sid;
    this.direction = direction;
    this.hash = nextInterval();
  }

  private PolynomialHash nextInterval() {
    interval++;
    byte[] key = new FieldHash("transcript").add(sid).add(direction).add(interval).digest();
    return new PolynomialHash(Arrays.copyOf(key, PolynomialHash.KEY_BYTES));
  }

  void update(byte[] bytes, int offset, int length) {
    hash.update(bytes, offset, length);
  }

  /** Returns the hash of the interval, 32 bytes, and begins the next interval. */
  byte[] digest() {
    byte[] digest = hash.digest();
    hash = nextInterval();
    return digest;
  }
}
