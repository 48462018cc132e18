package org.schurmpc.core.agree;

import java.nio.ByteBuffer;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.session.Session;

/** Exchanges public descriptions whose lengths differ between the parties. */
public final class Descriptions {
  private Descriptions() {}

  /**
   * Sends this party's description to all peers and receives theirs; two rounds. Nothing proves
   * that a peer sent the same description to everybody.
   *
   * @param mine at least one byte and at most {@code most}
   * @param most maximum length, also of the peers' descriptions
   * @param what names the descriptions in the message of a failed check
   * @return the descriptions, by party; this party's own entry is {@code mine}
   */
  public static byte[][] exchange(Session session, byte[] mine, int most, String what)
      throws MpcException {
    int parties = session.parties();
    byte[][] lengths =
        session.exchangeAll(ByteBuffer.allocate(Integer.BYTES).putInt(mine.length).array());
    byte[][] outs = new byte[parties][];
    byte[][] ins = new byte[parties][];
    int[] outLengths = new int[parties];
    int[] inLengths = new int[parties];
    for (int peer : session.peers()) {
      int length = ByteBuffer.wrap(lengths[peer]).getInt();
      session.require(length > 0 && length <= most, Check.MALFORMED, "the length of " + what);
      outs[peer] = mine;
      outLengths[peer] = mine.length;
      ins[peer] = new byte[length];
      inLengths[peer] = length;
    }
    session.exchangeAll(outs, outLengths, ins, inLengths);
    ins[session.party()] = mine;
    return ins;
  }
}
