package org.schurmpc.circuits.opt;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.PlainEvaluation;

/**
 * Tests whether two circuits compute equal functions: on all inputs if their number is small, else
 * on random inputs.
 */
public final class CircuitComparison {
  /** Maximum number of input bits of which all values are tried. */
  public static final int MOST_EXHAUSTED = 20;

  private static final int RANDOM = 1024;
  private static final int AT_ONCE = 1 << 12;

  /** Maximum size of the wire values held at a time, in bits. */
  private static final long MOST_BITS = 1L << 32;

  private CircuitComparison() {}

  /**
   * Compares two circuits.
   *
   * @param seed seed of the random inputs
   * @return whether their inputs and outputs have equal sizes, and their outputs agree on all
   *     inputs tried
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

  /** Returns a column for each value of all inputs, starting at {@code first}. */
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
