package org.schurmpc.core.silent;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.security.GeneralSecurityException;
import javax.crypto.Cipher;
import javax.crypto.ShortBufferException;
import javax.crypto.spec.SecretKeySpec;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.crypto.Secrets;

/**
 * Hashes nodes of GGM trees: H_i(x) = π_i(x) ⊕ x with π_i AES-128 under public keys, of which each
 * group of trees has its own. A node is two longs; child i of x is H_i(x) for i of 0 and 1, and
 * further words of a leaf are H_i(x) for i from 2 on. A pseudo-random generator for nodes that are
 * uniform and hashed once, in the ideal cipher model; q nodes under one key leave 128 - log₂ q
 * bits.
 *
 * <p>Not thread-safe.
 */
public final class NodeHash {
  static final int NODE = 2;
  private static final int KEY_BYTES = 16;
  private static final int CHUNK = 256;

  private final Cipher[] aes;
  private final byte[] plain = new byte[CHUNK * NODE * Long.BYTES];
  private final byte[] sealed = new byte[plain.length];
  private final LongBuffer plainWords = words(plain);
  private final LongBuffer sealedWords = words(sealed);
  private final long[] hashed = new long[CHUNK * NODE];
  private final long[] rotated = new long[CHUNK * NODE];

  /**
   * Creates hashes without keys.
   *
   * @param further number of further hashes of a leaf
   */
  public NodeHash(int further) {
    try {
      aes = new Cipher[2 + further];
      for (int i = 0; i < aes.length; i++) {
        aes[i] = Cipher.getInstance("AES/ECB/NoPadding");
      }
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JVM has no AES", e);
    }
  }

  private static LongBuffer words(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asLongBuffer();
  }

  /**
   * Sets the keys of a group of trees.
   *
   * @param purpose hash of all that distinguishes the group from any other
   */
  void key(byte[] purpose) {
    try {
      for (int i = 0; i < aes.length; i++) {
        byte[] key = new FieldHash("tree node").add(purpose).add(i).digest();
        aes[i].init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, 0, KEY_BYTES, "AES"));
      }
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JVM has no AES", e);
    }
  }

  /** Replaces {@code n} nodes by their first children, and writes their second children behind. */
  void children(long[] nodes, int n) {
    for (int done = 0; done < n; done += CHUNK) {
      int longs = NODE * Math.min(CHUNK, n - done);
      int at = NODE * done;
      plainWords.put(0, nodes, at, longs);
      hash(1, nodes, at, nodes, at + NODE * n, longs);
      hash(0, nodes, at, nodes, at, longs);
    }
  }

  /**
   * Replaces {@code n} nodes x by x_0 = H(σ(x)), and writes x + x_0 behind, for the orthomorphism
   * σ(l, r) = (l + r, l): children whose sums over a level are the sum of their parents, as in
   * Half-Tree (eprint 2022/1431, Figure 3). Correlation robust in the ideal cipher model, even if
   * nodes differ by one Δ.
   */
  void correlatedChildren(long[] nodes, int n) {
    for (int done = 0; done < n; done += CHUNK) {
      int longs = NODE * Math.min(CHUNK, n - done);
      int at = NODE * done;
      for (int j = 0; j < longs; j += NODE) {
        rotated[j] = nodes[at + j] ^ nodes[at + j + 1];
        rotated[j + 1] = nodes[at + j];
      }
      plainWords.put(0, rotated, 0, longs);
      hash(0, rotated, 0, rotated, 0, longs);
      int second = at + NODE * n;
      for (int j = 0; j < longs; j++) {
        nodes[second + j] = nodes[at + j] ^ rotated[j];
        nodes[at + j] = rotated[j];
      }
    }
  }

  /** Computes H_i of {@code n} nodes; {@code to} and {@code nodes} may be equal. */
  void hash(int i, long[] nodes, long[] to, int n) {
    for (int done = 0; done < n; done += CHUNK) {
      int longs = NODE * Math.min(CHUNK, n - done);
      plainWords.put(0, nodes, NODE * done, longs);
      hash(i, nodes, NODE * done, to, NODE * done, longs);
    }
  }

  private void hash(int i, long[] nodes, int at, long[] to, int toAt, int longs) {
    try {
      aes[i].update(plain, 0, longs * Long.BYTES, sealed, 0);
    } catch (ShortBufferException e) {
      throw new IllegalStateException(e);
    }
    sealedWords.get(0, hashed, 0, longs);
    for (int j = 0; j < longs; j++) {
      to[toAt + j] = nodes[at + j] ^ hashed[j];
    }
  }

  void wipe() {
    Secrets.wipe(plain);
    Secrets.wipe(sealed);
    Secrets.wipe(hashed);
    Secrets.wipe(rotated);
  }
}
