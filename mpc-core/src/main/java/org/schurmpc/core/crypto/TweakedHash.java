package org.schurmpc.core.crypto;

import java.security.GeneralSecurityException;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.spec.SecretKeySpec;

/**
 * The tweakable hash of 128-bit rows H(x, i) = π(π(x) ⊕ i) ⊕ π(x), where π is AES-128 under a fixed
 * key derived from the session id: circular correlation robust for tweaks that do not repeat (Guo,
 * Katz, Wang, Yu, eprint 2019/074). Two AES blocks a row.
 *
 * <p>Used by one thread at a time.
 */
public final class TweakedHash {
  private static final int CHUNK_ROWS = 512;
  private static final int ROW_BYTES = 16;

  private final Cipher aes;
  private final long[] permuted = new long[2 * CHUNK_ROWS];
  private final long[] tweaked = new long[2 * CHUNK_ROWS];
  private final byte[] blocks = new byte[ROW_BYTES * CHUNK_ROWS];

  /**
   * @param sid the session id, from which the fixed key comes
   */
  public TweakedHash(byte[] sid) {
    byte[] key = Arrays.copyOf(new FieldHash("tweakable hash").add(sid).digest(), ROW_BYTES);
    try {
      aes = Cipher.getInstance("AES/ECB/NoPadding");
      aes.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JVM has no AES", e);
    }
  }

  /**
   * Hashes {@code n} rows of two longs.
   *
   * @param domain the high word of all tweaks
   * @param first the low word of the first row's tweak; row r has first + r
   * @param out may be the same place as x
   */
  public void hash(long[] x, int xOff, long domain, long first, int n, long[] out, int outOff) {
    for (int done = 0; done < n; ) {
      int now = Math.min(CHUNK_ROWS, n - done);
      permute(x, xOff + 2 * done, permuted, now);
      for (int r = 0; r < now; r++) {
        tweaked[2 * r] = permuted[2 * r] ^ (first + done + r);
        tweaked[2 * r + 1] = permuted[2 * r + 1] ^ domain;
      }
      permute(tweaked, 0, tweaked, now);
      int to = outOff + 2 * done;
      for (int i = 0; i < 2 * now; i++) {
        out[to + i] = tweaked[i] ^ permuted[i];
      }
      done += now;
    }
  }

  private void permute(long[] x, int xOff, long[] out, int rows) {
    Words.toBytes(x, xOff, 2 * rows, blocks, 0);
    try {
      aes.update(blocks, 0, ROW_BYTES * rows, blocks, 0);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
    Words.fromBytes(blocks, 0, out, 0, 2 * rows);
  }

  /** Overwrites the rows hashed last. */
  public void wipe() {
    Secrets.wipe(permuted);
    Secrets.wipe(tweaked);
    Secrets.wipe(blocks);
  }
}
