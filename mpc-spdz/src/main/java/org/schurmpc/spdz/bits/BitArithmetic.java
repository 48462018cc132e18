package org.schurmpc.spdz.bits;

import org.schurmpc.core.crypto.Secrets;

/**
 * Operations on shares of bits without messages. Public bits are longs of 0 or 1. Targets may be
 * the sources but must not overlap them otherwise.
 */
public final class BitArithmetic {
  private final int party;
  private final long[] delta;

  /**
   * Creates the operations of a party.
   *
   * @param delta this party's key of bits; copied
   */
  public BitArithmetic(int party, long[] delta) {
    this.party = party;
    this.delta = delta.clone();
  }

  /** Computes to = a + b. */
  public void add(BitShares a, int aAt, BitShares b, int bAt, BitShares to, int toAt, int n) {
    add(a.bits(), aAt, b.bits(), bAt, to.bits(), toAt, n);
    for (int v = 0; v < delta.length; v++) {
      int x = a.at(v, aAt);
      int y = b.at(v, bAt);
      int z = to.at(v, toAt);
      add(a.macs(), x, b.macs(), y, to.macs(), z, n);
      add(a.keys(), x, b.keys(), y, to.keys(), z, n);
    }
  }

  private static void add(long[] a, int aAt, long[] b, int bAt, long[] to, int toAt, int n) {
    for (int i = 0; i < n; i++) {
      to[toAt + i] = a[aAt + i] ^ b[bAt + i];
    }
  }

  /** Computes to = a + c for public bits. */
  public void addPublic(BitShares a, int aAt, long[] c, int cAt, BitShares to, int toAt, int n) {
    if (to != a || toAt != aAt) {
      to.copy(toAt, a, aAt, n);
    }
    addPublic(c, cAt, to, toAt, n);
  }

  /** Adds public bits: the first party to its share, the second one, times Δ, to its key. */
  private void addPublic(long[] c, int cAt, BitShares to, int toAt, int n) {
    if (party == 0) {
      add(to.bits(), toAt, c, cAt, to.bits(), toAt, n);
      return;
    }
    for (int v = 0; v < delta.length; v++) {
      int at = to.at(v, toAt);
      for (int i = 0; i < n; i++) {
        to.keys()[at + i] ^= -c[cAt + i] & delta[v];
      }
    }
  }

  /** Computes to = a c for public bits. */
  public void multiplyPublic(
      BitShares a, int aAt, long[] c, int cAt, BitShares to, int toAt, int n) {
    multiply(a.bits(), aAt, c, cAt, to.bits(), toAt, n);
    for (int v = 0; v < delta.length; v++) {
      multiply(a.macs(), a.at(v, aAt), c, cAt, to.macs(), to.at(v, toAt), n);
      multiply(a.keys(), a.at(v, aAt), c, cAt, to.keys(), to.at(v, toAt), n);
    }
  }

  private static void multiply(long[] a, int aAt, long[] c, int cAt, long[] to, int toAt, int n) {
    for (int i = 0; i < n; i++) {
      to[toAt + i] = a[aAt + i] & -c[cAt + i];
    }
  }

  /** Sets to = c for public bits. */
  public void set(long[] c, int cAt, BitShares to, int toAt, int n) {
    to.clear(toAt, n);
    addPublic(c, cAt, to, toAt, n);
  }

  /**
   * Computes products by Beaver's method (NNOB12, Figure 3, "AND"): c + ε b + δ a + ε δ for a
   * triple, and opened ε = x + a and δ = y + b.
   *
   * @param triples a of n triples, then b, then c
   * @param opened ε of all, then δ
   */
  void combine(
      BitShares triples,
      int n,
      long[] opened,
      int openedAt,
      int tripleAt,
      int of,
      BitShares to,
      int toAt) {
    int a = tripleAt;
    int b = n + tripleAt;
    int c = 2 * n + tripleAt;
    int epsilon = openedAt;
    int delta2 = openedAt + of;
    combine(triples.bits(), a, b, c, opened, epsilon, delta2, to.bits(), toAt, of);
    for (int v = 0; v < delta.length; v++) {
      int shift = triples.at(v, 0);
      int at = to.at(v, toAt);
      combine(
          triples.macs(),
          shift + a,
          shift + b,
          shift + c,
          opened,
          epsilon,
          delta2,
          to.macs(),
          at,
          of);
      combine(
          triples.keys(),
          shift + a,
          shift + b,
          shift + c,
          opened,
          epsilon,
          delta2,
          to.keys(),
          at,
          of);
    }
    if (party == 0) {
      for (int i = 0; i < of; i++) {
        to.bits()[toAt + i] ^= opened[epsilon + i] & opened[delta2 + i];
      }
      return;
    }
    for (int v = 0; v < delta.length; v++) {
      int at = to.at(v, toAt);
      for (int i = 0; i < of; i++) {
        to.keys()[at + i] ^= -(opened[epsilon + i] & opened[delta2 + i]) & delta[v];
      }
    }
  }

  private static void combine(
      long[] parts,
      int a,
      int b,
      int c,
      long[] opened,
      int epsilon,
      int delta,
      long[] to,
      int toAt,
      int n) {
    for (int i = 0; i < n; i++) {
      to[toAt + i] =
          parts[c + i]
              ^ (-opened[epsilon + i] & parts[b + i])
              ^ (-opened[delta + i] & parts[a + i]);
    }
  }

  /** Wipes the key. */
  public void wipe() {
    Secrets.wipe(delta);
  }
}
