package org.schurmpc.core.agree;

import java.util.Arrays;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.session.Session;

/**
 * Whether every party sent the same to all others, over lines between two each: all log what was
 * broadcast, their own as well as what came, and compare hashes of it with everybody (Goldwasser
 * and Lindell 2005, broadcast with abort). Of two honest parties that got different bytes from a
 * third both find out, whatever the third one says. Between two parties there is nothing to check.
 */
public final class BroadcastCheck {
  private final Session session;
  private FieldHash[] logs;
  private boolean empty = true;
  private boolean failed;

  public BroadcastCheck(Session session) {
    this.session = session;
    begin();
  }

  private void begin() {
    logs = new FieldHash[session.parties()];
    Arrays.setAll(logs, sender -> session.hash("broadcast").add(sender));
    empty = true;
  }

  /**
   * Logs what a party sent to all, or this one received of it. All parties log the same pieces of
   * each sender in the same order.
   *
   * @param sender its index; may be this party
   */
  public void log(int sender, byte[] bytes, int length) {
    log(sender, bytes, 0, length);
  }

  /** The same, for a part of an array. */
  public void log(int sender, byte[] bytes, int offset, int length) {
    if (session.parties() > 2 && length > 0) {
      logs[sender].add(bytes, offset, length);
      empty = false;
    }
  }

  /**
   * Compares what was logged since the last time, if anything was; one round.
   *
   * @throws PeerCheated with {@link Check#BROADCAST} if a peer's hash is another
   */
  public void check() throws MpcException {
    if (failed) {
      throw new IllegalStateException("a check has failed already");
    }
    if (empty) {
      return;
    }
    failed = true; // until it has passed: a check that breaks off does not count
    FieldHash all = session.hash("broadcasts").add(session.nextNumber("broadcast check"));
    for (FieldHash log : logs) {
      all.add(log.digest());
    }
    byte[] mine = all.digest();
    byte[][] theirs = session.exchangeAll(mine);
    boolean same = true;
    for (int peer : session.peers()) {
      same &= Secrets.equal(mine, theirs[peer]);
    }
    session.require(same, Check.BROADCAST, "a party did not send the same to all others");
    begin();
    failed = false;
  }
}
