package org.schurmpc.spdz.prep;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.agree.CommittedBroadcast;
import org.schurmpc.core.crypto.Prg;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.prep.Sequencer;
import org.schurmpc.core.session.Session;
import org.schurmpc.spdz.share.GlobalMacCheck;

/**
 * Squares of random values over a prime field between two parties, for less than a triple (a
 * protocol of our own, docs/decisions/0034). A value is a = a_1 + a_2, one part from each party,
 * and only a_1 a_2 is a product of both. In each half of a batch one party, the owner, has τ values
 * for a product, and the other one a_2, which is given before the values are combined. As in a
 * triple, two tossed combinations (a_1, c) and (â_1, ĉ) hide bits that were learnt. Products and
 * squares are checked by their sums with tossed factors χ: C of c, Ĉ of ĉ, and Q_i of a_i^2, which
 * {@link SquareProof} proves.
 *
 * <p>Malicious security with abort: a wrong square passes with probability 4/|F|. Cost, as the
 * average of both parties: τ one-way products and 1.5 authenticated elements for a square that is
 * public, 2.5 for one that nobody knows.
 */
class RandomSquares {
  /** Maximum number of values that a party gives for a square or a root. */
  static final int GIVEN = 3;

  private static final int C = 0;
  private static final int C_HAT = 1;
  private static final int Q = 2;
  private static final int MASK = 3;
  private static final int SUMS = 4;

  private static final boolean[] BOTH = {true, true};

  private final Session session;
  private final Field field;
  private final Products products;
  private final Authentication authentication;
  private final GlobalMacCheck check;
  private final SquareProof proof;
  private final Prg random;
  private final int tau;
  private final int limbs;

  RandomSquares(
      Session session,
      Field field,
      long[] key,
      Products products,
      Authentication authentication,
      GlobalMacCheck check,
      int tau) {
    this.session = session;
    this.field = field;
    this.products = products;
    this.authentication = authentication;
    this.check = check;
    this.proof = new SquareProof(session, field, key);
    this.random = Prg.seededFrom(session.random());
    this.tau = tau;
    this.limbs = field.limbs();
  }

  /** Returns whether parties make squares by this protocol, and not from triples. */
  static boolean serve(int parties, Field field) {
    return parties == 2 && !field.isBinary();
  }

  /** Returns the number of which the squares of a batch are a multiple. */
  int grain() {
    return 2 * products.tile();
  }

  /**
   * Makes values whose squares are public. All checks have passed when the method returns.
   *
   * @param n number of values, a multiple of {@link #grain()}
   * @param squares receives {@code n} public elements
   * @param turn awaited before the first check
   */
  Batch roots(int n, long[] squares, Sequencer.Turn turn) throws MpcException {
    try (SquareParts parts = new SquareParts(field, session.party(), tau, n, 1);
        Authentication.Under given = authentication.begin(BOTH, parts.count)) {
      make(parts, given, turn);
      open(parts, given, squares);
      return shared(parts, given);
    }
  }

  /** Like {@link #roots}, with squares that nobody knows: pairs of a and a^2. */
  Batch squares(int n, Sequencer.Turn turn) throws MpcException {
    try (SquareParts parts = new SquareParts(field, session.party(), tau, n, 2);
        Authentication.Under given = authentication.begin(BOTH, parts.count)) {
      make(parts, given, turn);
      // The squares are given, so they are fixed before the factors of their sum.
      long[] factors = toss("sums of squares", n);
      checkSquares(parts, given, factors);
      return shared(parts, given);
    }
  }

  /** Multiplies, combines and authenticates. One proof is for all that is given. */
  private void make(SquareParts parts, Authentication.Under given, Sequencer.Turn turn)
      throws MpcException {
    multiply(parts);
    // With a_2 all errors of products are fixed, before r is tossed.
    given.give(parts.given, 0, parts.half);
    combine(parts);
    given.give(parts.given, parts.half, parts.count - parts.half);
    parts.sort(given);
    turn.await();
    given.prove();
  }

