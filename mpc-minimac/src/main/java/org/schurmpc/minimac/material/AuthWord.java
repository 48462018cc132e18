package org.schurmpc.minimac.material;

import org.schurmpc.core.code.Codeword;

/**
 * Memory layout of a party's part of a representation [[x]] or [[x]]* (DLT14, section 2,
 * generalised from two to any number of parties: each share has a MAC for each other party). The
 * codewords follow one another:
 *
 * <ul>
 *   <li>share: C(x_i) at party i; x is the sum of all x_i;
 *   <li>for each peer j in ascending order, mac: the tag of the own share under the peer's keys,
 *       mac = alpha(j) * share + key(j),
 *   <li>and key: the own key of the peer's share.
 * </ul>
 *
 * <p>All operations that DLT14 calls linear treat all codewords alike.
 *
 * @param parties number of parties, at least 2
 */
public record AuthWord(int parties) {
  public static final int SHARE = 0;

  public AuthWord {
    if (parties < 2) {
      throw new IllegalArgumentException(parties + " parties");
    }
  }

  /** Returns the number of codewords of a representation at one party. */
  public int parts() {
    return 2 * parties - 1;
  }

  /** Returns the number of longs of a representation at one party. */
  public int longs() {
    return parts() * Codeword.LONGS;
  }

  /** Returns the offset at which party {@code party} holds the tag of its share for a peer. */
  public int mac(int party, int peer) {
    return (1 + 2 * place(party, peer)) * Codeword.LONGS;
  }

  /** Returns the offset at which party {@code party} holds its key of a peer's share. */
  public int key(int party, int peer) {
    return (2 + 2 * place(party, peer)) * Codeword.LONGS;
  }

  /** Returns the peer's index among all peers of a party. */
  private int place(int party, int peer) {
    if (peer == party || peer < 0 || peer >= parties) {
      throw new IllegalArgumentException("party " + peer + " is no peer of " + party);
    }
    return peer < party ? peer : peer - 1;
  }
}
