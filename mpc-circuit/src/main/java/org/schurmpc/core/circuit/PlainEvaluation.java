package org.schurmpc.core.circuit;

import java.util.Arrays;
import org.schurmpc.core.bits.BitMatrix;

/** Evaluates circuits in the clear, 64 lanes to a word. */
public final class PlainEvaluation {
  // Target number of words of wire memory: lanes are processed in strips of this size.
  private static final int STRIP_WORDS = 1 << 20;

  private PlainEvaluation() {}

  /**
   * Returns the outputs of a circuit.
   *
   * @param inputs one row for each input wire, one column for each lane
   * @return one row for each output wire, one column for each lane
   * @throws IllegalArgumentException if the number of rows is not the number of input wires
   */
  public static BitMatrix evaluate(Circuit circuit, BitMatrix inputs) {
    if (inputs.rows() != circuit.inputWires()) {
      throw new IllegalArgumentException(
          inputs.rows() + " rows for " + circuit.inputWires() + " input wires");
    }
    BitMatrix outputs = new BitMatrix(circuit.outputWires(), inputs.columns());
    int words = inputs.wordsPerRow();
    if (words == 0) {
      return outputs;
    }
    int strip = Math.min(words, Math.max(1, STRIP_WORDS / circuit.wireCount()));
    long[] wires = new long[Math.multiplyExact(circuit.wireCount(), strip)];
    for (int start = 0; start < words; start += strip) {
      int n = Math.min(strip, words - start);
      for (int i = 0; i < inputs.rows(); i++) {
        System.arraycopy(inputs.words(), inputs.offset(i) + start, wires, i * strip, n);
      }
      run(circuit, wires, strip);
      for (int i = 0; i < outputs.rows(); i++) {
        int from = (circuit.firstOutputWire() + i) * strip;
        System.arraycopy(wires, from, outputs.words(), outputs.offset(i) + start, n);
      }
    }
    for (int i = 0; i < outputs.rows(); i++) {
      outputs.trimRow(i);
    }
    return outputs;
  }

  private static void run(Circuit circuit, long[] wires, int n) {
    for (int g = 0; g < circuit.gateCount(); g++) {
      int a = circuit.left(g) * n;
      int b = circuit.right(g) * n;
      int c = circuit.out(g) * n;
      switch (circuit.type(g)) {
        case XOR -> {
          for (int i = 0; i < n; i++) {
            wires[c + i] = wires[a + i] ^ wires[b + i];
          }
        }
        case AND -> {
          for (int i = 0; i < n; i++) {
            wires[c + i] = wires[a + i] & wires[b + i];
          }
        }
        case INV -> {
          for (int i = 0; i < n; i++) {
            wires[c + i] = ~wires[a + i];
          }
        }
        case EQW -> System.arraycopy(wires, a, wires, c, n);
        case ZERO -> Arrays.fill(wires, c, c + n, 0L);
        case ONE -> Arrays.fill(wires, c, c + n, -1L);
        case LOOKUP -> lookup(circuit, g, wires, n);
      }
    }
  }

  private static void lookup(Circuit circuit, int gate, long[] wires, int n) {
    int[] in = new int[circuit.inputCount(gate)];
    int[] out = new int[circuit.outputCount(gate)];
    for (int bit = 0; bit < in.length; bit++) {
      in[bit] = circuit.input(gate, bit) * n;
    }
    for (int bit = 0; bit < out.length; bit++) {
      out[bit] = circuit.output(gate, bit) * n;
    }
    circuit.table(gate).apply(wires, in, out, n);
  }
}
