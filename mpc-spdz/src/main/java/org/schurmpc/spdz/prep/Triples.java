package org.schurmpc.spdz.prep;

import java.util.Arrays;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.crypto.Prg;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.prep.Sequencer;
import org.schurmpc.core.session.Session;
import org.schurmpc.spdz.share.GlobalMacCheck;
import org.schurmpc.spdz.share.Opening;

/**
 * Batches of authenticated triples (KOS16, Figure 7): multiply, combine, authenticate, sacrifice.
 * The τ products of a triple give two combinations with tossed coefficients, (a, b, c) and (â, b,
 * ĉ): a peer that learnt some bits of the products' a knows nothing about the combinations. All
 * five are authenticated; s a - â is opened, and s c - ĉ - (s a - â) b must have the MAC of zero.
 */
final class Triples {
  /** Place of a in a batch; the other constants are the other places. */
  static final int A = 0;

  static final int B = 1;
  static final int C = 2;
  private static final int A_HAT = 3;
  private static final int C_HAT = 4;
  static final int PARTS = 5;

  private final Session session;
  private final Field field;
  private final Products products;
  private final Authentication authentication;
  private final GlobalMacCheck check;
  private final Opening opening;
  private final int tau;

  Triples(
      Session session,
      Field field,
      Products products,
      Authentication authentication,
      GlobalMacCheck check,
      Opening opening,
      int tau) {
    this.session = session;
    this.field = field;
    this.products = products;
    this.authentication = authentication;
    this.check = check;
    this.opening = opening;
    this.tau = tau;
  }

  /** Returns the number of which the triples of a batch are a multiple. */
  int grain() {
    return products.tile();
  }

  /**
   * Makes a batch. All checks have passed when the method returns.
   *
   * @param n number of triples, a multiple of {@link #grain()}
   * @param turn awaited before the first check
   * @return a, b and c in the first three places
   */
  Batch make(int n, Sequencer.Turn turn) throws MpcException {
    int limbs = field.limbs();
    long[] a = new long[n * tau * limbs];
    long[] b = new long[n * limbs];
    long[] c = new long[n * tau * limbs];
    Batch batch = new Batch(field, PARTS, n);
    boolean made = false;
    try {
      products.make(n, a, b, c);
      System.arraycopy(b, 0, batch.values, batch.at(B), n * limbs);
      combine(a, c, batch);
      boolean[] gives = new boolean[session.parties()];
      Arrays.fill(gives, true);
      try (Authentication.Under under = authentication.give(gives, batch.values, PARTS * n)) {
        turn.await();
        under.prove(batch.macs);
      }
      sacrifice(batch);
      made = true;
      return batch;
    } finally {
      Secrets.wipe(a);
      Secrets.wipe(b);
      Secrets.wipe(c);
      if (!made) {
        batch.wipe();
      }
    }
  }

  private void combine(long[] a, long[] c, Batch to) throws MpcException {
    int limbs = field.limbs();
    // All products are fixed: each party's messages for them depend on its a and b alone.
    Prg prg = new Prg(check.committed().toss("combination of products", Prg.SEED_BYTES));
    long[] uniform = new long[2 * tau * field.uniformWords()];
    long[] r = new long[2 * tau * limbs];
    for (int i = 0; i < to.n; i++) {
      prg.nextLongs(uniform, 0, uniform.length);
      field.fromUniform(uniform, 0, r, 0, 2 * tau);
      int from = i * tau * limbs;
      int at = i * limbs;
      field.innerProduct(r, 0, a, from, to.values, to.at(A) + at, tau);
      field.innerProduct(r, 0, c, from, to.values, to.at(C) + at, tau);
      field.innerProduct(r, tau * limbs, a, from, to.values, to.at(A_HAT) + at, tau);
      field.innerProduct(r, tau * limbs, c, from, to.values, to.at(C_HAT) + at, tau);
    }
  }

  private void sacrifice(Batch batch) throws MpcException {
    long[] rho = new long[batch.n * field.limbs()];
    long[] mac = new long[rho.length];
    try {
      sacrifice(batch, rho, mac);
    } finally {
      Secrets.wipe(rho);
      Secrets.wipe(mac);
    }
  }

  private void sacrifice(Batch batch, long[] rho, long[] mac) throws MpcException {
    int n = batch.n;
    long[] values = batch.values;
    long[] macs = batch.macs;
    Prg prg = new Prg(check.committed().toss("sacrifice", Prg.SEED_BYTES));
    long[] uniform = new long[n * field.uniformWords()];
    prg.nextLongs(uniform, 0, uniform.length);
    long[] s = new long[n * field.limbs()];
    field.fromUniform(uniform, 0, s, 0, n);
    field.multiply(s, 0, values, batch.at(A), rho, 0, n);
    field.subtract(rho, 0, values, batch.at(A_HAT), rho, 0, n);
    field.multiply(s, 0, macs, batch.at(A), mac, 0, n);
    field.subtract(mac, 0, macs, batch.at(A_HAT), mac, 0, n);
    long[] opened = opening.open(rho, mac, n);
    check.check();
    field.multiply(opened, 0, macs, batch.at(B), rho, 0, n);
    field.multiply(s, 0, macs, batch.at(C), mac, 0, n);
    field.subtract(mac, 0, macs, batch.at(C_HAT), mac, 0, n);
    field.subtract(mac, 0, rho, 0, mac, 0, n);
    check.opened(new long[s.length], 0, mac, 0, n);
    check.check(Check.SACRIFICE, "a triple is no product");
  }
}
