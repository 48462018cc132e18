package org.schurmpc.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class KeyDigestTest {
  private static byte[] digest(int nonce, int chunk, Object... keys) {
    KeyDigest digest = new KeyDigest(new byte[] {(byte) nonce}, chunk);
    for (Object key : keys) {
      digest.add(key);
    }
    return digest.digest();
  }

  @Test
  void sameKeysHaveOneDigestUnderOneNonce() {
    assertArrayEquals(digest(1, 0, "a", "b"), digest(1, 0, "a", "b"));
    byte[] digest = digest(1, 0, "a", "b");
    for (byte[] other :
        new byte[][] {
          digest(2, 0, "a", "b"),
          digest(1, 1, "a", "b"),
          digest(1, 0, "a", "c"),
          digest(1, 0, "ab"),
          digest(1, 0, "b", "a"),
          digest(1, 0, 1L, 2L)
        }) {
      assertFalse(Arrays.equals(digest, other));
    }
  }

  @Test
  void repeatedKeyIsReported() {
    KeyDigest digest = new KeyDigest(new byte[1], 0);
    assertTrue(digest.add(5L));
    assertFalse(digest.add(5L));
    assertTrue(digest.add(6L));
  }
}
