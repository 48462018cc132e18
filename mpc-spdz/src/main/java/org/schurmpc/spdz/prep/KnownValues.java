package org.schurmpc.spdz.prep;

import java.util.Arrays;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.crypto.Prg;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.prep.Sequencer;
import org.schurmpc.core.session.Session;
import org.schurmpc.spdz.share.GlobalMacCheck;
import org.schurmpc.spdz.share.Opening;

/**
 * What is authenticated and needs no products: input masks (KOS16, Figure 6), which one party
 * knows, and bits in characteristic 2, the sums of bits of all parties.
 */
final class KnownValues implements AutoCloseable {
  private final Session session;
  private final Field field;
  private final Authentication authentication;
  private final GlobalMacCheck check;
  private final Opening opening;
  private final int sigma;
  private final long[] one;
  private final Prg random;
  private final Prg[] given; // shares that this party gives each peer
  private final Prg[] got; // shares that each peer gives this one

  private KnownValues(
      Session session,
      Field field,
      Authentication authentication,
      GlobalMacCheck check,
      Opening opening,
      int sigma,
      Prg[] given,
      Prg[] got) {
    this.session = session;
    this.field = field;
    this.authentication = authentication;
    this.check = check;
    this.opening = opening;
    this.sigma = sigma;
    this.one = field.element(1);
    this.random = Prg.seededFrom(session.random());
    this.given = given;
    this.got = got;
  }

  /** Agrees with each peer on the seeds of shares; one round. */
  static KnownValues begin(
      Session session,
      Field field,
      Authentication authentication,
      GlobalMacCheck check,
      Opening opening,
      int sigma)
      throws MpcException {
    int parties = session.parties();
    byte[][] mine = new byte[parties][Prg.SEED_BYTES];
    byte[][] theirs = new byte[parties][Prg.SEED_BYTES];
    int[] lengths = new int[parties];
    Arrays.fill(lengths, Prg.SEED_BYTES);
    Prg[] given = new Prg[parties];
    Prg[] got = new Prg[parties];
    try {
      for (int peer : session.peers()) {
        session.random().nextBytes(mine[peer]);
      }
      session.exchangeAll(mine, lengths, theirs, lengths);
      for (int peer : session.peers()) {
        given[peer] = new Prg(mine[peer]);
        got[peer] = new Prg(theirs[peer]);
      }
    } finally {
      for (int party = 0; party < parties; party++) {
        Secrets.wipe(mine[party]);
        Secrets.wipe(theirs[party]);
      }
    }
    return new KnownValues(session, field, authentication, check, opening, sigma, given, got);
  }

  /**
   * Uniform values that one party knows, shared: if they were not, a sum of values of two parties,
   * opened, would show each.
   *
   * @return items as {@link org.schurmpc.spdz.material.Material#inputs} says
   */
  long[] inputs(int owner, int n, Sequencer.Turn turn) throws MpcException {
    int limbs = field.limbs();
    boolean mine = owner == session.party();
    Batch batch = new Batch(field, 1, n);
    long[] x = new long[n * limbs];
    try {
      if (mine) {
        draw(random, x, n);
      }
      boolean[] gives = new boolean[session.parties()];
      gives[owner] = true;
      try (Authentication.Under under = authentication.give(gives, x, n)) {
        turn.await();
        under.prove(batch.macs);
      }
      share(owner, x, batch.values, n);
      return items(batch, x);
    } finally {
      Secrets.wipe(x);
      batch.wipe();
    }
  }

  private long[] items(Batch batch, long[] x) {
    int limbs = field.limbs();
    long[] items = new long[3 * limbs * batch.n];
    for (int i = 0; i < batch.n; i++) {
      int at = 3 * limbs * i;
      System.arraycopy(batch.values, i * limbs, items, at, limbs);
      System.arraycopy(batch.macs, i * limbs, items, at + limbs, limbs);
      System.arraycopy(x, i * limbs, items, at + 2 * limbs, limbs);
    }
    return items;
  }

