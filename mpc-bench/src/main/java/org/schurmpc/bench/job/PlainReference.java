package org.schurmpc.bench.job;

import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.PlainEvaluation;

/** Evaluates the circuit in the clear. */
record PlainReference(Circuit circuit) implements Reference {
  @Override
  public BitMatrix expected(BitMatrix inputs) {
    return PlainEvaluation.evaluate(circuit, inputs);
  }

  @Override
  public String description() {
    return "evaluation in the clear";
  }
}
