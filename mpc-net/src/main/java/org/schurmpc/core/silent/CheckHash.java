package org.schurmpc.core.silent;

import java.security.GeneralSecurityException;
import javax.crypto.Cipher;
import javax.crypto.spec.SecretKeySpec;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.crypto.LinearTag;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.crypto.Words;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.field.Fields;

/**
 * Arithmetic of the check of correlated OTs in GF(2^128) as GHASH has it: h, which is linear over
 * the field but for a constant, and sums of rows times powers of X.
 */
final class CheckHash {
  static final int BYTES = LinearTag.TAG_BYTES;

  /** Number of coefficients of an element. */
  static final int BITS = Byte.SIZE * BYTES;

  private static final long REDUCTION = 0xe1L << 56;

  private static final Field FIELD = field();
  private static final int LIMBS = 2;

  private final LinearTag tag;
  private final byte[] key;

  CheckHash(byte[] key) {
    this.tag = new LinearTag(key);
    this.key = key.clone();
  }

  private static Field field() {
    try {
      return Fields.named("gf2_128");
    } catch (Refused e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns h of rows of two longs; its constant depends on the key and the number of rows. */
  byte[] of(long[] rows, int n) {
    byte[] hash = new byte[BYTES];
    tag.tag(0, rows, 0, 2 * n, hash, 0);
    return hash;
  }

  /**
   * Returns h of the noise without the constant: ones, in the order of {@link Outputs}, at a place
   * in each tree. Of n outputs, number i has H^(n + 1 - i) as its factor in h.
   *
   * @param places secret
   */
  byte[] ofNoise(LpnParameters round, int[] places) {
    long[] sum = new long[LIMBS];
    long[] one = FIELD.element(1);
    long[] powers = new long[LIMBS * round.h()]; // H^g, H^2g, H^4g ...
    long[] terms = new long[LIMBS * Trees.GROUP];
    long[] factors = new long[LIMBS * Trees.GROUP];
    long[] below = new long[LIMBS * (Trees.GROUP + 2)]; // 1, H, H^2 ...
    System.arraycopy(one, 0, below, 0, LIMBS);
    long[] point = point();
    for (int i = 0; i <= Trees.GROUP; i++) {
      FIELD.multiply(below, LIMBS * i, point, 0, below, LIMBS * (i + 1), 1);
    }
    for (int first = 0; first < round.t(); first += Trees.GROUP) {
      int g = Math.min(Trees.GROUP, round.t() - first);
      if (first == 0 || g < Trees.GROUP) {
        System.arraycopy(below, LIMBS * g, powers, 0, LIMBS);
        for (int level = 1; level < round.h(); level++) {
          int at = LIMBS * level;
          FIELD.multiply(powers, at - LIMBS, powers, at - LIMBS, powers, at, 1);
        }
      }
      int last = LIMBS * (round.h() - 1);
      FIELD.multiply(powers, last, powers, last, factors, 0, 1);
      FIELD.multiply(sum, 0, factors, 0, sum, 0, 1);
      for (int tree = 0; tree < g; tree++) { // of the tree's last node
        System.arraycopy(below, LIMBS * (g + 1 - tree), terms, LIMBS * tree, LIMBS);
      }
      for (int level = 0; level < round.h(); level++) {
        for (int tree = 0; tree < g; tree++) {
          long set = -(long) (places[first + tree] >>> level & 1);
          for (int j = 0; j < LIMBS; j++) {
            long power = powers[LIMBS * level + j];
            factors[LIMBS * tree + j] = power ^ (set & (power ^ one[j]));
          }
        }
        FIELD.multiply(terms, 0, factors, 0, terms, 0, g);
      }
      for (int i = 0; i < LIMBS * g; i++) {
        sum[i % LIMBS] ^= terms[i];
      }
    }
    Secrets.wipe(terms);
    Secrets.wipe(factors);
    return Words.toBytes(new long[] {mirrored(sum[0]), mirrored(sum[1])}, 0, LIMBS);
  }

  /** Returns H, the encryption of zero, as an element. */
  private long[] point() {
    try {
      Cipher aes = Cipher.getInstance("AES/ECB/NoPadding");
      aes.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"));
      long[] point = new long[LIMBS];
      Words.fromBytes(aes.doFinal(new byte[BYTES]), 0, point, 0, LIMBS);
      point[0] = mirrored(point[0]);
      point[1] = mirrored(point[1]);
      return point;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JVM has no AES", e);
    }
  }

  /** Returns a word with the bits of each byte in the opposite order, as GHASH has them. */
  private static long mirrored(long word) {
    return Long.reverse(Long.reverseBytes(word));
  }

  /** Returns the coefficient of X^i of an element, 0 or 1. */
  static long bit(byte[] element, int i) {
    return ((long) element[i / Byte.SIZE] >>> (Byte.SIZE - 1 - i % Byte.SIZE)) & 1;
  }

  /**
   * Adds the sum of X^i times row i to an element.
   *
   * @param rows {@link #BITS} rows from {@code at} on
   */
  static void addPowers(long[] rows, int at, byte[] to) {
    long high = 0;
    long low = 0;
    for (int i = BITS - 1; i >= 0; i--) {
      long carry = -(low & 1);
      low = (low >>> 1) | (high << 63);
      high = (high >>> 1) ^ (carry & REDUCTION);
      high ^= Long.reverseBytes(rows[at + 2 * i]);
      low ^= Long.reverseBytes(rows[at + 2 * i + 1]);
    }
    byte[] sum = Words.toBytes(new long[] {Long.reverseBytes(high), Long.reverseBytes(low)}, 0, 2);
    for (int i = 0; i < BYTES; i++) {
      to[i] ^= sum[i];
    }
  }

  void wipe() {
    tag.wipe();
  }
}
