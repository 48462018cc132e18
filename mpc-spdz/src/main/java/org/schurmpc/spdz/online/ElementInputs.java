package org.schurmpc.spdz.online;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.session.Session;
import org.schurmpc.spdz.share.GlobalMacCheck;
import org.schurmpc.spdz.share.ShareArithmetic;
import org.schurmpc.spdz.share.Shares;

/** Inputs of elements: each owner broadcasts x - r for a mask r that it alone knows. */
final class ElementInputs {
  private final Session session;
  private final Field field;
  private final GlobalMacCheck macs;
  private final OwnedValues masks;
  private final ShareArithmetic local;

  ElementInputs(
      Session session, Field field, GlobalMacCheck macs, OwnedValues masks, ShareArithmetic local) {
    this.session = session;
    this.field = field;
    this.macs = macs;
    this.masks = masks;
    this.local = local;
  }

  void input(int[] counts, long[] mine, int mineAt, Shares to, int toAt) throws MpcException {
    byte[][] messages = new byte[session.parties()][];
    for (int party = 0; party < messages.length; party++) {
      messages[party] = new byte[Math.multiplyExact(counts[party], field.bytes())];
      masks.of(party).lease(counts[party]);
    }
    mask(counts[session.party()], mine, mineAt, messages[session.party()]);
    Broadcasts.exchange(session, macs.broadcasts(), messages);
    int at = toAt;
    for (int party = 0; party < messages.length; party++) {
      addMasked(party, counts[party], messages[party], to, at);
      at += counts[party];
    }
    masks.release();
  }

  /** Computes this party's inputs less their masks, which are public. */
  private void mask(int n, long[] mine, int mineAt, byte[] message) {
    long[] masked = new long[n * field.limbs()];
    masks.of(session.party()).copyClear(0, n, masked, 0);
    field.subtract(mine, mineAt, masked, 0, masked, 0, n);
    field.toBytes(masked, 0, message, 0, n);
  }

  /** Computes ⟨x⟩ = ⟨r⟩ + (x - r). */
  private void addMasked(int owner, int n, byte[] message, Shares to, int toAt)
      throws MpcException {
    long[] masked = new long[n * field.limbs()];
    boolean elements = field.fromBytes(message, 0, masked, 0, n);
    session.require(elements, Check.MALFORMED, "a masked input is no element of the field");
    masks.of(owner).copy(0, n, 0, to, toAt);
    local.addPublic(masked, 0, to, toAt, to, toAt, n);
  }
}
