package org.schurmpc.spdz.share;

import java.util.List;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.agree.BroadcastCheck;
import org.schurmpc.core.agree.CommittedBroadcast;
import org.schurmpc.core.crypto.LinearTag;
import org.schurmpc.core.crypto.Prg;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.session.Session;

/**
 * The check of opened values against the shares of their MACs (DKLPSS12, Figure 10; KOS16, Figure
 * 9): coefficients are tossed; each party commits to σ_i, its share of the combined MAC less its
 * key times the combined value; all parties open, and the σ_i must add up to zero. A wrong value
 * passes with probability 2/|F|. With {@link MacComparison#TAGS}, two parties compare σ_i without
 * showing them ({@link TagComparison}).
 *
 * <p>A check has up to three stages, each of which begins when the one before has ended well:
 *
 * <ol>
 *   <li>a σ_i of all opened elements;
 *   <li>a σ_i of all masked indices of lookups, which are opened by their coordinates ({@link
 *       PackedOpening#noteIndices});
 *   <li>a hash of the differences of other values opened by their coordinates ({@link
 *       PackedOpening#note}). A difference is that of MAC and α times the value, which is zero;
 *       this party records its share. All of them are one message: GHASH under a key that is tossed
 *       after the openings, linear over F2 ({@link LinearTag}), so that the hashes add up to the
 *       hash of all d. If a value is wrong, some d is α times its error, up to what the cheater
 *       knows: the hashes add up to zero with probability 1/|F| + b 2^-128 for b blocks.
 * </ol>
 *
 * <p>The order matters. The σ_i of elements add up to α times a combination of the errors of the
 * openings, which the cheater chose and knows. A value that is opened by its coordinates has an
 * error of its own if it is outside of its span: the part outside. If a peer forged the opening of
 * an element, a product x y became x y + e y, whose part outside depends on y. In one sum with e,
 * or beside it, this would show y to whoever knows a bit of α. So nothing is sent about such values
 * before all elements have proved right; then they are in their spans (see decision 48 for indices
 * of programs).
 *
 * <p>Each thread has a check of its own; under one key, {@link CheckTurns} makes the checks one
 * after the other. After a failed check, key and material must be discarded.
 */
public final class GlobalMacCheck {
  /** Number of openings after which a check is due (KSS13, section 2.2). */
  public static final int INTERVAL = 100_000;

  private static final String WRONG = "an opened value is not the one that its MAC is of";

  private static final String JUDGED = "a MAC check";

  /**
   * Number of bits of a field from which on a peer may break off checks as often as it likes before
   * a share is open: a wrong value passes with probability 2^-99 in a try.
   */
  private static final int FREE_TRIES_BITS = 100;

  /** Number of longs of differences after which a check is due: 16 MB. */
  private static final int DIFFERENCE_INTERVAL = 1 << 21;

  private final Session session;
  private final Field field;
  private final long[] key;
  private final BroadcastCheck broadcasts;
  private final CommittedBroadcast committed;
  private final MacCombination combination;
  private final CheckTurns turns;
  private final CheckPool pool;
  private final boolean ownPool;
  private final OpeningLog log;
  private final TagComparison tags; // null if shares are committed to and opened

  /** The step of this thread's last check. */
  private int checkedStep = -1;

  private boolean wiped;

  /**
   * Creates a check that compares by {@link MacComparison#COMMITMENTS}, as all generation of
   * material must.
   *
   * @param key this party's share of α, one element; copied
   * @param broadcasts compared with all parties at each check; whoever opens values logs the peers'
   *     messages in it
   */
  public GlobalMacCheck(Session session, Field field, long[] key, BroadcastCheck broadcasts) {
    this(session, field, key, broadcasts, MacComparison.COMMITMENTS);
  }

  /**
   * Creates a check.
   *
   * @param comparison of σ_i; the same at all parties, by the terms of their session
   */
  public GlobalMacCheck(
      Session session,
      Field field,
      long[] key,
      BroadcastCheck broadcasts,
      MacComparison comparison) {
    this(session, field, key, broadcasts, comparison, new CheckTurns(session.party()), null);
  }

  /**
   * Creates the check of a thread.
   *
   * @param comparison of σ_i; the same at all parties, by the terms of their session
   * @param turns the order of the checks of all threads
   * @param pool openings of earlier steps under the same key, wiped by the caller; null if there
   *     are no other threads
   */
  public GlobalMacCheck(
      Session session,
      Field field,
      long[] key,
      BroadcastCheck broadcasts,
      MacComparison comparison,
      CheckTurns turns,
      CheckPool pool) {
    this.turns = turns;
    this.ownPool = pool == null;
    this.pool = ownPool ? new CheckPool(field) : pool;
    this.session = session;
    this.field = field;
    this.key = key.clone();
    this.broadcasts = broadcasts;
    this.committed = new CommittedBroadcast(session, broadcasts);
    this.combination = new MacCombination(field, this.key);
    this.log = new OpeningLog(field);
    this.tags = comparison == MacComparison.TAGS ? new TagComparison(session, field) : null;
  }