  /** Multiplies; tests lie about the products. */
  void multiply(SquareParts parts) throws MpcException {
    parts.multiply(products);
  }

  /** Combines with tossed r and r̂; tests lie about the combinations. */
  void combine(SquareParts parts) throws MpcException {
    parts.combine(toss("combination of squares", 2 * tau * parts.n));
  }

  /** Opens the squares, to which both parties commit before their sums are tossed. */
  private void open(SquareParts parts, Authentication.Under given, long[] squares)
      throws MpcException {
    int n = parts.n;
    CommittedBroadcast.Under committed = commit(parts.squares, n);
    long[] mac = new long[limbs];
    try {
      long[] factors = toss("sums of squares", n);
      checkSums(parts, given, factors, mac);
      // If a product were another one, the squares would tell what it is.
      byte[][] all = committed.open(Check.COMMITMENT);
      boolean elements = field.fromBytes(all[session.peer()], 0, squares, 0, n);
      session.require(elements, Check.MALFORMED, "a square is no element of the field");
      field.add(squares, 0, parts.squares, 0, squares, 0, n);
      long[] sum = new long[limbs];
      field.innerProduct(factors, 0, squares, 0, sum, 0, n);
      requireSum(sum, mac);
    } finally {
      Secrets.wipe(mac);
      committed.wipe();
    }
  }

  private CommittedBroadcast.Under commit(long[] squares, int n) throws MpcException {
    byte[] bytes = new byte[n * field.bytes()];
    try {
      field.toBytes(squares, 0, bytes, 0, n);
      return check.committed().commit("squares", bytes);
    } finally {
      Secrets.wipe(bytes);
    }
  }

  /**
   * Checks the sums of χ a_i^2 and χ c.
   *
   * @param mac receives this party's share of the MAC of what the sum of χ a^2 is: Q_1 + Q_2 + 2 C
   */
  private void checkSums(SquareParts parts, Authentication.Under given, long[] factors, long[] mac)
      throws MpcException {
    try (Authentication.Under sums = giveSums(parts, factors, given)) {
      sums.prove();
      proof.prove(factors, parts.n, given, sums, Q, MASK);
      sacrifice(parts, factors, given, sums);
      long[] macs = new long[SUMS * limbs];
      sums.addUp(macs, SUMS);
      field.add(macs, Q * limbs, macs, C * limbs, mac, 0, 1);
      field.add(mac, 0, macs, C * limbs, mac, 0, 1);
      Secrets.wipe(macs);
    }
  }

  /** Gives C, Ĉ and Q, and a mask for the proof of Q. */
  private Authentication.Under giveSums(
      SquareParts parts, long[] factors, Authentication.Under given) throws MpcException {
    int n = parts.n;
    long[] values = new long[SUMS * limbs];
    long[] squares = new long[n * limbs];
    long[] mask = draw(random, 1);
    try {
      field.multiply(given.values(), given.at(0), given.values(), given.at(0), squares, 0, n);
      field.innerProduct(factors, 0, parts.c, 0, values, C * limbs, n);
      field.innerProduct(factors, 0, parts.cHat, 0, values, C_HAT * limbs, n);
      field.innerProduct(factors, 0, squares, 0, values, Q * limbs, n);
      System.arraycopy(mask, 0, values, MASK * limbs, limbs);
      return authentication.give(BOTH, values, SUMS);
    } finally {
      Secrets.wipe(values);
      Secrets.wipe(squares);
      Secrets.wipe(mask);
    }
  }

