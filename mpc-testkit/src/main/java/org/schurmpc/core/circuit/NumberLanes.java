package org.schurmpc.core.circuit;

import org.schurmpc.core.bits.BitMatrix;

/** Evaluates circuits whose values are numbers on many inputs at once. */
public final class NumberLanes {
  private NumberLanes() {}

  /**
   * Evaluates a circuit.
   *
   * @param inputs an array for each 64 bits of an input value, the low ones first, or what is left
   *     of it; an entry for each lane, of which bits above the value's are ignored
   * @return the same of the outputs, zeros above the value's bits
   */
  public static long[][] evaluate(Circuit circuit, long[]... inputs) {
    int lanes = inputs[0].length;
    BitMatrix rows = new BitMatrix(circuit.inputWires(), lanes);
    int row = 0;
    int limb = 0;
    for (int size : circuit.inputSizes()) {
      for (int bit = 0; bit < size; bit++) {
        write(rows, row++, inputs[limb + bit / 64], bit % 64);
      }
      limb += (size + 63) / 64;
    }
    if (limb != inputs.length) {
      throw new IllegalArgumentException(inputs.length + " arrays for " + limb);
    }
    return read(circuit, PlainEvaluation.evaluate(circuit, rows));
  }

  private static void write(BitMatrix rows, int row, long[] values, int bit) {
    long[] words = rows.words();
    int at = rows.offset(row);
    for (int lane = 0; lane < values.length; lane++) {
      words[at + lane / 64] |= (values[lane] >>> bit & 1) << lane;
    }
  }

  private static long[][] read(Circuit circuit, BitMatrix rows) {
    int limbs = 0;
    for (int size : circuit.outputSizes()) {
      limbs += (size + 63) / 64;
    }
    long[][] outputs = new long[limbs][rows.columns()];
    int row = 0;
    int limb = 0;
    for (int size : circuit.outputSizes()) {
      for (int bit = 0; bit < size; bit++) {
        long[] values = outputs[limb + bit / 64];
        int at = rows.offset(row++);
        for (int lane = 0; lane < values.length; lane++) {
          values[lane] |= (rows.words()[at + lane / 64] >>> lane & 1) << (bit % 64);
        }
      }
      limb += (size + 63) / 64;
    }
    return outputs;
  }
}
