package org.schurmpc.spdz.mascot;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.session.Session;
import org.schurmpc.spdz.share.GlobalMacCheck;

/** Sums of all parties' elements, told by each to all others. */
final class Openings {
  private Openings() {}

  /**
   * Opens; one round.
   *
   * @param check gets what was opened, with the MACs, and what everybody said
   * @return the sums, {@code n} elements
   */
  static long[] toAll(
      Session session, Field field, GlobalMacCheck check, long[] mine, long[] macs, int n)
      throws MpcException {
    byte[] bytes = new byte[n * field.bytes()];
    field.toBytes(mine, 0, bytes, 0, n);
    byte[][] all = session.exchangeAll(bytes);
    long[] sum = new long[n * field.limbs()];
    long[] theirs = new long[n * field.limbs()];
    boolean elements = true;
    for (int party = 0; party < all.length; party++) {
      check.broadcasts().log(party, all[party], bytes.length);
      elements &= field.fromBytes(all[party], 0, theirs, 0, n);
      field.add(sum, 0, theirs, 0, sum, 0, n);
    }
    session.require(elements, Check.MALFORMED, "an opened share is no element of the field");
    check.opened(sum, 0, macs, 0, n);
    return sum;
  }
}
