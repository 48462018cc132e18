package org.schurmpc.core.word;

/**
 * Supplies the authenticated bits that must be the data of a batch's words: for each word with
 * given data and each plane in which the word may have data, k consecutive bits, one for each data
 * symbol; and bits for masks. Bits under mac = key ^ (bit &amp; delta), key and delta of the peer.
 *
 * <p>Bits must be fixed, and checked as far as their protocol checks them, before words are made of
 * them. Bits of masks are uniform and used for nothing else. Delta is independent of alpha and
 * uniform; it may be a projection of a longer key, tossed after that was fixed.
 */
public interface TiedBits {
  /** Returned by {@link #first} for planes without data. */
  int NONE = -1;

  /** Returns this party's bits: bit i is bit i mod 64 of long i/64. Not changed by the caller. */
  long[] shares();

  /** Returns the MACs that this party holds for its bits, {@link #macLongs} longs for each bit. */
  long[] macs();

  /** Returns this party's keys for the peer's bits, {@link #macLongs} longs for each bit. */
  long[] keys();

  /** Returns this party's key delta, {@link #macLongs} longs. */
  long[] delta();

  /** Returns the number of longs of a MAC, at least one for each 64 bits of sigma. */
  int macLongs();

  /**
   * Returns the index of the first of the k bits behind a plane of a word's data, or {@link #NONE}
   * if the plane must be zero. Public, and equal at both parties. For words of {@link
   * WordShape.Planes}, only the one plane of each word is asked for.
   *
   * @param word the word's index in the batch, of a shape with given data
   */
  int first(int word, int plane);

  /**
   * Returns the index of the first of the k bits behind a plane of a mask.
   *
   * @param mask below {@link WordParameters#tieChecks}
   */
  int firstOfMask(int mask, int plane);
}
