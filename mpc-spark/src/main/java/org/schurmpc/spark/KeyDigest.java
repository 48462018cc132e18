package org.schurmpc.spark;

import java.nio.charset.StandardCharsets;
import org.schurmpc.core.crypto.FieldHash;

/**
 * Hashes the keys of a chunk, in their order, under a nonce that both parties tossed: who knows the
 * same keys gets the same digest.
 */
final class KeyDigest {
  private final FieldHash hash;
  private Object last;

  KeyDigest(byte[] nonce, int chunk) {
    hash = new FieldHash("keys of a chunk").add(nonce).add(chunk);
  }

  /** Adds the next key; returns whether it is another one than the last. */
  boolean add(Object key) {
    boolean another = !key.equals(last);
    last = key;
    if (key instanceof Long number) {
      hash.add(number);
    } else {
      hash.add(((String) key).getBytes(StandardCharsets.UTF_8));
    }
    return another;
  }

  byte[] digest() {
    return hash.digest();
  }
}
