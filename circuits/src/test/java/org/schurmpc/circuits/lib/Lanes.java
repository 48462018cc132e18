package org.schurmpc.circuits.lib;

import java.util.Random;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.PlainEvaluation;
import org.schurmpc.core.circuit.Values;

/** Many evaluations of a circuit at once, on strings of bytes. */
final class Lanes {
  static final int COUNT = 1024;

  private Lanes() {}

  /** For each lane random strings of so many bytes. */
  static byte[][] random(Random random, int bytes) {
    byte[][] lanes = new byte[COUNT][bytes];
    for (byte[] lane : lanes) {
      random.nextBytes(lane);
    }
    return lanes;
  }

  /** The first output of each lane; the inputs are by value and lane. */
  static byte[][] evaluate(Circuit circuit, byte[][]... inputs) {
    Values values = Values.inputs(circuit, COUNT);
    for (int value = 0; value < inputs.length; value++) {
      for (int lane = 0; lane < COUNT; lane++) {
        values.set(value, lane, inputs[value][lane]);
      }
    }
    Values outputs = Values.outputs(circuit, PlainEvaluation.evaluate(circuit, values.bits()));
    byte[][] result = new byte[COUNT][];
    for (int lane = 0; lane < COUNT; lane++) {
      result[lane] = outputs.get(0, lane);
    }
    return result;
  }
}
