package org.schurmpc.core.eval;

import org.schurmpc.core.circuit.LayeredCircuit;

/** Lists all output wires of a circuit, each with its slot and its target. */
public final class OutputBatch {
  private final OutputTarget[] targets;
  private final int[] slots;

  /** Lists all outputs of a circuit. */
  public OutputBatch(LayeredCircuit circuit, IoMap io) {
    targets = io.targetOfEachWire(circuit.circuit());
    slots = circuit.outputSlots();
  }

  /** Returns the number of output wires. */
  public int size() {
    return slots.length;
  }

  /** Returns the target of output wire {@code wire}. */
  public OutputTarget target(int wire) {
    return targets[wire];
  }

  /** Returns the slot that holds output wire {@code wire}. */
  public int slot(int wire) {
    return slots[wire];
  }
}
