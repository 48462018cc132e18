package org.schurmpc.core.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Random;
import org.schurmpc.core.circuit.CircuitBuilder;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.LookupTable;
import org.schurmpc.core.circuit.RandomCircuits;
import org.schurmpc.core.eval.InputSource;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.eval.OutputTarget;

/**
 * The circuit of runs with a cheater: two layers of ANDs, and of lookups where the protocol has
 * them, negations before an AND and at an output, inputs of every kind, two outputs to all and one
 * to an honest party alone.
 */
public final class TwoLayers {
  private static final int WIRES = 40;

  /** The number of outputs, one wire each. */
  public static final int OUTPUTS = 3;

  private static final LookupTable TABLE = RandomCircuits.table(new Random(7), 3, 5);

  private TwoLayers() {}

  /** Returns the circuit with this number of AND gates in a layer. */
  static LayeredCircuit circuit(int gates, boolean lookups) {
    CircuitBuilder builder = new CircuitBuilder();
    int[] shared = builder.input(WIRES);
    int[] open = builder.input(WIRES);
    int[] own = builder.input(WIRES);
    int[] sums = new int[OUTPUTS];
    for (int i = 0; i < gates; i++) {
      int first = builder.and(shared[i % WIRES], builder.xor(own[i / WIRES], open[i % 7]));
      int second = builder.and(builder.not(first), own[(i + 1) % WIRES]);
      int o = i % OUTPUTS;
      sums[o] = i < OUTPUTS ? second : builder.xor(sums[o], second);
    }
    if (lookups) {
      for (int o = 0; o < OUTPUTS; o++) {
        int[] in = {builder.not(shared[WIRES - 1 - o]), own[o], open[o]};
        int[] found = builder.lookup(TABLE, in);
        int[] last = builder.lookup(TABLE, found[0], found[1], builder.not(found[4]));
        sums[o] = builder.xor(sums[o], builder.xor(last[2], last[4]));
      }
      sums[0] = builder.not(sums[0]);
    }
    for (int sum : sums) {
      builder.output(sum);
    }
    LayeredCircuit layered = LayeredCircuit.of(builder.build());
    assertEquals(2, layered.depth());
    return layered;
  }

  /** Returns who puts what in, and who learns what. */
  static IoMap io(int cheater, int honest) {
    return new IoMap(
        List.of(
            new InputSource.Shared(), new InputSource.Public(), new InputSource.Private(cheater)),
        List.of(new OutputTarget.All(), new OutputTarget.All(), new OutputTarget.Only(honest)));
  }
}
