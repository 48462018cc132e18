package org.schurmpc.core.circuit;

import java.util.Arrays;

/**
 * A public table: what a {@link GateType#LOOKUP} gate gives for each value of its inputs. Input bit
 * 0 is the least significant bit of an index, output bit 0 that of an entry. Immutable.
 */
public final class LookupTable {
  /** The most input bits, and the most output bits. */
  public static final int MAX_BITS = 16;

  private final int inputBits;
  private final int outputBits;
  private final char[] entries; // unsigned 16 bits
  private final int hash;

  /**
   * @param inputBits from 1 to {@link #MAX_BITS}
   * @param outputBits from 1 to {@link #MAX_BITS}
   * @param entries one for each index, 2^{@code inputBits} in all, each below 2^{@code outputBits};
   *     copied
   * @throws IllegalArgumentException if that is not so; the message is a phrase without place, as
   *     those of {@link CircuitAssembler}
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

  /** How many entries there are: 2^{@link #inputBits()}. */
  public int entries() {
    return entries.length;
  }

  /** What the table gives for an index, from 0 to {@code entries() - 1}. */
  public int entry(int index) {
    return entries[index];
  }

  /**
   * Looks up in the clear in all lanes of bit rows, 64 lanes to a word; what it reads decides what
   * memory it touches. No output row may be an input row.
   *
   * @param words the rows
   * @param in where the row of each input bit starts
   * @param out where the row of each output bit starts
   * @param n the words of a row
   */
  public void apply(long[] words, int[] in, int[] out, int n) {
    for (int i = 0; i < n; i++) {
      for (int bit = 0; bit < outputBits; bit++) {
        words[out[bit] + i] = 0;
      }
      for (int lane = 0; lane < Long.SIZE; lane++) {
        int index = 0;
        for (int bit = 0; bit < inputBits; bit++) {
          index |= (int) (words[in[bit] + i] >>> lane & 1) << bit;
        }
        long entry = entries[index];
        for (int bit = 0; bit < outputBits; bit++) {
          words[out[bit] + i] |= (entry >>> bit & 1) << lane;
        }
      }
    }
  }

  /** Whether the other is a table of the same sizes and entries. */
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
