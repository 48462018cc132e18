package org.schurmpc.tinytable.online;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.mac.MacLog;
import org.schurmpc.core.mac.MacProof;
import org.schurmpc.core.session.Session;

/**
 * The tags of the values that were opened from tables since the last check. With the lookup MAC
 * these are two registers, the sum of the own codes and that of the codes that the peer must have
 * (DNNR17, Figure 5); with the linear MAC, the tags in order. Also records all messages since the
 * last check, including masked inputs, which the proofs cover.
 */
final class OpenedTags {
  private static final int INITIAL_LOG_WORDS = 1 << 12;

  /** Number of logged words that triggers a check, to bound the memory of the logs. */
  static final int MAX_PENDING_WORDS = 1 << 23;

  private final Session session;
  private final MacLog held = new MacLog(INITIAL_LOG_WORDS);
  private final MacLog expected = new MacLog(INITIAL_LOG_WORDS);
  private final TagSums heldSums = new TagSums(held);
  private final TagSums expectedSums = new TagSums(expected);
  private final MacProof proof;
  private long heldRegister;
  private long expectedRegister;
  private FieldHash said;
  private boolean pending;

  OpenedTags(Session session) {
    this.session = session;
    this.proof = new MacProof(session);
    this.said = new FieldHash("opened");
  }

  /** Returns the tags of the values that this party opened. */
  MacLog held() {
    return held;
  }

  /** Returns the tags that this party's keys give for the values that the peer opened. */
  MacLog expected() {
    return expected;
  }

  /**
   * Returns the sums, added to {@link #held}, of linear tags of the values that this party opened.
   */
  TagSums heldSums() {
    return heldSums;
  }

  /**
   * Returns the sums, added to {@link #expected}, of the linear tags that this party's keys give.
   */
  TagSums expectedSums() {
    return expectedSums;
  }

  /** Adds to the register of the values that this party opened. */
  void addHeld(long codes) {
    heldRegister ^= codes;
  }

  /** Adds to the register of the codes that the peer must have. */
  void addExpected(long codes) {
    expectedRegister ^= codes;
  }

  /** Adds words to the tags that the peer must have, from word {@code from} on. */
  void addExpected(int from, MacLog more) {
    long[] to = expected.words();
    long[] words = more.words();
    for (int i = 0; i < more.size(); i++) {
      to[from + i] ^= words[i];
    }
  }

  /** Records a round: the messages that this party sent and received. */
  void said(byte[] mine, int myLength, byte[] theirs, int theirLength) {
    boolean first = session.party() < session.peer();
    said.add(first ? mine : theirs, 0, first ? myLength : theirLength);
    said.add(first ? theirs : mine, 0, first ? theirLength : myLength);
    pending = true;
  }

  /** Checks if the logs are long. */
  void checkIfLong() throws MpcException {
    if (held.size() + expected.size() > MAX_PENDING_WORDS) {
      check();
    }
  }

  /**
   * Compares the proofs of all values opened since the last check, in one round: each party sends
   * its own proof and requires the peer's.
   */
  void check() throws MpcException {
    if (!pending) {
      return;
    }
    byte[] statement = said.digest();
    said = new FieldHash("opened after").add(statement);
    pending = false;
    register(held, heldRegister);
    register(expected, expectedRegister);
    long number = session.nextNumber("tables");
    int me = session.party();
    int peer = session.peer();
    byte[] theirs = session.exchange(proof.of(me, peer, number, statement, held));
    byte[] required = proof.of(peer, me, number, statement, expected);
    session.require(
        Secrets.equal(theirs, required),
        Check.MAC,
        "an opened value is not from the peer's tables");
    clear();
  }

  private static void register(MacLog log, long value) {
    int at = log.extend(1);
    log.words()[at] = value;
  }

  private void clear() {
    held.clear();
    expected.clear();
    heldRegister = 0;
    expectedRegister = 0;
  }

  void wipe() {
    held.wipe();
    expected.wipe();
    proof.wipe();
    clear();
  }
}
