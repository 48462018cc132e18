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
 * <p>Not thread-safe.
 */
public final class Prg {
  public static final int SEED_BYTES = 16;

  // With calls of a few KB, AES in counter mode runs at full speed.
  private static final int BLOCK_BYTES = 4096;
  private static final byte[] ZEROS = new byte[4 * BLOCK_BYTES];
  private static final byte[] NONE = {};

  private Cipher cipher; // null when wiped
  // Used only by nextLongs without scratch space, and allocated on first use, so that a generator
  // is small.
  private byte[] block = NONE;

  /**
   * Creates a generator.
   *
   * @param seed {@value #SEED_BYTES} bytes, not kept
   */
  public Prg(byte[] seed) {
    this();
    reseed(seed);
  }

  /** Creates a generator that draws nothing before {@link #reseed}. */
  Prg() {
    try {
      cipher = Cipher.getInstance("AES/CTR/NoPadding");
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JVM has no AES in counter mode", e);
    }
  }

  /**
   * Begins anew with another seed. This takes a fraction of the time of a new generator, for which
   * the JDK looks up its provider.
   *
   * @param seed {@value #SEED_BYTES} bytes, not kept
   */
  void reseed(byte[] seed) {
    if (seed.length != SEED_BYTES) {
      throw new IllegalArgumentException("a seed has 16 bytes, not " + seed.length);
    }
    requireNotWiped();
    try {
      cipher.init(
          Cipher.ENCRYPT_MODE, new SecretKeySpec(seed, "AES"), new IvParameterSpec(new byte[16]));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JVM has no AES in counter mode", e);
    }
  }

  /** Returns a generator with a seed drawn from {@code random}. */
  public static Prg seededFrom(SecureRandom random) {
    byte[] seed = new byte[SEED_BYTES];
    random.nextBytes(seed);
    Prg prg = new Prg(seed);
    Secrets.wipe(seed);
    return prg;
  }

  /** Fills {@code length} words. The first call allocates the generator's own scratch space. */
  public void nextLongs(long[] dst, int offset, int length) {
    if (block.length == 0) {
      block = new byte[BLOCK_BYTES];
    }
    nextLongs(dst, offset, length, block);
  }

  /**
   * Fills {@code length} words, using scratch space that several generators can share.
   *
   * @param scratch at least one word; 4 to 16 KB are best. A copy of the last words stays in the
   *     scratch space; the caller must wipe the copy.
   */
  public void nextLongs(long[] dst, int offset, int length, byte[] scratch) {
    int longs = Math.min(scratch.length, ZEROS.length) / Long.BYTES;
    if (longs == 0) {
      throw new IllegalArgumentException("scratch space of less than a word");
    }
    for (int done = 0; done < length; ) {
      int now = Math.min(longs, length - done);
      fill(scratch, 0, now * Long.BYTES);
      Words.fromBytes(scratch, 0, dst, offset + done, now);
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

  /**
   * Draws {@code length} bytes and writes their sum (xor) with {@code src}, in the time that {@link
   * #nextBytes} takes. The ranges must not overlap. Calls of 4 KB or more are best.
   */
  public void mask(byte[] src, int srcOffset, byte[] dst, int dstOffset, int length) {
    encrypt(src, srcOffset, dst, dstOffset, length);
  }

  /**
   * Overwrites the generator's own copy of the words drawn last, and drops the cipher. The
   * generator must not be used afterwards. The JDK's cipher objects hold copies of the key that
   * cannot be overwritten; they become garbage.
   */
  public void wipe() {
    Secrets.wipe(block);
    cipher = null;
  }

  private void requireNotWiped() {
    if (cipher == null) {
      throw new IllegalStateException("the generator is wiped");
    }
  }

  private void fill(byte[] dst, int offset, int length) {
    encrypt(ZEROS, 0, dst, offset, length);
  }

  private void encrypt(byte[] src, int srcOffset, byte[] dst, int dstOffset, int length) {
    requireNotWiped();
    try {
      cipher.update(src, srcOffset, length, dst, dstOffset);
    } catch (ShortBufferException e) {
      throw new IllegalStateException(e);
    }
  }
}
