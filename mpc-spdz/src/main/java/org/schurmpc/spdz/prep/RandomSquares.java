package org.schurmpc.spdz.prep;

import java.util.Arrays;
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
 * for a product, and the other one a_2. As in a triple, two tossed combinations (a_1, c) and (â_1,
 * ĉ) hide bits that were learnt. Products and squares are checked by their sums with tossed factors
 * χ: C of c, Ĉ of ĉ, and Q_i of a_i^2, which {@link SquareProof} proves.
 *
 * <p>Malicious security with abort: a wrong square passes with probability 4/|F|. Cost, as the
 * average of both parties: τ one-way products and 1.5 authenticated elements for a square that is
 * public, 2.5 for one that nobody knows.
 */
final class RandomSquares {
  private static final int C = 0;
  private static final int C_HAT = 1;
  private static final int Q = 2;
  private static final int MASK = 3;
  private static final int SUMS = 4;

  private final Session session;
  private final Field field;
  private final Products products;
  private final Authentication authentication;
  private final GlobalMacCheck check;
  private final SquareProof proof;
  private final Prg random;
  private final int tau;
  private final int me;

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
    this.me = session.party();
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
    try (Run run = new Run(n, 1)) {
      run.multiply();
      run.combine();
      try (Authentication.Under given = run.give()) {
        turn.await();
        given.prove();
        run.open(given, squares);
        return run.shared(given);
      }
    }
  }

  /** Like {@link #roots}, with squares that nobody knows: pairs of a and a^2. */
  Batch squares(int n, Sequencer.Turn turn) throws MpcException {
    try (Run run = new Run(n, 2)) {
      run.multiply();
      run.combine();
      try (Authentication.Under given = run.give()) {
        turn.await();
        given.prove();
        run.check(given);
        return run.shared(given);
      }
    }
  }

  private long[] toss(String label, int n) throws MpcException {
    Prg prg = new Prg(check.committed().toss(label, Prg.SEED_BYTES));
    return draw(prg, n);
  }

  private long[] draw(Prg prg, int n) {
    long[] uniform = new long[n * field.uniformWords()];
    long[] elements = new long[n * field.limbs()];
    prg.nextLongs(uniform, 0, uniform.length);
    field.fromUniform(uniform, 0, elements, 0, n);
    Secrets.wipe(uniform);
    return elements;
  }

  /** One batch: the first half's owner is the first party. */
  private final class Run implements AutoCloseable {
    private final int n;
    private final int half;
    private final int limbs = field.limbs();

    /** Number of values of a tuple: the square is among them if it is authenticated. */
    private final int tuple;

    private final long[] a;
    private final long[] taken;
    private final long[] b;
    private final long[] offered;

    /** What this party authenticates: its parts of all values, and its â_1 last. */
    private final long[] x;

    private final int atHat;
    private final long[] c;
    private final long[] cHat;

    /** This party's parts of the squares. */
    private final long[] s;

    Run(int n, int tuple) {
      this.n = n;
      this.half = n / 2;
      this.tuple = tuple;
      this.a = new long[half * tau * limbs];
      this.taken = new long[a.length];
      this.b = new long[half * limbs];
      this.offered = new long[a.length];
      this.atHat = tuple * n * limbs;
      this.x = new long[atHat + half * limbs];
      this.c = new long[n * limbs];
      this.cHat = new long[n * limbs];
      this.s = new long[n * limbs];
    }

    /** Returns the first of the values that a party owns. */
    private int ownedBy(int party) {
      return party * half;
    }

    void multiply() throws MpcException {
      products.makeOneWay(half, a, b, taken, offered);
    }

    void combine() throws MpcException {
      // All products are fixed: each party's messages for them depend on its a and b alone.
      long[] r = toss("combination of squares", 2 * tau * n);
      int mine = ownedBy(me) * limbs;
      int other = ownedBy(1 - me) * limbs;
      combine(r, 0, mine, a, x, mine);
      combine(r, tau, mine, a, x, atHat);
      combine(r, 0, mine, taken, c, mine);
      combine(r, tau, mine, taken, cHat, mine);
      System.arraycopy(b, 0, x, other, half * limbs);
      combine(r, 0, other, offered, c, other);
      combine(r, tau, other, offered, cHat, other);
      field.multiply(x, 0, x, 0, s, 0, n);
      field.add(s, 0, c, 0, s, 0, n);
      field.add(s, 0, c, 0, s, 0, n);
      if (tuple == 2) {
        System.arraycopy(s, 0, x, n * limbs, n * limbs);
      }
    }

    /**
     * Combines a half's products.
     *
     * @param first the first of the coefficients of each value
     * @param half place of the half among all values
     */
    private void combine(long[] r, int first, int half, long[] from, long[] to, int at) {
      for (int i = 0; i < b.length; i += limbs) {
        int coefficients = 2 * tau * (half + i) + first * limbs;
        field.innerProduct(r, coefficients, from, tau * i, to, at + i, tau);
      }
    }

    Authentication.Under give() throws MpcException {
      boolean[] gives = new boolean[2];
      Arrays.fill(gives, true);
      return authentication.give(gives, x, x.length / limbs);
    }

    /** Opens the squares after all checks of their parts. */
    void open(Authentication.Under given, long[] squares) throws MpcException {
      byte[] mine = new byte[n * field.bytes()];
      field.toBytes(s, 0, mine, 0, n);
      // The squares are fixed before the factors of their sum.
      CommittedBroadcast.Under committed = check.committed().commit("squares", mine);
      long[] factors = toss("sums of squares", n);
      try (Authentication.Under sums = giveSums(factors)) {
        sums.prove();
        proof.prove(factors, n, given, sums, Q, MASK);
        sacrifice(factors, given, sums);
        byte[][] all = committed.open(Check.COMMITMENT);
        boolean elements = field.fromBytes(all[1 - me], 0, squares, 0, n);
        session.require(elements, Check.MALFORMED, "a square is no element of the field");
        field.add(squares, 0, s, 0, squares, 0, n);
        long[] sum = new long[limbs];
        field.innerProduct(factors, 0, squares, 0, sum, 0, n);
        requireSum(sum, sumOfSquares(sums));
      } finally {
        committed.wipe();
        Secrets.wipe(mine);
      }
    }

    /** Checks squares that are authenticated and stay secret. */
    void check(Authentication.Under given) throws MpcException {
      // The squares are given, so they are fixed before the factors of their sum.
      long[] factors = toss("sums of squares", n);
      try (Authentication.Under sums = giveSums(factors)) {
        sums.prove();
        proof.prove(factors, n, given, sums, Q, MASK);
        sacrifice(factors, given, sums);
        long[] mac = sumOfSquares(sums);
        long[] part = new long[limbs];
        for (int giver = 0; giver < 2; giver++) {
          field.innerProduct(factors, 0, given.macs(giver), given.at(n), part, 0, n);
          field.subtract(mac, 0, part, 0, mac, 0, 1);
        }
        Secrets.wipe(part);
        requireSum(new long[limbs], mac);
      }
    }

    /** Gives C, Ĉ and Q, and a mask for the proof of Q. */
    private Authentication.Under giveSums(long[] factors) throws MpcException {
      long[] values = new long[SUMS * limbs];
      long[] squares = new long[n * limbs];
      long[] mask = draw(random, 1);
      try {
        field.multiply(x, 0, x, 0, squares, 0, n);
        field.innerProduct(factors, 0, c, 0, values, C * limbs, n);
        field.innerProduct(factors, 0, cHat, 0, values, C_HAT * limbs, n);
        field.innerProduct(factors, 0, squares, 0, values, Q * limbs, n);
        System.arraycopy(mask, 0, values, MASK * limbs, limbs);
        boolean[] gives = new boolean[2];
        Arrays.fill(gives, true);
        return authentication.give(gives, values, SUMS);
      } finally {
        Secrets.wipe(values);
        Secrets.wipe(squares);
        Secrets.wipe(mask);
      }
    }

    /** Checks that C is the sum of χ a_1 a_2: opens ρ = t a_1 - â_1, then tests a sum for zero. */
    private void sacrifice(long[] factors, Authentication.Under given, Authentication.Under sums)
        throws MpcException {
      // C and Ĉ are given before t.
      long[] t = toss("sacrifice of squares", 1);
      long[][] rho = openRho(t, given);
      check.check();
      long[] zero = new long[limbs];
      long[] part = new long[limbs];
      long[] weights = new long[half * limbs];
      for (int party = 0; party < 2; party++) {
        long[] macs = sums.macs(party);
        field.multiply(t, 0, macs, sums.at(C), part, 0, 1);
        field.add(zero, 0, part, 0, zero, 0, 1);
        field.subtract(zero, 0, macs, sums.at(C_HAT), zero, 0, 1);
        int owned = ownedBy(party);
        field.multiply(factors, owned * limbs, rho[party], 0, weights, 0, half);
        field.innerProduct(weights, 0, given.macs(1 - party), given.at(owned), part, 0, half);
        field.subtract(zero, 0, part, 0, zero, 0, 1);
      }
      check.opened(new long[limbs], 0, zero, 0, 1);
      Secrets.wipe(part);
      Secrets.wipe(zero);
      check.check(Check.SACRIFICE, "a product of two parties' values is another one");
    }

    /** Opens ρ of both owners, to be checked. */
    private long[][] openRho(long[] t, Authentication.Under given) throws MpcException {
      long[][] rho = new long[2][half * limbs];
      int hat = tuple * n;
      combineHats(t, given.values(), given.at(ownedBy(me)), given.at(hat), rho[me]);
      byte[] sent = new byte[half * field.bytes()];
      field.toBytes(rho[me], 0, sent, 0, half);
      byte[] received = session.exchange(sent);
      boolean elements = field.fromBytes(received, 0, rho[1 - me], 0, half);
      session.require(elements, Check.MALFORMED, "an opened value is no element of the field");
      long[] macs = new long[half * limbs];
      for (int party = 0; party < 2; party++) {
        combineHats(t, given.macs(party), given.at(ownedBy(party)), given.at(hat), macs);
        check.opened(rho[party], 0, macs, 0, half);
      }
      Secrets.wipe(macs);
      return rho;
    }

    private void combineHats(long[] t, long[] of, int at, int hat, long[] to) {
      field.scale(t, 0, of, at, to, 0, half);
      field.subtract(to, 0, of, hat, to, 0, half);
    }

    /** Returns this party's share of the MAC of Q_1 + Q_2 + 2 C. */
    private long[] sumOfSquares(Authentication.Under sums) {
      long[] macs = new long[SUMS * limbs];
      sums.addUp(macs, SUMS);
      long[] mac = Arrays.copyOfRange(macs, Q * limbs, (Q + 1) * limbs);
      field.add(mac, 0, macs, C * limbs, mac, 0, 1);
      field.add(mac, 0, macs, C * limbs, mac, 0, 1);
      Secrets.wipe(macs);
      return mac;
    }

    private void requireSum(long[] sum, long[] mac) throws MpcException {
      check.opened(sum, 0, mac, 0, 1);
      Secrets.wipe(mac);
      check.check(Check.SACRIFICE, "a square is another one");
    }

    /** Returns the values, and their squares if these are authenticated. */
    Batch shared(Authentication.Under given) {
      Batch batch = new Batch(field, tuple, n);
      System.arraycopy(x, 0, batch.values, 0, batch.values.length);
      given.addUp(batch.macs, tuple * n);
      return batch;
    }

    @Override
    public void close() {
      for (long[] each : new long[][] {a, taken, b, offered, x, c, cHat, s}) {
        Secrets.wipe(each);
      }
    }
  }

  void wipe() {
    random.wipe();
  }
}