  /** Returns commitments and tosses among the parties, logged for the comparison of broadcasts. */
  public CommittedBroadcast committed() {
    return committed;
  }

  /** Returns the log of broadcasts since the last check. */
  public BroadcastCheck broadcasts() {
    return broadcasts;
  }

  /**
   * Records opened values.
   *
   * @param opened {@code n} elements, equal at all parties
   * @param macShares this party's shares of their MACs
   */
  public void opened(long[] opened, int at, long[] macShares, int macsAt, int n) {
    log.elements().add(opened, at, macShares, macsAt, n);
  }

  /** Returns the field of the opened values. */
  Field field() {
    return field;
  }

  /** Returns the recorded elements, among which an {@link Opening} writes those that it opens. */
  OpenedValues elements() {
    return log.elements();
  }

  /** Returns the recorded masked indices of lookups. */
  OpenedValues indices() {
    return log.indices();
  }

  /** Returns the number of this thread's recorded openings that are not checked yet. */
  public int pending() {
    return log.count();
  }

  /**
   * Whether there are openings or broadcasts of this thread, or of an earlier step, that this
   * thread has not checked. Openings of threads that run beside this one do not matter.
   */
  public boolean unchecked() {
    return !log.isEmpty() || broadcasts.unchecked() || poolUnchecked();
  }

  private boolean poolUnchecked() {
    return pool.fullAtStart() && checkedStep != pool.step();
  }

  /**
   * Performs the check if {@value #INTERVAL} openings are recorded, or many by their coordinates.
   *
   * @throws org.schurmpc.core.abort.ConnectionLost if another thread failed
   */
  public void checkIfDue() throws MpcException {
    turns.requireNoneFailed();
    int earlier = poolUnchecked() ? pool.atStart() : 0;
    if (Math.addExact(log.count(), earlier) >= INTERVAL || manyDifferences()) {
      check();
    }
  }

  private boolean manyDifferences() {
    return log.elements().differenceLongs() >= DIFFERENCE_INTERVAL;
  }

  /**
   * Performs the check if {@value #INTERVAL} openings of this thread alone are recorded, so that
   * what threads hand over is bounded.
   */
  public void checkOwnIfDue() throws MpcException {
    if (log.count() >= INTERVAL || manyDifferences()) {
      check();
    }
  }

  /**
   * Leaves this thread's openings to the next check of any thread. Called between steps, for one
   * thread after the other in an order that is equal at all parties.
   */
  public void handOver() {
    pool.add(log, broadcasts);
  }

  /**
   * Checks all recorded values, and all openings of earlier steps; sends nothing if there are none.
   * Two rounds for the toss, and two for each stage for which there are values; one more for each
   * stage with more than two parties; and one more while other threads may check.
   *
   * @throws PeerCheated with {@link Check#MAC} if a value is wrong or a peer left in the middle,
   *     {@link Check#COMMITMENT}, or {@link Check#BROADCAST} if parties received different messages
   */
  public void check() throws MpcException {
    check(Check.MAC, WRONG);
  }

  /**
   * Checks like {@link #check()}, with another name for the failure.
   *
   * @param kind replaces {@link Check#MAC}
   * @param where description of the checked values, never the data
   */
  public void check(Check kind, String where) throws MpcException {
    requireCheckable();
    if (unchecked()) {
      turns.perform(session, label -> checkInTurn(label, kind, where));
    }
  }

  /**
   * Checks the recorded values of one thread under several keys like {@link #check()}, in one turn.
   *
   * @param checks one for each key, all of one thread
   */
  public static void checkTogether(List<GlobalMacCheck> checks) throws MpcException {
    List<GlobalMacCheck> due = checks.stream().filter(GlobalMacCheck::unchecked).toList();
    for (GlobalMacCheck each : due) {
      each.requireCheckable();
    }
    if (!due.isEmpty()) {
      GlobalMacCheck first = due.get(0);
      first.turns.perform(
          first.session,
          label -> {
            for (GlobalMacCheck each : due) {
              each.checkInTurn(label, Check.MAC, WRONG);
            }
          });
    }
  }

  private void requireCheckable() {
    if (wiped) {
      throw new IllegalStateException("the key is wiped");
    }
    log.elements().requireNoneReserved();
  }

