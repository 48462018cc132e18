package org.schurmpc.core.circuit;

import java.util.Arrays;

/**
 * A public table: the output of a {@link GateType#LOOKUP} gate for each value of its inputs. Input
 * bit 0 is the least significant bit of an index, output bit 0 the least significant bit of an
 * entry. Immutable.
 */
public final class LookupTable {
  /** Maximum number of input bits, and of output bits. */
  public static final int MAX_BITS = 16;

  private final int inputBits;
  private final int outputBits;
  private final char[] entries; // unsigned 16 bits
  private final int hash;

  /**
   * Creates a table.
   *
   * @param inputBits from 1 to {@link #MAX_BITS}
   * @param outputBits from 1 to {@link #MAX_BITS}
   * @param entries one for each index, 2^{@code inputBits} in all, each below 2^{@code outputBits};
   *     copied
   * @throws IllegalArgumentException if an argument violates this; the message is a phrase without
   *     location, like those of {@link CircuitAssembler}
   */
  public LookupTable(int inputBits, int outputBits, int[] entries) {
    requireBits("input", inputBits);
    requireBits("output", outputBits);
    if (entries.length != 1 << inputBits) {
      throw new IllegalArgumentException(
          "a table of %d input bits has %d entries, not %d"
              .formatted(inputBits, 1 << inputBits, entries.length));
    }
    this.inputBits = inputBits;
    this.outputBits = outputBits;
    this.entries = new char[entries.length];
    for (int i = 0; i < entries.length; i++) {
      if (entries[i] >>> outputBits != 0) {
        throw new IllegalArgumentException(
            "entry %d of a table of %d output bits is %d".formatted(i, outputBits, entries[i]));
      }
      this.entries[i] = (char) entries[i];
    }
    this.hash = 31 * (31 * inputBits + outputBits) + Arrays.hashCode(this.entries);
  }

  private static void requireBits(String what, int bits) {
    if (bits < 1 || bits > MAX_BITS) {
      throw new IllegalArgumentException(
          "a table has 1 to %d %s bits, not %d".formatted(MAX_BITS, what, bits));
    }
  }

  public int inputBits() {
    return inputBits;
  }

  public int outputBits() {
    return outputBits;
  }

  /** Returns the number of entries: 2^{@link #inputBits()}. */
  public int entries() {
    return entries.length;
  }

  /** Returns the entry at an index from 0 to {@code entries() - 1}. */
  public int entry(int index) {
    return entries[index];
  }

  /**
   * Looks up in the clear in all lanes of bit rows, 64 lanes to a word. The memory addresses
   * accessed depend on the values read. No output row may be an input row.
   *
   * @param words the rows
   * @param in start of the row of each input bit
   * @param out start of the row of each output bit
   * @param n number of words of a row
   */
  public void apply(long[] words, int[] in, int[] out, int n) {
    for (int i = 0; i < n; i++) {
      for (int bit = 0; bit < outputBits; bit++) {
        words[out[bit] + i] = 0;
      }
      for (int shift = 0; shift < Long.SIZE; shift += 8) {
        // One byte for each of eight lanes.
        long low = transposed(gathered(words, in, 0, Math.min(8, inputBits), i, shift));
        long high = inputBits <= 8 ? 0 : transposed(gathered(words, in, 8, inputBits, i, shift));
        long foundLow = 0;
        long foundHigh = 0;
        for (int lane = 0; lane < Long.SIZE; lane += 8) {
          long entry = entries[(int) ((low >>> lane & 0xff) | (high >>> lane & 0xff) << 8)];
          foundLow |= (entry & 0xff) << lane;
          foundHigh |= (entry >>> 8) << lane;
        }
        scatter(transposed(foundLow), words, out, 0, Math.min(8, outputBits), i, shift);
        scatter(transposed(foundHigh), words, out, 8, outputBits, i, shift);
      }
    }
  }

  /** Returns eight lanes of up to eight rows, a byte for each row. */
  private static long gathered(long[] words, int[] rows, int from, int to, int i, int shift) {
    long bytes = 0;
    for (int bit = from; bit < to; bit++) {
      bytes |= (words[rows[bit] + i] >>> shift & 0xff) << (8 * (bit - from));
    }
    return bytes;
  }

  private static void scatter(
      long bytes, long[] words, int[] rows, int from, int to, int i, int shift) {
    for (int bit = from; bit < to; bit++) {
      words[rows[bit] + i] |= (bytes >>> (8 * (bit - from)) & 0xff) << shift;
    }
  }

  /** Moves bit i of byte j to bit j of byte i, by swapping blocks of 1, 2 and 4. */
  private static long transposed(long x) {
    long t = (x ^ (x >>> 7)) & 0x00aa00aa00aa00aaL;
    x ^= t ^ (t << 7);
    t = (x ^ (x >>> 14)) & 0x0000cccc0000ccccL;
    x ^= t ^ (t << 14);
    t = (x ^ (x >>> 28)) & 0x00000000f0f0f0f0L;
    return x ^ t ^ (t << 28);
  }

  /** Whether the other object is a table of equal sizes and entries. */
  @Override
  public boolean equals(Object other) {
    return this == other
        || (other instanceof LookupTable that
            && hash == that.hash
            && inputBits == that.inputBits
            && outputBits == that.outputBits
            && Arrays.equals(entries, that.entries));
  }

  @Override
  public int hashCode() {
    return hash;
  }

  @Override
  public String toString() {
    return "LookupTable[" + inputBits + " -> " + outputBits + " bits]";
  }
}
