package org.schurmpc.core.agree;

import java.util.Arrays;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.session.Session;

/**
 * Checks that every party sent the same bytes to all others over pairwise channels. All parties log
 * every broadcast, their own as well as those that they received, and compare hashes of the log
 * with everybody (Goldwasser and Lindell 2005, broadcast with abort). If two honest parties
 * received different bytes from a third party, both detect the difference, whatever the third party
 * sends. Between two parties no check is needed.
 */
public final class BroadcastCheck {
  private final Session session;
  private FieldHash[] logs;
  private FieldHash included; // null if nothing was included
  private boolean empty = true;
  private boolean failed;

  public BroadcastCheck(Session session) {
    this.session = session;
    begin();
  }

  private void begin() {
    logs = new FieldHash[session.parties()];
    Arrays.setAll(logs, sender -> session.hash("broadcast").add(sender));
    included = null;
    empty = true;
  }

  /**
   * Logs bytes that a party sent to all, or that this party received from the sender. All parties
   * log the same pieces of each sender in the same order.
   *
   * @param sender the index of the sender; may be this party
   */
  public void log(int sender, byte[] bytes, int length) {
    log(sender, bytes, 0, length);
  }

  /** Like {@link #log(int, byte[], int)}, for a part of an array. */
  public void log(int sender, byte[] bytes, int offset, int length) {
    if (session.parties() > 2 && length > 0) {
      logs[sender].add(bytes, offset, length);
      empty = false;
    }
  }

  /**
   * Ends the log without a comparison and begins a new one.
   *
   * @return what another check {@linkplain #include includes} in place of the log; empty if nothing
   *     was logged
   */
  public byte[] handOver() {
    requireNoneFailed();
    if (empty) {
      return new byte[0];
    }
    FieldHash all = session.hash("broadcasts of another check");
    addLogs(all);
    begin();
    return all.digest();
  }

  /**
   * Includes logs that another check handed over in the next comparison. All parties include the
   * same logs in the same order.
   */
  public void include(byte[] handedOver) {
    if (handedOver.length > 0) {
      included = included == null ? session.hash("broadcasts of other checks") : included;
      included.add(handedOver);
      empty = false;
    }
  }

  private void addLogs(FieldHash all) {
    for (FieldHash log : logs) {
      all.add(log.digest());
    }
    if (included != null) {
      all.add(included.digest());
    }
  }

  private void requireNoneFailed() {
    if (failed) {
      throw new IllegalStateException("a check has failed already");
    }
  }

  /** Whether anything was logged since the last check. Between two parties nothing is. */
  public boolean unchecked() {
    return !empty;
  }

  /**
   * Compares everything that was logged since the last check, in one round. Returns at once if
   * nothing was logged.
   *
   * @throws PeerCheated with {@link Check#BROADCAST} if a peer's hash differs
   */
  public void check() throws MpcException {
    requireNoneFailed();
    if (empty) {
      return;
    }
    failed = true; // until the check has passed: an interrupted check does not count
    FieldHash all = session.hash("broadcasts").add(session.nextNumber("broadcast check"));
    addLogs(all);
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
