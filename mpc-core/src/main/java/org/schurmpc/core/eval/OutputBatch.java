package org.schurmpc.core.eval;

import org.schurmpc.core.circuit.LayeredCircuit;

/** All output wires of a circuit: the slot of each and who learns it. */
public final class OutputBatch {
  private final OutputTarget[] targets;
  private final int[] slots;

  /** All outputs of a circuit. */
  public OutputBatch(LayeredCircuit circuit, IoMap io) {
    targets = io.targetOfEachWire(circuit.circuit());
    slots = circuit.outputSlots();
  }

  /** The number of output wires. */
  public int size() {
    return slots.length;
  }

  /** Who learns output wire {@code wire}. */
  public OutputTarget target(int wire) {
    return targets[wire];
  }

  /** The slot that holds output wire {@code wire}. */
  public int slot(int wire) {
    return slots[wire];
  }
}
