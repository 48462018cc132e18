package org.schurmpc.core.mac;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.agree.CoinToss;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.crypto.PolynomialHash;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.session.Session;

/**
 * Performs the deferred check of pairwise MACs. For the values that it sent, a party logs the MACs
 * that it <em>holds</em> and sends one hash of them. For the values that it received, a party logs
 * the MACs computed from its own keys and compares. A hash of expected MACs never leaves a party,
 * so a peer that opened something else has nothing to search against. The two directions use
 * different keys and labels, so an echo fails.
 *
 * <p>Both parties' openings of the interval are fixed when the check starts: only then, for long
 * intervals, is the key of the polynomial hash tossed. One round for short intervals, three for
 * long ones.
 *
 * <p>Security: after a change, the expected MACs differ from those that the peer knows by a
 * difference that is linear in this party's unknown key, and nothing else is known of the
 * difference. In a short interval the peer must guess the whole difference. In a long interval the
 * peer must guess the polynomial hash of the difference, which is linear too, so that no guess is
 * better than zero: the peer succeeds with at most the probability of a zero difference plus 2^-117
 * for each key of the hash (multiplied: 2^-234 for two), even though the peer knows the keys by
 * then. MACs that are not linear in the key do not have this bound.
 *
 * <p>Neither the toss nor the comparison is judged: a peer that leaves has learnt nothing of this
 * party's key, since the proof that it received is one of MACs that it can compute itself. A peer
 * that leaves when it has seen the hash's keys, and returns with the same MACs, gains 2^-117 a try
 * (for two keys 2^-234).
 */
public final class MacCheck {
  /** Maximum number of logged words, both directions together, that are hashed directly (64 KB). */
  public static final int SHORT_INTERVAL_WORDS = 8192;

  /** Number of keys with which the hash does not limit security to the degree of one polynomial. */
  private static final int HASH_KEYS = 2;

  private static final String TOSS = "MAC check";

  private final Session session;
  private final CoinToss coins;
  private final MacLog held;
  private final MacLog expected;
  private final int hashKeys;
  private boolean failed;
  private byte[] required = {};

  /**
   * Creates a check whose hash of long intervals has two keys, for a protocol whose MACs give more
   * security than the 2^-117 of one key.
   *
   * @param session the session in which proofs are exchanged
   * @param coins the tosses of the same session
   * @param capacity the initial capacity of each log, in words
   */
  public MacCheck(Session session, CoinToss coins, int capacity) {
    this(session, coins, capacity, HASH_KEYS);
  }

  /**
   * Creates a check.
   *
   * @param session the session in which proofs are exchanged
   * @param coins the tosses of the same session
   * @param capacity the initial capacity of each log, in words
   * @param hashKeys the number of keys of the hash of long intervals, at least one. With one key, a
   *     cheat passes with probability 2^-117 in addition to that of its MACs, and the hash takes
   *     half the time of the hash with two keys
   */
  public MacCheck(Session session, CoinToss coins, int capacity, int hashKeys) {
    if (hashKeys < 1) {
      throw new IllegalArgumentException("a hash with " + hashKeys + " keys");
    }
    this.session = session;
    this.hashKeys = hashKeys;
    this.coins = coins;
    this.held = new MacLog(capacity);
    this.expected = new MacLog(capacity);
  }

  /** Returns the log of MACs that this party holds for the values that it sent. */
  public MacLog held() {
    return held;
  }

  /** Returns the log of MACs computed from this party's keys for the values that it received. */
  public MacLog expected() {
    return expected;
  }

  /**
   * Returns the number of words logged in both directions and not yet checked, which is equal at
   * both parties.
   */
  public int pending() {
    return held.size() + expected.size();
  }

  /**
   * Compares everything logged since the last check. If nothing is pending, nothing is sent.
   *
   * @throws PeerCheated with {@link Check#MAC} if the peer's proof does not match the expected
   *     MACs; with {@link Check#COMMITMENT} if the peer cheats in the toss
   * @throws IllegalStateException if an earlier check did not pass
   */
  public void check() throws MpcException {
    if (pending() == 0) {
      requireNoneFailed();
      return;
    }
    byte[] key = noKey();
    if (isLong()) {
      beginLong();
      key = coins.tossUnjudged(TOSS, hashKeys * PolynomialHash.KEY_BYTES);
    }
    end(session.exchange(begin(key)));
  }

  private void requireNoneFailed() {
    if (failed) {
      throw new IllegalStateException("a check has failed already");
    }
  }

  static byte[] noKey() {
    return new byte[0];
  }

  /** Returns whether enough words are pending that a key is tossed. */
  boolean isLong() {
    return pending() > SHORT_INTERVAL_WORDS;
  }

  CoinToss.Under beginToss() {
    beginLong();
    return coins.begin(TOSS, hashKeys * PolynomialHash.KEY_BYTES);
  }

  private void beginLong() {
    requireNoneFailed();
    failed = true; // until the check has passed: an interrupted check does not count
  }

  /**
   * Ends the interval.
   *
   * @param key the tossed key, or {@link #noKey}
   * @return the proof for the peer, {@value FieldHash#BYTES} bytes
   */
  byte[] begin(byte[] key) {
    if (key.length == 0) {
      requireNoneFailed();
    }
    failed = true;
    long interval = session.nextNumber("MAC check");
    required = proof(session.peer(), session.party(), interval, key, expected);
    return proof(session.party(), session.peer(), interval, key, held);
  }

  /** Compares the peer's proof. */
  void end(byte[] theirs) throws MpcException {
    boolean same = Secrets.equal(theirs, required);
    session.require(same, Check.MAC, "an opened value is not the one that was authenticated");
    held.clear();
    expected.clear();
    failed = false;
  }

  private byte[] proof(int sender, int receiver, long interval, byte[] key, MacLog macs) {
    FieldHash hash =
        session.hash("MAC check").add(sender).add(receiver).add(interval).add(macs.size());
    if (key.length == 0) {
      return hash.add(macs.words(), 0, macs.size()).digest();
    }
    PolynomialHash polynomial = new PolynomialHash(key);
    polynomial.update(macs.words(), 0, macs.size());
    return hash.add(key).add(polynomial.digest()).digest();
  }

  /** Wipes the logs. */
  public void wipe() {
    held.wipe();
    expected.wipe();
    Secrets.wipe(required);
  }
}
