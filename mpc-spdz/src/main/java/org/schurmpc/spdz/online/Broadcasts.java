package org.schurmpc.spdz.online;

import java.util.Arrays;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.agree.BroadcastCheck;
import org.schurmpc.core.session.Session;

/**
 * Messages of each party to all others, logged for the check that all parties received equal
 * messages.
 */
final class Broadcasts {
  private Broadcasts() {}

  /**
   * Sends and receives messages in one round.
   *
   * @param messages by party: this party's own message, and buffers of the correct length for the
   *     others'
   */
  static void exchange(Session session, BroadcastCheck log, byte[][] messages) throws MpcException {
    byte[] mine = messages[session.party()];
    byte[][] outs = new byte[messages.length][];
    int[] outLengths = new int[messages.length];
    Arrays.fill(outs, mine);
    Arrays.fill(outLengths, mine.length);
    int[] inLengths = Arrays.stream(messages).mapToInt(message -> message.length).toArray();
    session.exchangeAll(outs, outLengths, messages, inLengths);
    for (int party = 0; party < messages.length; party++) {
      log.log(party, messages[party], messages[party].length);
    }
  }

  /**
   * Requires that the bits of last bytes that encode nothing are zero.
   *
   * @param messages by party
   * @param counts number of bits of each message
   * @throws PeerCheated with {@link Check#MALFORMED} if one is not
   */
  static void requirePadding(Session session, byte[][] messages, int[] counts) throws MpcException {
    boolean zeros = true;
    for (int party = 0; party < counts.length; party++) {
      int used = counts[party] % 8;
      zeros &= used == 0 || (messages[party][counts[party] / 8] & 0xff) >>> used == 0;
    }
    session.require(zeros, Check.MALFORMED, "bits of inputs are followed by others");
  }
}
