package org.schurmpc.core.deliver;

import java.util.Arrays;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.crypto.Prg;
import org.schurmpc.core.field.Field;

/**
 * The coefficients of a delivery: independent, uniform and public, drawn from a tossed seed after
 * everything that they combine is fixed. The key of the generator is the first {@value
 * Prg#SEED_BYTES} bytes of H("delivery coefficients"; seed, number).
 *
 * <p>Over a prime of b bits a coefficient is a number of b - 1 bits, so that a client needs no
 * reduction; in characteristic 2 any element. Each takes whole words, the least significant first,
 * whose excess bits are cut off.
 */
public final class Coefficients {
  private static final String LABEL = "delivery coefficients";
  private static final String MOVE = "move coefficients";

  private final Field field;
  private final Prg prg;
  private final int words;
  private final long lastMask;
  private long[] drawn = new long[0];

  /**
   * Creates the coefficients of a delivery.
   *
   * @param seed {@value DeliveryRules#SEED_BYTES} bytes
   */
  Coefficients(byte[] seed, long number, Field field) {
    this(new FieldHash(LABEL).add(seed).add(number), field);
  }

  private Coefficients(FieldHash hash, Field field) {
    byte[] key = hash.digest();
    int bits = DeliveryRules.coefficientBits(field);
    this.field = field;
    this.prg = new Prg(Arrays.copyOf(key, Prg.SEED_BYTES));
    this.words = (bits + Long.SIZE - 1) / Long.SIZE;
    this.lastMask = -1L >>> (words * Long.SIZE - bits);
  }

  /**
   * Returns the coefficients with which parties compare values under two keys.
   *
   * @param seed {@value DeliveryRules#SEED_BYTES} bytes, tossed after the values are fixed
   */
  public static Coefficients ofMove(byte[] seed, Field field) {
    return new Coefficients(new FieldHash(MOVE).add(seed), field);
  }

  /**
   * Draws the next {@code n} coefficients.
   *
   * @param to receives the elements, from long {@code at} on
   */
  public void next(long[] to, int at, int n) {
    int limbs = field.limbs();
    if (drawn.length < n * words) {
      drawn = new long[n * words];
    }
    prg.nextLongs(drawn, 0, n * words);
    for (int i = 0; i < n; i++) {
      int element = at + i * limbs;
      System.arraycopy(drawn, i * words, to, element, words);
      Arrays.fill(to, element + words, element + limbs, 0);
      to[element + words - 1] &= lastMask;
    }
    field.fromNumbers(to, at, to, at, n);
  }
}
