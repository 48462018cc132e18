package org.schurmpc.spdz.material;

import org.schurmpc.core.circuit.LookupTable;
import org.schurmpc.core.crypto.Prg;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.field.Field;

/**
 * Makes masked tables of one kind for all parties, in the clear. <b>Insecure</b>, like {@link
 * SpdzDealer}.
 */
final class LookupDealer {
  private static final int MOST_LONGS = 1 << 16;

  private final LookupKind kind;
  private final LookupTable table;
  private final Field field;
  private final int limbs;
  private final Prg prg;
  private final int parts;
  private final int batch;

  /** α times each value of an output, and each mask. */
  private final long[] entryMacs;

  private final long[] maskMacs;
  private final long[] uniform;

  /** The items of a batch, by party. */
  private final long[][] items;

  /**
   * Creates a maker of items.
   *
   * @param alpha the key, one element
   * @param prg supplies masks and shares
   */
  LookupDealer(LookupKind kind, LookupTable table, int parties, long[] alpha, Prg prg) {
    if (!kind.isOf(table)) {
      throw new IllegalArgumentException("another table than that of " + kind);
    }
    this.kind = kind;
    this.table = table;
    this.field = kind.field();
    this.limbs = field.limbs();
    this.prg = prg;
    this.parts = 1 + kind.entries() * kind.outputs();
    int longs = kind.kind().longsPerItem();
    this.batch = Math.max(1, MOST_LONGS / longs);
    this.entryMacs = multiples(kind.values(), kind.bitsPerOutput(), alpha);
    this.maskMacs = multiples(kind.indices(), kind.inputBits(), alpha);
    this.uniform = new long[parts * (1 + limbs)];
    this.items = new long[parties][batch * longs];
  }

  private long[] multiples(Span span, int bits, long[] alpha) {
    int n = 1 << bits;
    long[] coordinates = new long[n];
    for (int i = 0; i < n; i++) {
      coordinates[i] = i;
    }
    long[] multiples = new long[n * limbs];
    span.elements(coordinates, 0, multiples, 0, n);
    field.scale(alpha, 0, multiples, 0, multiples, 0, n);
    return multiples;
  }

  /** Returns the maximum number of items that are made at once. */
  int batch() {
    return batch;
  }

  /** Makes n items, at most a batch; returns those of each party, valid until the next call. */
  long[][] make(int n) {
    int longs = kind.kind().longsPerItem();
    for (int i = 0; i < n; i++) {
      makeOne(i * longs);
    }
    return items;
  }

  private void makeOne(int at) {
    long[] mask = new long[1];
    prg.nextLongs(mask, 0, 1);
    int s = (int) (mask[0] & (kind.entries() - 1));
    long[] last = items[items.length - 1];
    kind.write(s, maskMacs, s * limbs, last, at);
    for (int h = 0; h < kind.entries(); h++) {
      int entry = table.entry(h ^ s);
      int to = at + kind.entryAt(h);
      for (int output = 0; output < kind.outputs(); output++) {
        int value = kind.outputs() == 1 ? entry : entry >>> output & 1;
        kind.write(value, entryMacs, value * limbs, last, to + output * kind.partLongs());
      }
    }
    for (int party = 0; party < items.length - 1; party++) {
      split(items[party], last, at);
    }
  }

  /** Draws a party's shares, and takes them from the rest. */
  private void split(long[] share, long[] rest, int at) {
    int longs = kind.kind().longsPerItem();
    prg.nextLongs(uniform, 0, longs);
    int partLongs = kind.partLongs();
    long macMask = -1L >>> (limbs * Long.SIZE - field.bits());
    for (int part = 0; part < parts; part++) {
      int from = part * partLongs;
      long bits = (1L << (part == 0 ? kind.inputBits() : kind.bitsPerOutput())) - 1;
      if (kind.packed()) {
        uniform[from] &= bits << LookupKind.VALUE_SHIFT | macMask;
      } else {
        uniform[from] &= bits;
        uniform[from + limbs] &= macMask;
      }
    }
    for (int i = 0; i < longs; i++) {
      share[at + i] = uniform[i];
      rest[at + i] ^= uniform[i];
    }
  }

  void wipe() {
    Secrets.wipe(entryMacs);
    Secrets.wipe(maskMacs);
    Secrets.wipe(uniform);
    for (long[] each : items) {
      Secrets.wipe(each);
    }
  }
}
