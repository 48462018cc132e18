package org.schurmpc.garbled.online;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.session.PendingRound;
import org.schurmpc.core.session.Session;

/** A message to the peer and one from it, in arrays that grow. */
final class Exchange {
  private static final int PARTIES = 2;

  private final Session session;
  private final byte[][] out = new byte[PARTIES][0];
  private final byte[][] in = new byte[PARTIES][0];
  private final int[] outLengths = new int[PARTIES];
  private final int[] inLengths = new int[PARTIES];
  private PendingRound round;

  Exchange(Session session) {
    this.session = session;
  }

  void size(int toSend, int toReceive) {
    int peer = session.peer();
    if (out[peer].length < toSend) {
      Secrets.wipe(out[peer]);
      out[peer] = new byte[toSend];
    }
    if (in[peer].length < toReceive) {
      Secrets.wipe(in[peer]);
      in[peer] = new byte[toReceive];
    }
    outLengths[peer] = toSend;
    inLengths[peer] = toReceive;
  }

  byte[] out() {
    return out[session.peer()];
  }

  byte[] in() {
    return in[session.peer()];
  }

  void start() throws MpcException {
    round = session.start(out, outLengths, in, inLengths);
  }

  void finish() throws MpcException {
    round.finish();
  }

  void wipe() {
    Secrets.wipe(out());
    Secrets.wipe(in());
  }
}
