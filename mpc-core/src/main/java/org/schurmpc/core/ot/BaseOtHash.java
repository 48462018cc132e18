package org.schurmpc.core.ot;

import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.crypto.RistrettoPoint;
import org.schurmpc.core.crypto.Secrets;

/** The random oracles of one run of base OTs in one direction, and its check of group elements. */
final class BaseOtHash {
  private final byte[] context;

  /**
   * @param context a digest that names session, connection, run and sender
   */
  BaseOtHash(byte[] context) {
    this.context = context;
  }

  /**
   * Half of the paper's H_b(r): an element whose double is a random oracle's. It is doubled along
   * with what it is added to, for {@link RistrettoPoint#encodeDoubles}.
   *
   * @param transfer the transfer's index
   * @param branch b, the branch whose element the hash shifts; secret at the receiver
   * @param r where the encoding of the other branch's element is
   */
  RistrettoPoint halfOfHash(int transfer, long branch, byte[] r, int offset) {
    byte[] uniform =
        FieldHash.wide("base OT element")
            .add(context)
            .add(transfer)
            .add(branch)
            .add(r, offset, RistrettoPoint.BYTES)
            .digest();
    RistrettoPoint point = RistrettoPoint.fromUniformBytes(uniform, 0);
    Secrets.wipe(uniform);
    return point;
  }

  /** What all keys of a run depend on: its name and the sender's message. */
  byte[] keyContext(byte[] senderMessage, int offset) {
    return new FieldHash("base OT keys")
        .add(context)
        .add(senderMessage, offset, RistrettoPoint.BYTES)
        .digest();
  }

  /**
   * Writes the key of one branch.
   *
   * @param branch b; secret at the receiver
   * @param pair where both elements of the receiver's message for this transfer are
   * @param shared where the encoding of the shared element is
   */
  static void key(
      byte[] keyContext,
      int transfer,
      long branch,
      byte[] pair,
      int pairOffset,
      byte[] shared,
      int sharedOffset,
      byte[] keys,
      int keysOffset) {
    byte[] digest =
        new FieldHash("base OT key")
            .add(keyContext)
            .add(transfer)
            .add(branch)
            .add(pair, pairOffset, 2 * RistrettoPoint.BYTES)
            .add(shared, sharedOffset, RistrettoPoint.BYTES)
            .digest();
    System.arraycopy(digest, 0, keys, keysOffset, BaseOt.KEY_BYTES);
    Secrets.wipe(digest);
  }

  /**
   * A group element that the peer sent.
   *
   * @throws PeerCheated with {@link Check#MALFORMED} if it is none, or the neutral one, which an
   *     honest party sends with negligible probability
   */
  static RistrettoPoint received(byte[] encoded, int offset) throws PeerCheated {
    RistrettoPoint point =
        RistrettoPoint.decode(encoded, offset)
            .orElseThrow(() -> new PeerCheated(Check.MALFORMED, "no group element in a base OT"));
    if (point.isIdentity()) {
      throw new PeerCheated(Check.MALFORMED, "the neutral element in a base OT");
    }
    return point;
  }
}