  /** Checks that C is the sum of χ a_1 a_2: opens ρ, then t C - Ĉ - the sum of χ ρ a_2 is 0. */
  private void sacrifice(
      SquareParts parts, long[] factors, Authentication.Under given, Authentication.Under sums)
      throws MpcException {
    int half = parts.half;
    // C and Ĉ are given before t.
    long[] t = toss("sacrifice of squares", 1);
    long[][] rho = openRho(t, parts, given);
    check.check();
    long[] zero = new long[limbs];
    long[] part = new long[limbs];
    long[] weights = new long[half * limbs];
    for (int party = 0; party < 2; party++) {
      long[] macs = sums.macs(party);
      field.multiply(t, 0, macs, sums.at(C), part, 0, 1);
      field.add(zero, 0, part, 0, zero, 0, 1);
      field.subtract(zero, 0, macs, sums.at(C_HAT), zero, 0, 1);
      int owned = parts.ownedBy(party);
      field.multiply(factors, owned * limbs, rho[party], 0, weights, 0, half);
      field.innerProduct(weights, 0, given.macs(1 - party), given.at(owned), part, 0, half);
      field.subtract(zero, 0, part, 0, zero, 0, 1);
    }
    check.opened(new long[limbs], 0, zero, 0, 1);
    Secrets.wipe(part);
    Secrets.wipe(zero);
    check.check(Check.SACRIFICE, "a product of two parties' values is another one");
  }

  /** Opens ρ = t a_1 - â_1 of both owners, to be checked. */
  private long[][] openRho(long[] t, SquareParts parts, Authentication.Under given)
      throws MpcException {
    int half = parts.half;
    int me = session.party();
    long[][] rho = new long[2][half * limbs];
    combineHats(t, parts, me, given, given.values(), rho[me]);
    byte[] sent = new byte[half * field.bytes()];
    field.toBytes(rho[me], 0, sent, 0, half);
    byte[] received = session.exchange(sent);
    boolean elements = field.fromBytes(received, 0, rho[1 - me], 0, half);
    session.require(elements, Check.MALFORMED, "an opened value is no element of the field");
    long[] macs = new long[half * limbs];
    for (int owner = 0; owner < 2; owner++) {
      combineHats(t, parts, owner, given, given.macs(owner), macs);
      check.opened(rho[owner], 0, macs, 0, half);
    }
    Secrets.wipe(macs);
    return rho;
  }

  private void combineHats(
      long[] t, SquareParts parts, int owner, Authentication.Under given, long[] of, long[] to) {
    field.scale(t, 0, of, given.at(parts.ownedBy(owner)), to, 0, parts.half);
    field.subtract(to, 0, of, given.at(parts.hat()), to, 0, parts.half);
  }

  /** Checks squares that are given: the sum of χ a^2, too, is the one of the checked sums. */
  private void checkSquares(SquareParts parts, Authentication.Under given, long[] factors)
      throws MpcException {
    int n = parts.n;
    long[] mac = new long[limbs];
    long[] part = new long[limbs];
    try {
      checkSums(parts, given, factors, mac);
      for (int giver = 0; giver < 2; giver++) {
        field.innerProduct(factors, 0, given.macs(giver), given.at(n), part, 0, n);
        field.subtract(mac, 0, part, 0, mac, 0, 1);
      }
      requireSum(new long[limbs], mac);
    } finally {
      Secrets.wipe(mac);
      Secrets.wipe(part);
    }
  }

  private void requireSum(long[] sum, long[] mac) throws MpcException {
    check.opened(sum, 0, mac, 0, 1);
    check.check(Check.SACRIFICE, "a square is another one");
  }

  /** Returns shares of the values, and of their squares if these are given. */
  private Batch shared(SquareParts parts, Authentication.Under given) {
    Batch batch = new Batch(field, parts.tuple, parts.n);
    System.arraycopy(given.values(), given.at(0), batch.values, 0, batch.values.length);
    given.addUp(batch.macs, parts.tuple * parts.n);
    return batch;
  }

  private long[] toss(String label, int n) throws MpcException {
    return draw(new Prg(check.committed().toss(label, Prg.SEED_BYTES)), n);
  }

  private long[] draw(Prg prg, int n) {
    long[] uniform = new long[n * field.uniformWords()];
    long[] elements = new long[n * limbs];
    prg.nextLongs(uniform, 0, uniform.length);
    field.fromUniform(uniform, 0, elements, 0, n);
    Secrets.wipe(uniform);
    return elements;
  }

  void wipe() {
    random.wipe();
  }
}
