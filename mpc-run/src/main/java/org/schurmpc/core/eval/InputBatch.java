package org.schurmpc.core.eval;

import org.schurmpc.core.circuit.LayeredCircuit;

/** Lists all input wires of a circuit, each with its source and its slot. */
public final class InputBatch {
  private final IoMap io;
  private final InputSource[] sources;
  private final int[] slots;

  /** Lists all inputs of a circuit. */
  public InputBatch(LayeredCircuit circuit, IoMap io) {
    this.io = io;
    sources = io.sourceOfEachWire(circuit.circuit());
    slots = circuit.inputSlots();
  }

  /** Returns the sources of the input values. */
  public IoMap io() {
    return io;
  }

  /** Returns the number of input wires. */
  public int size() {
    return slots.length;
  }

  /** Returns the source of input wire {@code wire}. */
  public InputSource source(int wire) {
    return sources[wire];
  }

  /** Returns the slot of input wire {@code wire}. */
  public int slot(int wire) {
    return slots[wire];
  }
}
