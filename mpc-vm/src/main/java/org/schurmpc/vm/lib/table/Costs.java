package org.schurmpc.vm.lib.table;

import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lib.parts.SortingNetwork;
import org.schurmpc.vm.lib.parts.Waksman;

/** What ways to sort numbers over the field send, as docs/library.md says. */
final class Costs {
  /** KB that a party sends for a triple and for a random bit. */
  private static final long TRIPLE = 12;

  private static final long BIT = 5;
  private static final int DIGIT = 4;

  private Costs() {}

  /** Returns KB for a key of some bits, and columns that are moved with it. */
  static long network(ProgramBuilder b, int n, int bits, int columns) {
    long comparison = (bits * 3L / 2 + columns) * TRIPLE + (bits + b.sigmaMask()) * BIT;
    return SortingNetwork.mergeExchange(n).comparators() * comparison;
  }

  /** Returns KB for a key of some bits, which is a column itself, and other columns. */
  static long radix(ProgramBuilder b, int n, int bits, int columns) {
    int passes = (bits + DIGIT - 1) / DIGIT;
    // A switch moves the columns, the key and the place, and takes a party's own bit.
    long shuffle = b.parties() * Waksman.switches(n) * ((columns + 2) * TRIPLE + BIT);
    // A digit of d bits takes about 2^(d+1) + 1 triples.
    long digit = (2L << ((bits + passes - 1) / passes)) + 1;
    long places = n * (digit * TRIPLE + (bits + b.sigmaMask()) * BIT);
    return passes * (shuffle + places);
  }
}