  /** Checks in its turn, together with the openings of earlier steps, if no check before did. */
  private void checkInTurn(String label, Check kind, String where) throws MpcException {
    pool.takeInto(log, broadcasts);
    checkedStep = pool.step();
    if (log.isEmpty()) {
      broadcasts.check();
      return;
    }
    session.metrics().countCheck();
    // The coefficients come after all values are fixed.
    Prg prg = new Prg(seed(label));
    OpenedValues elements = log.elements();
    if (elements.count() > 0) {
      sum(combination.sigma(elements, prg), kind, where);
    }
    // From here on, values that were opened by their coordinates are in their spans.
    if (log.indices().count() > 0) {
      sum(combination.sigma(log.indices(), prg), kind, where);
    }
    if (elements.differenceLongs() > 0) {
      // Not by tags: the map from α to the hash is not one-to-one for all errors and keys.
      compare("hash of a MAC check", hash(prg), GlobalMacCheck::addUpToZero, kind, where);
    }
    log.clear();
  }

  private void sum(byte[] sigma, Check kind, String where) throws MpcException {
    if (tags == null) {
      compare("σ of a MAC check", sigma, this::elementsAddUpToZero, kind, where);
    } else {
      tags.requireZero(sigma, kind, where);
    }
  }

  /** Returns the hash of this party's shares of the differences. */
  private byte[] hash(Prg prg) {
    byte[] hashKey = new byte[LinearTag.KEY_BYTES];
    prg.nextBytes(hashKey, 0, hashKey.length);
    byte[] bytes = new byte[LinearTag.TAG_BYTES];
    LinearTag hash = new LinearTag(hashKey);
    OpenedValues elements = log.elements();
    hash.hash(elements.differences(), 0, elements.differenceLongs(), bytes, 0);
    hash.wipe();
    return bytes;
  }

  /**
   * Tosses the seed of the coefficients. A peer that leaves with the seed can try again with the
   * same wrong value, and passes with probability 1/|F| in a try. This is judged if it counts.
   */
  private byte[] seed(String label) throws MpcException {
    return triesCount()
        ? committed.toss(label, Prg.SEED_BYTES)
        : committed.tossUnjudged(label, Prg.SEED_BYTES);
  }

  /** Whether tries that a peer breaks off before a share of zero is open must be few. */
  private boolean triesCount() {
    return field.bits() < FREE_TRIES_BITS;
  }

  /**
   * Compares shares of zero: σ_i, or the hashes of differences. Once this party's share is open, a
   * peer that had a wrong value opened can compute α from it. Therefore a peer that leaves then
   * without a message fails the check, and so does every other end of the comparison, including the
   * end of this process. Otherwise the peer could return in another session with the same key. A
   * commitment shows nothing, so before that moment a lost line costs nothing, unless {@link
   * #triesCount}.
   *
   * @param share wiped
   */
  private void compare(String name, byte[] share, Zero zero, Check kind, String where)
      throws MpcException {
    Session.Step compare = () -> commitAndOpen(name, share, zero, kind, where);
    try {
      if (triesCount()) {
        session.judge(kind, JUDGED, compare);
      } else {
        compare.run();
      }
    } finally {
      Secrets.wipe(share);
    }
  }

  private void commitAndOpen(String name, byte[] share, Zero zero, Check kind, String where)
      throws MpcException {
    // Each share is fixed before another is known.
    CommittedBroadcast.Under under = committed.commit(name, share);
    try {
      session.judge(
          kind,
          JUDGED,
          () -> {
            boolean right = zero.of(under.open(kind));
            broadcasts.check();
            session.require(right, kind, where);
          });
    } finally {
      under.wipe();
    }
  }

  /** Whether the shares of all parties add up to zero. */
  @FunctionalInterface
  private interface Zero {
    boolean of(byte[][] shares) throws MpcException;
  }

  private boolean elementsAddUpToZero(byte[][] shares) throws MpcException {
    long[] sum = new long[field.limbs()];
    long[] theirs = new long[field.limbs()];
    boolean elements = true;
    for (byte[] each : shares) {
      elements &= field.fromBytes(each, 0, theirs, 0, 1);
      field.add(sum, 0, theirs, 0, sum, 0, 1);
    }
    session.require(elements, Check.MALFORMED, "σ of a MAC check is no element of the field");
    long rest = 0;
    for (long word : sum) {
      rest |= word;
    }
    return rest == 0;
  }

  private static boolean addUpToZero(byte[][] shares) {
    byte rest = 0;
    for (int i = 0; i < shares[0].length; i++) {
      byte sum = 0;
      for (byte[] each : shares) {
        sum ^= each[i];
      }
      rest |= sum;
    }
    return rest == 0;
  }

  /** Wipes the recorded values and the key; no further check is possible. */
  public void wipe() {
    wiped = true;
    Secrets.wipe(key);
    combination.wipe();
    log.wipe();
    if (ownPool) {
      pool.wipe();
    }
  }
}
