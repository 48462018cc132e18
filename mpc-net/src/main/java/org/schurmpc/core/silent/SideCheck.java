package org.schurmpc.core.silent;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.crypto.Commitment;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.session.Session;

/**
 * Compares both sides of a round's check, in one or both directions. The holder of the key commits
 * to its side, the owner shows what it must be, and the holder opens only if it is: otherwise an
 * owner with a wrong sum would learn the key from the opening. The owner's side shows nothing that
 * the holder does not know, if the holder followed the protocol. Three rounds.
 */
final class SideCheck {
  private final Session pair;
  private final String what;
  private final String label;

  /**
   * Creates comparisons.
   *
   * @param what what is checked, for messages and commitments
   */
  SideCheck(Session pair, String what) {
    this.pair = pair;
    this.what = "the check of " + what;
    this.label = "side of " + this.what + " on " + pair.channelNumber();
  }

  /**
   * Compares.
   *
   * @param number of this check among those of the connection
   * @param side this party's side as holder; empty if it is none
   * @param claim what the peer's side must be; empty if this party is no owner
   * @throws org.schurmpc.core.abort.PeerCheated with {@link Check#VOLE} if they differ, or if the
   *     peer leaves after this party has shown its claim
   */
  void compare(long number, byte[] side, byte[] claim) throws MpcException {
    boolean hold = side.length > 0;
    boolean own = claim.length > 0;
    byte[] randomness = hold ? Commitment.randomness(pair.random()) : new byte[0];
    byte[] commitment = hold ? commitment(pair.party(), number, side, randomness) : new byte[0];
    byte[] committed = swap(pair, commitment, own ? Commitment.BYTES : 0);
    pair.judge(
        Check.VOLE,
        what,
        () -> {
          byte[] claimed = swap(pair, claim, side.length);
          pair.require(Secrets.equal(claimed, side), Check.VOLE, what);
          byte[] opened = swap(pair, randomness, own ? Commitment.RANDOMNESS_BYTES : 0);
          boolean right =
              !own || Secrets.equal(committed, commitment(pair.peer(), number, claim, opened));
          pair.require(right, Check.VOLE, what);
        });
  }

  private byte[] commitment(int party, long number, byte[] side, byte[] randomness) {
    return Commitment.commit(pair.sid(), label, party, number, side, randomness);
  }

  /** Sends bytes, and receives as many as named. */
  static byte[] swap(Session pair, byte[] out, int length) throws MpcException {
    byte[] in = new byte[length];
    pair.exchange(out, 0, out.length, in, 0, length);
    return in;
  }
}
