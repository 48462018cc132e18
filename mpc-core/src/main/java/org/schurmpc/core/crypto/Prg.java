package org.schurmpc.core.crypto;

import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import javax.crypto.Cipher;
import javax.crypto.ShortBufferException;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * A pseudo-random generator: AES-128 in counter mode under a seed of {@value #SEED_BYTES} bytes.
 *
 * <p>Used by one thread at a time.
 */
public final class Prg {
  public static final int SEED_BYTES = 16;

  private static final int BLOCK_LONGS = 512;
  private static final byte[] ZEROS = new byte[BLOCK_LONGS * Long.BYTES];

  private final Cipher cipher;
  private final byte[] block = new byte[ZEROS.length];

  /**
   * @param seed {@value #SEED_BYTES} bytes, not kept
   */
  public Prg(byte[] seed) {
    if (seed.length != SEED_BYTES) {
      throw new IllegalArgumentException("a seed has 16 bytes, not " + seed.length);
    }
    try {
      cipher = Cipher.getInstance("AES/CTR/NoPadding");
      cipher.init(
          Cipher.ENCRYPT_MODE, new SecretKeySpec(seed, "AES"), new IvParameterSpec(new byte[16]));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JVM has no AES in counter mode", e);
    }
  }

  /** A generator with a seed drawn from {@code random}. */
  public static Prg seededFrom(SecureRandom random) {
    byte[] seed = new byte[SEED_BYTES];
    random.nextBytes(seed);
    Prg prg = new Prg(seed);
    Secrets.wipe(seed);
    return prg;
  }

  /** Fills {@code length} words. */
  public void nextLongs(long[] dst, int offset, int length) {
    for (int done = 0; done < length; ) {
      int now = Math.min(BLOCK_LONGS, length - done);
      fill(block, 0, now * Long.BYTES);
      Words.fromBytes(block, 0, dst, offset + done, now);
      done += now;
    }
  }

  /** Fills {@code length} bytes. */
  public void nextBytes(byte[] dst, int offset, int length) {
    for (int done = 0; done < length; ) {
      int now = Math.min(ZEROS.length, length - done);
      fill(dst, offset + done, now);
      done += now;
    }
  }

  /** Overwrites the words drawn last, of which a copy is kept. */
  public void wipe() {
    Secrets.wipe(block);
  }

  private void fill(byte[] dst, int offset, int length) {
    try {
      cipher.update(ZEROS, 0, length, dst, offset);
    } catch (ShortBufferException e) {
      throw new IllegalStateException(e);
    }
  }
}
