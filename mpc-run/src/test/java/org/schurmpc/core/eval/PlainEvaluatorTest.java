package org.schurmpc.core.eval;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.PlainEvaluation;
import org.schurmpc.core.circuit.RandomCircuits;

class PlainEvaluatorTest {

  @Test
  void agreesWithTheEvaluationGateByGate() throws Exception {
    for (long seed = 0; seed < 300; seed++) {
      Circuit circuit = seed % 2 == 0 ? RandomCircuits.of(seed) : RandomCircuits.withLookups(seed);
      LayeredCircuit layered = LayeredCircuit.of(circuit);
      int lanes = 1 + (int) (seed * 37 % 150);
      BitMatrix inputs = RandomCircuits.inputs(circuit, lanes, seed);
      IoMap io = IoMap.roundRobin(circuit, 2);
      try (PlainEvaluator evaluator = new PlainEvaluator(lanes)) {
        evaluator.begin(layered);
        evaluator.input(new InputBatch(layered, io), inputs);
        evaluator.compute(layered);
        evaluator.check();
        BitMatrix outputs = evaluator.output(new OutputBatch(layered, io));
        assertEquals(PlainEvaluation.evaluate(circuit, inputs), outputs, "seed " + seed);
      }
    }
  }

  @Test
  void hasAtLeastOneLane() {
    assertThrows(IllegalArgumentException.class, () -> new PlainEvaluator(0));
  }
}
