package org.schurmpc.core.eval;

import org.schurmpc.core.circuit.LayeredCircuit;

/** All input wires of a circuit: who supplies each and the slot that it goes to. */
public final class InputBatch {
  private final IoMap io;
  private final InputSource[] sources;
  private final int[] slots;

  /** All inputs of a circuit. */
  public InputBatch(LayeredCircuit circuit, IoMap io) {
    this.io = io;
    sources = io.sourceOfEachWire(circuit.circuit());
    slots = circuit.inputSlots();
  }

  /** Whose the input values are. */
  public IoMap io() {
    return io;
  }

  /** The number of input wires. */
  public int size() {
    return slots.length;
  }

  /** Who supplies input wire {@code wire}. */
  public InputSource source(int wire) {
    return sources[wire];
  }

  /** The slot that input wire {@code wire} goes to. */
  public int slot(int wire) {
    return slots[wire];
  }
}
