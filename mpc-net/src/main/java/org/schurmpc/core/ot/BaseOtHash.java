package org.schurmpc.core.ot;

import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.crypto.RistrettoPoint;
import org.schurmpc.core.crypto.Secrets;

/**
 * Computes the random oracles of one run of base OTs in one direction, and validates group
 * elements.
 */
final class BaseOtHash {
  private final byte[] context;

  /**
   * Creates the oracles of one run.
   *
   * @param context a digest that names session, connection, run and sender
   */
  BaseOtHash(byte[] context) {
    this.context = context;
  }

  /**
   * Returns half of the paper's H_b(r), that is, an element whose double is a random oracle's
   * output. The half is doubled together with the element to which it is added, for {@link
   * RistrettoPoint#encodeDoubles}.
   *
   * @param transfer the transfer's index
   * @param branch b, the branch whose element the hash shifts; secret at the receiver
   * @param r the array with the encoding of the other branch's element
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

  /**
   * Returns a digest of the values on which all keys of a run depend: its name and the sender's
   * message.
   */
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
   * @param pair the array with both elements of the receiver's message for this transfer
   * @param shared the array with the encoding of the shared element
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
   * Decodes a group element that the peer sent.
   *
   * @throws PeerCheated with {@link Check#MALFORMED} if the bytes encode no group element, or the
   *     neutral element, which an honest party sends with negligible probability
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
