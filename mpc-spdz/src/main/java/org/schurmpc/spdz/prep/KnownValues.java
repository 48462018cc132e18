package org.schurmpc.spdz.prep;

import java.util.Arrays;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.crypto.Prg;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.prep.Sequencer;
import org.schurmpc.core.session.Session;

/** Input masks: authenticated values that one party knows (KOS16, Figure 6). */
final class KnownValues implements AutoCloseable {
  private final Session session;
  private final Field field;
  private final Authentication authentication;
  private final Prg random;
  private final Prg[] given; // shares that this party gives each peer
  private final Prg[] got; // shares that each peer gives this one

  private KnownValues(
      Session session, Field field, Authentication authentication, Prg[] given, Prg[] got) {
    this.session = session;
    this.field = field;
    this.authentication = authentication;
    this.random = Prg.seededFrom(session.random());
    this.given = given;
    this.got = got;
  }

  /** Agrees with each peer on the seeds of shares; one round. */
  static KnownValues begin(Session session, Field field, Authentication authentication)
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
    return new KnownValues(session, field, authentication, given, got);
  }

  /**
   * Makes uniform values that one party knows, shared: if they were not shared, opening a sum of
   * values of two parties would reveal each.
   *
   * @return items in the layout of {@link org.schurmpc.spdz.material.Material#inputs}
   */
  long[] inputs(int owner, int n, Sequencer.Turn turn) throws MpcException {
    Batch batch = new Batch(field, 1, n);
    long[] x = new long[n * field.limbs()];
    try {
      if (owner == session.party()) {
        draw(random, x, n);
      }
      boolean[] gives = new boolean[session.parties()];
      gives[owner] = true;
      try (Authentication.Under under = authentication.give(gives, x, n)) {
        turn.await();
        under.prove(batch.macs);
      }
      return items(owner, x, batch);
    } finally {
      Secrets.wipe(x);
      batch.wipe();
    }
  }

  /** Returns the randomness of values that this party knows. */
  Prg random() {
    return random;
  }

  /**
   * Shares proven values of one party.
   *
   * @param x the values at the owner, zeros elsewhere
   * @param batch the shares of their MACs; receives those of the values
   * @return items in the layout of {@link org.schurmpc.spdz.material.Material#inputs}
   */
  long[] items(int owner, long[] x, Batch batch) {
    share(owner, x, batch.values, batch.n);
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

  @Override
  public void close() {
    random.wipe();
    for (int peer : session.peers()) {
      given[peer].wipe();
      got[peer].wipe();
    }
  }
}
