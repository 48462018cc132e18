package org.schurmpc.minimac;

import org.schurmpc.core.code.Codeword;

/**
 * Where a party's part of a representation [[x]] or [[x]]* lies (DLT14, section 2): three codewords
 * one after the other,
 *
 * <ul>
 *   <li>share: C(x1) at the first party, C(x2) at the second; x = x1 + x2;
 *   <li>mac: the tag of the own share under the peer's keys, mac = alpha(peer) * share + key(peer);
 *   <li>key: the own key of the peer's share.
 * </ul>
 *
 * <p>All operations that DLT14 calls linear act on all three alike.
 */
final class AuthWord {
  static final int SHARE = 0;
  static final int MAC = Codeword.LONGS;
  static final int KEY = 2 * Codeword.LONGS;

  /** The codewords of a representation at one party. */
  static final int PARTS = 3;

  static final int LONGS = PARTS * Codeword.LONGS;

  private AuthWord() {}
}
