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
 * The deferred check of pairwise MACs. For what it sent, a party logs the MACs that it
 * <em>holds</em> and sends one hash of them; for what it received, it logs the MACs that its own
 * keys give and compares. A hash of expected MACs never leaves a party, so a peer that opened
 * something else has nothing to search against. The two directions are under different keys and
 * labels, so an echo fails.
 *
 * <p>Both parties' openings of the interval are fixed when the check starts: only then, for long
 * intervals, is the key of the polynomial hash tossed. One round for short intervals, three for
 * long ones.
 *
 * <p>What it withstands: after a change, the expected MACs differ from those that the peer knows by
 * a difference that is linear in this party's unknown key, and nothing else is known of it. In a
 * short interval the peer must guess the whole difference. In a long one it must guess the
 * polynomial hash of it, which is linear too, so that no guess is better than zero: it succeeds
 * with at most the probability of a zero difference plus 2^-117 for each key of the hash
 * (multiplied: 2^-234 for two), also though it knows the keys by then. MACs that are not linear in
 * the key don't have this bound.
 */
public final class MacCheck {
  /** Up to so many logged words, both directions together, are hashed as they are (64 KB). */
  public static final int SHORT_INTERVAL_WORDS = 8192;

  /** Enough that the hash does not limit security to the degree of one polynomial. */
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
   * A check whose hash of long intervals has two keys, for a protocol whose MACs are worth more
   * than the 2^-117 of one.
   *
   * @param session where proofs are exchanged
   * @param coins the tosses of the same session
   * @param capacity words of each log to make room for at first
   */
  public MacCheck(Session session, CoinToss coins, int capacity) {
    this(session, coins, capacity, HASH_KEYS);
  }

  /**
   * @param session where proofs are exchanged
   * @param coins the tosses of the same session
   * @param capacity words of each log to make room for at first
   * @param hashKeys the keys of the hash of long intervals, at least one: with one, a cheat passes
   *     with probability 2^-117 besides that of its MACs, and the hash takes half the time of that
   *     with two
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

  /** The MACs that this party holds for what it sent. */
  public MacLog held() {
    return held;
  }

  /** The MACs that this party's keys give for what it received. */
  public MacLog expected() {
    return expected;
  }

  /** The words logged in both directions and not yet checked; the same number at both parties. */
  public int pending() {
    return held.size() + expected.size();
  }

  /**
   * Compares everything logged since the last check; nothing pending costs nothing.
   *
   * @throws PeerCheated with {@link Check#MAC} if the peer's proof is not that of the expected
   *     MACs; with {@link Check#COMMITMENT} if it cheats in the toss
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
      key = coins.toss(TOSS, hashKeys * PolynomialHash.KEY_BYTES);
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

  /** Whether so much is pending that a key is tossed. */
  boolean isLong() {
    return pending() > SHORT_INTERVAL_WORDS;
  }

  CoinToss.Under beginToss() {
    beginLong();
    return coins.begin(TOSS, hashKeys * PolynomialHash.KEY_BYTES);
  }

  private void beginLong() {
    requireNoneFailed();
    failed = true; // until the check has passed: one that breaks off does not count
  }

  /**
   * Ends the interval.
   *
   * @param key that was tossed, or {@link #noKey}
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
