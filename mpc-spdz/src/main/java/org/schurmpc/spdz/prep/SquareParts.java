package org.schurmpc.spdz.prep;

import java.util.Arrays;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.field.Field;

/**
 * One party's parts of a batch of squares: of each value a, of the products c and ĉ of both
 * parties' parts of a, and of a^2. Each party owns half of the values: the first party the first
 * half. The owner of a value has a_1 and â_1, and the other party a_2.
 */
final class SquareParts implements AutoCloseable {
  private final Field field;
  private final int limbs;
  private final int me;
  private final int tau;

  /** Number of values, and of those that each party owns. */
  final int n;

  final int half;

  /** Number of elements of an item: the square is one of them if it is authenticated. */
  final int tuple;

  /** Number of elements that each party authenticates. */
  final int count;

  /** Elements in the order of authentication: all a_2, all a_1, squares if so, and all â_1. */
  final long[] given;

  final long[] c;
  final long[] cHat;
  final long[] squares;

  private final long[] a;
  private final long[] taken;
  private final long[] offered;

  /**
   * Creates parts.
   *
   * @param tau number of products of which each value is a combination
   * @param tuple 2 if the squares are authenticated, else 1
   */
  SquareParts(Field field, int party, int tau, int n, int tuple) {
    this.field = field;
    this.limbs = field.limbs();
    this.me = party;
    this.tau = tau;
    this.n = n;
    this.half = n / 2;
    this.tuple = tuple;
    this.count = tuple * n + half;
    this.given = new long[count * limbs];
    this.c = new long[n * limbs];
    this.cHat = new long[n * limbs];
    this.squares = new long[n * limbs];
    this.a = new long[half * tau * limbs];
    this.taken = new long[a.length];
    this.offered = new long[a.length];
  }

  /** Returns the first of the values that a party owns. */
  int ownedBy(int party) {
    return party * half;
  }

  /** Returns the place of â_1 among the given elements. */
  int hat() {
    return tuple * n;
  }

  void multiply(Products products) throws MpcException {
    products.makeOneWay(half, a, given, taken, offered);
  }

  /**
   * Combines products, and computes a_i^2 + 2 c_i.
   *
   * @param r for each value, τ coefficients of a_1 and c, and τ of â_1 and ĉ
   */
  void combine(long[] r) {
    int mine = ownedBy(me) * limbs;
    int other = ownedBy(1 - me) * limbs;
    combine(r, 0, mine, a, given, half * limbs);
    combine(r, tau, mine, a, given, hat() * limbs);
    combine(r, 0, mine, taken, c, mine);
    combine(r, tau, mine, taken, cHat, mine);
    combine(r, 0, other, offered, c, other);
    combine(r, tau, other, offered, cHat, other);
    field.multiply(given, 0, given, 0, squares, other, half);
    field.multiply(given, half * limbs, given, half * limbs, squares, mine, half);
    field.add(squares, 0, c, 0, squares, 0, n);
    field.add(squares, 0, c, 0, squares, 0, n);
    if (tuple == 2) {
      System.arraycopy(squares, 0, given, squares.length, squares.length);
    }
  }

  /**
   * Combines a half's products.
   *
   * @param first the first of the coefficients of each value
   * @param start start of the half among the values
   */
  private void combine(long[] r, int first, int start, long[] from, long[] to, int at) {
    for (int i = 0; i < half * limbs; i += limbs) {
      int coefficients = 2 * tau * (start + i) + first * limbs;
      field.innerProduct(r, coefficients, from, tau * i, to, at + i, tau);
    }
  }

  /** Puts given elements in the order of the values: the first party's a_2 are its second half. */
  void sort(Authentication.Under under) {
    swapHalves(under.macs(0), under.at(0));
    if (me == 0) {
      swapHalves(under.values(), under.at(0));
    }
  }

  private void swapHalves(long[] of, int at) {
    int length = half * limbs;
    long[] first = Arrays.copyOfRange(of, at, at + length);
    System.arraycopy(of, at + length, of, at, length);
    System.arraycopy(first, 0, of, at + length, length);
    Secrets.wipe(first);
  }

  /** Wipes all parts. */
  @Override
  public void close() {
    for (long[] each : new long[][] {given, c, cHat, squares, a, taken, offered}) {
      Secrets.wipe(each);
    }
  }
}
