package org.schurmpc.core.code;

import org.schurmpc.core.kernel.RowSumKernels;

/**
 * The table of the Method of Four Russians (Arlazarov, Dinic, Kronrod, Faradžev 1970) for the
 * encoding of 0/1 vectors: the packed redundancy of each value of each group of data positions.
 * Immutable, so it may be shared between threads.
 */
final class RussianTable {
  private final int k;
  private final int groupBits;
  private final int groups;
  private final int firstWord;
  private final int planeLongs;
  private final long[] table;

  RussianTable(ReedSolomon code, int groupBits) {
    if (groupBits < 1 || groupBits > 12) {
      throw new IllegalArgumentException("groups of " + groupBits + " bits; 1 to 12 are possible");
    }
    RedundancyRows redundancy = new RedundancyRows(code);
    this.k = code.k();
    this.groupBits = groupBits;
    this.groups = (k + groupBits - 1) / groupBits;
    this.firstWord = redundancy.firstWord();
    this.planeLongs = redundancy.planeLongs();
    this.table = new long[(groups * rowLongs()) << groupBits];
    fill(redundancy.rows());
  }

  private void fill(long[] rows) {
    int length = rowLongs();
    for (int group = 0; group < groups; group++) {
      int base = (group * length) << groupBits;
      for (int value = 1; value < 1 << groupBits; value++) {
        int bit = group * groupBits + Integer.numberOfTrailingZeros(value);
        int rest = base + (value & (value - 1)) * length;
        int at = base + value * length;
        for (int w = 0; w < length; w++) {
          table[at + w] = table[rest + w] ^ (bit < k ? rows[bit * length + w] : 0);
        }
      }
    }
  }

  int firstWord() {
    return firstWord;
  }

  int planeLongs() {
    return planeLongs;
  }

  int groups() {
    return groups;
  }

  /** Returns the number of longs of a packed word. */
  int rowLongs() {
    return Codeword.PLANES * planeLongs;
  }

  /**
   * Computes the packed redundancy of a 0/1 message.
   *
   * @param message four longs, of which the low k bits are read
   * @param rows scratch space of {@link #groups} numbers
   */
  void sum(
      RowSumKernels kernels,
      long[] message,
      int messageOff,
      int[] rows,
      long[] packed,
      int packedOff) {
    int length = rowLongs();
    int mask = (1 << groupBits) - 1;
    int last = groups - 1;
    for (int group = 0; group < last; group++) {
      int value = bits(message, messageOff, group * groupBits) & mask;
      rows[group] = ((group << groupBits) + value) * length;
    }
    // Bits beyond the data must not count.
    int lastMask = (1 << (k - last * groupBits)) - 1;
    int value = bits(message, messageOff, last * groupBits) & lastMask;
    rows[last] = ((last << groupBits) + value) * length;
    kernels.sumRows(table, rows, groups, length, packed, packedOff);
  }

  /**
   * Returns the bits from position {@code from} on, at least 12 of them as far as the plane goes.
   */
  private static int bits(long[] message, int off, int from) {
    int word = from >>> 6;
    long low = message[off + word] >>> from;
    if (word == Codeword.PLANE_LONGS - 1) {
      return (int) low;
    }
    return (int) (low | (message[off + word + 1] << 1 << ~from));
  }
}
