package org.schurmpc.circuits.opt;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.PlainEvaluation;

/**
 * Whether two circuits compute the same: on all inputs if those are few, or else on random ones.
 */
public final class CircuitComparison {
  /** Input bits of which all values are tried. */
  public static final int MOST_EXHAUSTED = 20;

  private static final int RANDOM = 1024;
  private static final int AT_ONCE = 1 << 12;

  /** Values of wires that are held at a time, in bits. */
  private static final long MOST_BITS = 1L << 32;

  private CircuitComparison() {}

  /**
   * Compares two circuits.
   *
   * @param seed of the random inputs
   * @return whether they have the same values as inputs and outputs, and agree wherever they were
   *     tried
   */
  public static boolean agree(Circuit a, Circuit b, long seed) {
    if (!Arrays.equals(a.inputSizes(), b.inputSizes())
        || !Arrays.equals(a.outputSizes(), b.outputSizes())) {
      return false;
    }
    int wires = a.inputWires();
    if (wires > MOST_EXHAUSTED) {
      long most = MOST_BITS / Math.max(a.wireCount(), b.wireCount());
      BitMatrix inputs = new BitMatrix(wires, (int) Math.max(1, Math.min(RANDOM, most)));
      SplittableRandom random = new SplittableRandom(seed);
      for (int row = 0; row < wires; row++) {
        for (int column = 0; column < inputs.columns(); column++) {
          inputs.set(row, column, random.nextBoolean());
        }
      }
      return agree(a, b, inputs);
    }
    for (int first = 0; first < 1 << wires; first += AT_ONCE) {
      if (!agree(a, b, allFrom(wires, first))) {
        return false;
      }
    }
    return true;
  }

  /** A column for each value of all inputs, from one on. */
  private static BitMatrix allFrom(int wires, int first) {
    BitMatrix inputs = new BitMatrix(wires, Math.min(AT_ONCE, 1 << wires));
    for (int row = 0; row < wires; row++) {
      for (int column = 0; column < inputs.columns(); column++) {
        inputs.set(row, column, ((first + column) >> row & 1) != 0);
      }
    }
    return inputs;
  }

  private static boolean agree(Circuit a, Circuit b, BitMatrix inputs) {
    return PlainEvaluation.evaluate(a, inputs).equals(PlainEvaluation.evaluate(b, inputs));
  }
}
