package org.schurmpc.circuits.lib;

import java.util.List;
import org.schurmpc.core.circuit.dsl.Bit;
import org.schurmpc.core.circuit.dsl.TypedBuilder;
import org.schurmpc.core.circuit.dsl.UInt;

/** Circuits on many values: sorting, an auction, the distance of strings. */
final class SortingCircuits {
  private static final int COUNT = 16;
  private static final int BITS = 32;

  private SortingCircuits() {}

  static List<LibraryCircuit> all() {
    Family family = new Family("Java");
    family.add(
        "hamming_256",
        builder -> {
          UInt a = builder.inputUInt(256);
          builder.output(a.xor(builder.inputUInt(256)).popcount());
        },
        "a (256), b (256)",
        "distance (9)",
        "Hamming distance: number of bits that differ");
    String values = "%d values (%d each)".formatted(COUNT, BITS);
    family.addBoth(
        "sort_16x32",
        SortingCircuits::sort,
        values,
        values,
        "unsigned numbers in ascending order: Batcher's odd-even merge sort (1968)");
    family.addBoth(
        "auction_16x32",
        SortingCircuits::auction,
        "%d bids (%d each)".formatted(COUNT, BITS),
        "winner (4), price (32)",
        "second-price auction: index of the highest bid (the first one among equal bids), and the"
            + " second-highest bid");
    return family.circuits();
  }

  private static UInt[] inputs(TypedBuilder builder) {
    UInt[] values = new UInt[COUNT];
    for (int i = 0; i < COUNT; i++) {
      values[i] = builder.inputUInt(BITS);
    }
    return values;
  }

  private static void sort(TypedBuilder builder) {
    UInt[] values = inputs(builder);
    // Merges runs of p, comparing at distances p, p / 2, ..., 1 within runs of 2p.
    for (int p = 1; p < COUNT; p *= 2) {
      for (int k = p; k >= 1; k /= 2) {
        for (int j = k % p; j + k < COUNT; j += 2 * k) {
          for (int i = j; i < Math.min(j + k, COUNT - k); i++) {
            if (i / (2 * p) == (i + k) / (2 * p)) {
              exchange(values, i, i + k);
            }
          }
        }
      }
    }
    for (UInt value : values) {
      builder.output(value);
    }
  }

  /** Puts the smaller of two values first; 64 ANDs. */
  private static void exchange(UInt[] values, int first, int second) {
    UInt a = values[first];
    UInt b = values[second];
    UInt swap = a.xor(b).mask(b.less(a));
    values[first] = a.xor(swap);
    values[second] = b.xor(swap);
  }

  /** The highest of some bids, its index and the second highest bid. */
  private record Best(UInt price, UInt index, UInt second) {}

  private static void auction(TypedBuilder builder) {
    UInt[] bids = inputs(builder);
    Best best = best(builder, bids, 0, COUNT);
    builder.output(best.index());
    builder.output(best.second());
  }

  private static Best best(TypedBuilder builder, UInt[] bids, int from, int to) {
    if (to - from == 1) {
      return new Best(bids[from], builder.constant(0, 0), builder.constant(BITS, 0));
    }
    int middle = (from + to) / 2;
    Best low = best(builder, bids, from, middle);
    Best high = best(builder, bids, middle, to);
    Bit later = low.price().less(high.price());
    UInt swap = low.price().xor(high.price()).mask(later);
    UInt loser = high.price().xor(swap);
    UInt runnerUp = later.select(high.second(), low.second());
    return new Best(
        low.price().xor(swap),
        later.select(high.index(), low.index()).concat(builder.uint(later.wire())),
        loser.max(runnerUp));
  }
}
