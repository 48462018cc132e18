package org.schurmpc.core.circuit;

import java.util.Arrays;

/**
 * Maps wires to memory slots. A slot is taken when a wire is written and released after its last
 * use; the slot released last is taken first.
 *
 * <p>Time is counted in steps: a linear operation is a step, and a whole layer of ANDs and lookups
 * is one.
 */
final class SlotAllocator {
  private static final int NEVER = -1;
  private static final int ALWAYS = Integer.MAX_VALUE;

  private final Circuit circuit;
  private final int[] slotOf;
  // The step after which a wire is not needed; NEVER if no gate uses it or its slot is released.
  private final int[] lastUse;
  private int[] free = new int[64];
  private int freeCount;
  private int slotCount;

  SlotAllocator(Circuit circuit) {
    this.circuit = circuit;
    this.slotOf = new int[circuit.wireCount()];
    this.lastUse = new int[circuit.wireCount()];
    Arrays.fill(lastUse, NEVER);
  }

  void use(int gate, int step) {
    use(circuit.left(gate), circuit.right(gate), step);
    if (circuit.isLookup(gate)) {
      for (int i = 0; i < circuit.inputCount(gate); i++) {
        use(circuit.input(gate, i), -1, step);
      }
    }
  }

  private void use(int a, int b, int step) {
    if (a >= 0) {
      lastUse[a] = step;
    }
    if (b >= 0) {
      lastUse[b] = step;
    }
  }

  /**
   * Assigns slots to the inputs and pins the outputs. Call this method after every {@link #use}.
   */
  void begin() {
    for (int wire = circuit.firstOutputWire(); wire < circuit.wireCount(); wire++) {
      lastUse[wire] = ALWAYS;
    }
    for (int wire = 0; wire < circuit.inputWires(); wire++) {
      take(wire);
    }
    for (int wire = circuit.inputWires() - 1; wire >= 0; wire--) {
      if (lastUse[wire] == NEVER) {
        give(slotOf[wire]);
      }
    }
  }

  void take(int wire) {
    slotOf[wire] = freeCount > 0 ? free[--freeCount] : slotCount++;
  }

  /** Releases the slots of the wires that a gate used for the last time in this step. */
  void release(int gate, int step) {
    release(circuit.left(gate), circuit.right(gate), step);
    if (circuit.isLookup(gate)) {
      for (int i = circuit.inputCount(gate) - 1; i >= 0; i--) {
        release(circuit.input(gate, i), -1, step);
      }
    }
  }

  private void release(int a, int b, int step) {
    // Marking comes first: two inputs, or those of two gates of a layer, may be the same wire.
    if (b >= 0 && lastUse[b] == step) {
      lastUse[b] = NEVER;
      give(slotOf[b]);
    }
    if (a >= 0 && lastUse[a] == step) {
      lastUse[a] = NEVER;
      give(slotOf[a]);
    }
  }

  /** Releases the slots of wires that a gate has written and nothing reads. */
  void releaseUnused(int gate) {
    for (int i = circuit.outputCount(gate) - 1; i >= 0; i--) {
      if (lastUse[circuit.output(gate, i)] == NEVER) {
        give(slotOf[circuit.output(gate, i)]);
      }
    }
  }

  private void give(int slot) {
    if (freeCount == free.length) {
      free = Arrays.copyOf(free, 2 * freeCount);
    }
    free[freeCount++] = slot;
  }

  int slotOf(int wire) {
    return slotOf[wire];
  }

  /** Returns the slots of {@code n} wires from {@code first} on. */
  int[] slotsOf(int first, int n) {
    return Arrays.copyOfRange(slotOf, first, first + n);
  }

  int slotCount() {
    return slotCount;
  }
}
