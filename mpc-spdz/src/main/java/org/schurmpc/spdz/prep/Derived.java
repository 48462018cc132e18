package org.schurmpc.spdz.prep;

import java.util.Arrays;
import java.util.Optional;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.session.Session;
import org.schurmpc.spdz.share.GlobalMacCheck;
import org.schurmpc.spdz.share.Opening;

/**
 * Squares, bits and inverses over a prime field, each from one triple (KSS13, Table 1; DKLPSS12,
 * section 5.2 for bits). Opened values are checked before anything depends on them.
 */
final class Derived {
  private final Session session;
  private final Field field;
  private final long[] key;
  private final GlobalMacCheck check;
  private final Opening opening;

  /**
   * Creates the derivations.
   *
   * @param key this party's share of α; not copied, not changed
   */
  Derived(Session session, Field field, long[] key, GlobalMacCheck check, Opening opening) {
    this.session = session;
    this.field = field;
    this.key = key;
    this.check = check;
    this.opening = opening;
  }

  /**
   * Computes a and a^2 from a, b, c: with ρ = a - b opened, a^2 = c + ρ a; b is discarded.
   *
   * @return a pair for each triple
   */
  Batch squares(Batch triples) throws MpcException {
    int n = triples.n;
    int length = triples.at(1);
    int b = triples.at(Triples.B);
    long[] rho = new long[length];
    long[] mac = new long[length];
    field.subtract(triples.values, 0, triples.values, b, rho, 0, n);
    field.subtract(triples.macs, 0, triples.macs, b, mac, 0, n);
    long[] opened = open(rho, mac, n);
    Batch squares = new Batch(field, 2, n);
    System.arraycopy(triples.values, 0, squares.values, 0, length);
    System.arraycopy(triples.macs, 0, squares.macs, 0, length);
    plusProduct(triples.values, opened, squares.values, n);
    plusProduct(triples.macs, opened, squares.macs, n);
    return squares;
  }

  private void plusProduct(long[] triples, long[] rho, long[] squares, int n) {
    int length = n * field.limbs();
    field.multiply(rho, 0, triples, 0, squares, length, n);
    field.add(squares, length, triples, 2 * length, squares, length, n);
  }

  /**
   * Computes bits from squares. The lesser root r of the opened a^2 is a or -a with equal
   * probability, so that (a / r + 1) / 2 is 0 or 1. Zeros are left out.
   *
   * @return about one bit for each square
   */
  Batch bits(Batch squares) throws MpcException {
    int n = squares.n;
    int length = n * field.limbs();
    long[] opened =
        open(
            Arrays.copyOfRange(squares.values, length, 2 * length),
            Arrays.copyOfRange(squares.macs, length, 2 * length),
            n);
    return bits(squares, opened);
  }

  /**
   * Computes bits from values whose squares are public and checked, in the same way.
   *
   * @param roots the values, in the first place
   * @param opened their squares
   * @return about one bit for each value
   */
  Batch bits(Batch roots, long[] opened) throws MpcException {
    int limbs = field.limbs();
    int[] kept = nonZero(opened, roots.n);
    long[] divisors = new long[kept.length * limbs];
    for (int i = 0; i < kept.length; i++) {
      Optional<long[]> root = field.squareRoot(opened, kept[i] * limbs);
      // The MAC is correct, so a party made a "square" that is none.
      session.require(root.isPresent(), Check.SACRIFICE, "a square has no root");
      field.add(root.get(), 0, root.get(), 0, divisors, i * limbs, 1);
    }
    field.invert(divisors, 0, divisors, 0, kept.length);
    Batch bits = new Batch(field, 1, kept.length);
    for (int i = 0; i < kept.length; i++) {
      roots.copy(0, kept[i], bits, 0, i);
    }
    field.multiply(bits.values, 0, divisors, 0, bits.values, 0, kept.length);
    field.multiply(bits.macs, 0, divisors, 0, bits.macs, 0, kept.length);
    addPublic(half(), bits);
    return bits;
  }

  private long[] half() {
    long[] half = field.element(2);
    field.invert(half, 0, half, 0, 1);
    return half;
  }

  private void addPublic(long[] constant, Batch to) {
    int limbs = field.limbs();
    long[] mac = new long[limbs];
    field.multiply(key, 0, constant, 0, mac, 0, 1);
    for (int i = 0; i < to.n; i++) {
      if (session.party() == 0) {
        field.add(to.values, i * limbs, constant, 0, to.values, i * limbs, 1);
      }
      field.add(to.macs, i * limbs, mac, 0, to.macs, i * limbs, 1);
    }
    Secrets.wipe(mac); // the key times a public constant
  }

  /**
   * Computes a and 1 / a from a, b, c: with c opened, 1 / a = b / c. Triples with c = 0 are left
   * out.
   *
   * @return about one pair for each triple
   */
  Batch inverses(Batch triples) throws MpcException {
    int n = triples.n;
    int limbs = field.limbs();
    int c = triples.at(Triples.C);
    int length = n * limbs;
    long[] opened =
        open(
            Arrays.copyOfRange(triples.values, c, c + length),
            Arrays.copyOfRange(triples.macs, c, c + length),
            n);
    int[] kept = nonZero(opened, n);
    Batch pairs = new Batch(field, 2, kept.length);
    long[] divisors = new long[kept.length * limbs];
    for (int i = 0; i < kept.length; i++) {
      triples.copy(Triples.A, kept[i], pairs, 0, i);
      triples.copy(Triples.B, kept[i], pairs, 1, i);
      System.arraycopy(opened, kept[i] * limbs, divisors, i * limbs, limbs);
    }
    field.invert(divisors, 0, divisors, 0, kept.length);
    int second = pairs.at(1);
    field.multiply(pairs.values, second, divisors, 0, pairs.values, second, kept.length);
    field.multiply(pairs.macs, second, divisors, 0, pairs.macs, second, kept.length);
    return pairs;
  }

  /**
   * Opens and checks values.
   *
   * @param shares copies of shares: wiped, and so are those of MACs
   */
  private long[] open(long[] shares, long[] macs, int n) throws MpcException {
    try {
      long[] opened = opening.open(shares, macs, n);
      check.check();
      return opened;
    } finally {
      Secrets.wipe(shares);
      Secrets.wipe(macs);
    }
  }

  /** Returns the indices of public elements that are not zero. */
  private int[] nonZero(long[] elements, int n) {
    int limbs = field.limbs();
    int[] indices = new int[n];
    int count = 0;
    for (int i = 0; i < n; i++) {
      long any = 0;
      for (int limb = 0; limb < limbs; limb++) {
        any |= elements[i * limbs + limb];
      }
      if (any != 0) {
        indices[count++] = i;
      }
    }
    return Arrays.copyOf(indices, count);
  }
}
