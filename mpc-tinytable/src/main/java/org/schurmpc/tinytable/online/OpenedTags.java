package org.schurmpc.tinytable.online;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.mac.MacLog;
import org.schurmpc.core.mac.MacProof;
import org.schurmpc.core.session.Session;

/**
 * What stands for the values that were opened from tables since the last check: with the lookup MAC
 * two registers, the sum of the own codes and that of the codes that the peer must have (DNNR17,
 * Figure 5); with the linear MAC the tags in order. And what was said meanwhile, masked inputs
 * included, which the proofs cover.
 */
final class OpenedTags {
  private static final int INITIAL_LOG_WORDS = 1 << 12;

  /** So many logged words are checked without being asked, to bound the memory of the logs. */
  static final int MAX_PENDING_WORDS = 1 << 23;

  private final Session session;
  private final MacLog held = new MacLog(INITIAL_LOG_WORDS);
  private final MacLog expected = new MacLog(INITIAL_LOG_WORDS);
  private final TagSums heldSums = new TagSums(held);
  private final TagSums expectedSums = new TagSums(expected);
  private long heldRegister;
  private long expectedRegister;
  private FieldHash said;
  private boolean pending;

  OpenedTags(Session session) {
    this.session = session;
    this.said = new FieldHash("opened");
  }

  /** The tags of what this party opened. */
  MacLog held() {
    return held;
  }

  /** The tags that this party's keys give for what the peer opened. */
  MacLog expected() {
    return expected;
  }

  /** Linear tags of what this party opened, added up in {@link #held}. */
  TagSums heldSums() {
    return heldSums;
  }

  /** Those that this party's keys give, added up in {@link #expected}. */
  TagSums expectedSums() {
    return expectedSums;
  }

  /** Adds to the register of what this party opened. */
  void addHeld(long codes) {
    heldRegister ^= codes;
  }

  /** Adds to the register of what the peer must have. */
  void addExpected(long codes) {
    expectedRegister ^= codes;
  }

  /** Adds words to the tags that the peer must have, from the given one on. */
  void addExpected(int from, MacLog more) {
    long[] to = expected.words();
    long[] words = more.words();
    for (int i = 0; i < more.size(); i++) {
      to[from + i] ^= words[i];
    }
  }

  /** Notes a round: what this party sent and what it received. */
  void said(byte[] mine, int myLength, byte[] theirs, int theirLength) {
    boolean first = session.party() < session.peer();
    said.add(first ? mine : theirs, 0, first ? myLength : theirLength);
    said.add(first ? theirs : mine, 0, first ? theirLength : myLength);
    pending = true;
  }

  /** Checks if much was logged. */
  void checkIfLong() throws MpcException {
    if (held.size() + expected.size() > MAX_PENDING_WORDS) {
      check();
    }
  }

  /**
   * Compares the proofs of all that was opened since the last check, in one round: each party sends
   * its own and requires the peer's.
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
    byte[] theirs = session.exchange(MacProof.of(session, me, peer, number, statement, held));
    byte[] required = MacProof.of(session, peer, me, number, statement, expected);
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
    clear();
  }
}