  private void share(int owner, long[] x, long[] shares, int n) {
    if (owner != session.party()) {
      draw(got[owner], shares, n);
      return;
    }
    long[] theirs = new long[x.length];
    System.arraycopy(x, 0, shares, 0, x.length);
    for (int peer : session.peers()) {
      draw(given[peer], theirs, n);
      field.subtract(shares, 0, theirs, 0, shares, 0, n);
    }
    Secrets.wipe(theirs);
  }

  private void draw(Prg prg, long[] to, int n) {
    long[] uniform = new long[n * field.uniformWords()];
    prg.nextLongs(uniform, 0, uniform.length);
    field.fromUniform(uniform, 0, to, 0, n);
    Secrets.wipe(uniform);
  }

  /**
   * Uniform bits that nobody knows, in characteristic 2. Each party gives bits; that their sums are
   * bits is checked by σ sums over tossed subsets, each with a bit of its own that is given up: of
   * a value outside of {0, 1} a random subset's sum is outside with probability 1/2 at least, as
   * {0, 1} is a subspace.
   */
  Batch bits(int n, Sequencer.Turn turn) throws MpcException {
    int all = n + sigma;
    Batch batch = new Batch(field, 1, all);
    boolean made = false;
    try {
      drawBits(batch.values, all);
      boolean[] gives = new boolean[session.parties()];
      Arrays.fill(gives, true);
      try (Authentication.Under under = authentication.give(gives, batch.values, all)) {
        turn.await();
        under.prove(batch.macs);
      }
      proveBits(n, batch);
      made = true;
      return batch;
    } finally {
      if (!made) {
        batch.wipe();
      }
    }
  }

  private void drawBits(long[] to, int all) {
    int limbs = field.limbs();
    long[] drawn = new long[BitMatrix.wordsFor(all)];
    random.nextLongs(drawn, 0, drawn.length);
    for (int i = 0; i < all; i++) {
      long mask = -(drawn[i >>> 6] >>> i & 1);
      for (int limb = 0; limb < limbs; limb++) {
        to[i * limbs + limb] = one[limb] & mask;
      }
    }
    Secrets.wipe(drawn);
  }

  private void proveBits(int n, Batch batch) throws MpcException {
    int limbs = field.limbs();
    Prg prg = new Prg(check.committed().toss("subsets of bits", Prg.SEED_BYTES));
    long[] subset = new long[BitMatrix.wordsFor(n)];
    long[] sums = Arrays.copyOfRange(batch.values, n * limbs, (n + sigma) * limbs);
    long[] macs = Arrays.copyOfRange(batch.macs, n * limbs, (n + sigma) * limbs);
    for (int test = 0; test < sigma; test++) {
      prg.nextLongs(subset, 0, subset.length);
      for (int i = 0; i < n; i++) {
        long mask = -(subset[i >>> 6] >>> i & 1);
        for (int limb = 0; limb < limbs; limb++) {
          sums[test * limbs + limb] ^= batch.values[i * limbs + limb] & mask;
          macs[test * limbs + limb] ^= batch.macs[i * limbs + limb] & mask;
        }
      }
    }
    long[] opened;
    try {
      opened = opening.open(sums, macs, sigma);
    } finally {
      Secrets.wipe(sums);
      Secrets.wipe(macs);
    }
    check.check();
    // What neither 0 nor 1 is has a product with what it is off 1 that is not zero.
    long[] offOne = new long[opened.length];
    for (int test = 0; test < sigma; test++) {
      field.subtract(opened, test * limbs, one, 0, offOne, test * limbs, 1);
    }
    field.multiply(opened, 0, offOne, 0, opened, 0, sigma);
    session.require(
        Arrays.equals(opened, new long[opened.length]),
        Check.SACRIFICE,
        "a random bit is neither 0 nor 1");
  }

  @Override
  public void close() {
    random.wipe();
    for (int peer : session.peers()) {
      given[peer].wipe();
      got[peer].wipe();
    }
  }
}
