package org.schurmpc.core.deliver;

import org.schurmpc.core.crypto.Commitment;
import org.schurmpc.core.field.Field;

/**
 * The rules of deliveries that parties and clients share. A client computes them without this
 * class; the same test vectors bind both.
 *
 * <p>A party delivers v_j: its shares y_1 ... y_m, followed by those of c masks z_1 ... z_c, as
 * canonical bytes. Over bits these are ⌈m/8⌉ bytes, bit i being bit i mod 8 of byte i/8 and the
 * padding zero, and then each mask as a word of 8 bytes, the most significant first. Over a field
 * they are m + c elements in the bytes of {@link Field#toBytes}: the words of an element, the least
 * significant byte first, cut to {@link Field#bytes()}. In characteristic 2 the words are the
 * coefficients of the polynomial. Over a prime p an element x is the number x R mod p, where
 *
 * <ul>
 *   <li>R = 1 for a p that is less than 2^28 below 2^128, such as that of p128;
 *   <li>R = 2^64 for any other p below 2^64, 2^156 below 2^128, and 2^260 above.
 * </ul>
 *
 * <p>Sums and combinations may be computed with x R in place of x; the sum of the shares is divided
 * by R at the end.
 */
public final class DeliveryRules {
  /** Length of the seed of all coefficients in bytes. */
  public static final int SEED_BYTES = 32;

  /** Number of bits of all combinations of a delivery together, at least. */
  private static final int BITS = 120;

  private static final String LABEL = "delivery";

  private DeliveryRules() {}

  /**
   * Returns the commitment of a party to what it will tell the client.
   *
   * @param number the delivery's number, which no other delivery of these parties ever has
   * @param party the party's index, counted from 0
   * @param value v_j
   * @param randomness {@value Commitment#RANDOMNESS_BYTES} bytes
   */
  public static byte[] commitment(
      byte[] sid, long number, int party, byte[] value, byte[] randomness) {
    return Commitment.commit(sid, LABEL, party, number, value, randomness);
  }

  /**
   * Returns the number of bits of a coefficient: all of an element's in characteristic 2; over a
   * prime one less, so that every number of this length is an element.
   */
  public static int coefficientBits(Field field) {
    return field.isBinary() ? field.bits() : field.bits() - 1;
  }

  /**
   * Returns the number c of combinations, which is also the number of masks: coefficients of a
   * delivery suit an error of its shares with probability at most 2^-120.
   */
  public static int combinations(Field field) {
    int each = coefficientBits(field);
    return (BITS + each - 1) / each;
  }

  /**
   * Returns the number k of bits of a packed element, Σ X^i b_i or over a prime Σ 2^i b_i: 2^k is
   * at most half of the prime.
   */
  public static int packedBits(Field field) {
    return field.isBinary() ? field.bits() : field.bits() - 2;
  }
}
