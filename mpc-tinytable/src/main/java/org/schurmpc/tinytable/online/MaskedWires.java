package org.schurmpc.tinytable.online;

import java.util.Arrays;
import java.util.IdentityHashMap;
import org.schurmpc.core.bits.LaneLayout;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.LinearBatch;

/**
 * The masked values in the slots of a circuit, a word for each chunk of lanes, and the linear gates
 * on them. They are public: both parties hold equal values.
 *
 * <p>A NOT is a copy, because the mask is complemented instead (DNNR17, section 2.2). Every linear
 * gate is therefore one XOR, for some gates with a slot that is always zero.
 */
final class MaskedWires {
  private static final int OPERANDS = 3;

  private final LaneLayout layout;
  private final long[][] values;
  private LayeredCircuit circuit;
  private final IdentityHashMap<LinearBatch, int[]> programs = new IdentityHashMap<>();

  MaskedWires(LaneLayout layout) {
    this.layout = layout;
    this.values = new long[layout.chunks()][0];
  }

  /** Makes room for a circuit. */
  void begin(LayeredCircuit next) {
    if (circuit == next) {
      return;
    }
    circuit = next;
    int zero = next.slotCount();
    int one = zero + 1;
    for (int chunk = 0; chunk < values.length; chunk++) {
      values[chunk] = new long[one + 1];
      values[chunk][one] = layout.chunkMask();
    }
    programs.clear();
    for (int d = 0; d <= next.depth(); d++) {
      programs.put(next.linear(d), program(next.linear(d), zero, one));
    }
  }

  private static int[] program(LinearBatch batch, int zero, int one) {
    int[] program = new int[OPERANDS * batch.size()];
    for (int i = 0; i < batch.size(); i++) {
      int left =
          switch (batch.op(i)) {
            case LinearBatch.ZERO -> zero;
            case LinearBatch.ONE -> one;
            default -> batch.left(i);
          };
      program[OPERANDS * i] = left;
      program[OPERANDS * i + 1] = batch.op(i) == LinearBatch.XOR ? batch.right(i) : zero;
      program[OPERANDS * i + 2] = batch.out(i);
    }
    return program;
  }

  /** Returns the masked values of a chunk, a word for each slot. */
  long[] values(int chunk) {
    return values[chunk];
  }

  /** Evaluates the linear gates of a batch of the circuit. */
  void linear(LinearBatch batch) {
    int[] program = programs.get(batch);
    for (long[] wires : values) {
      run(program, wires);
    }
  }

  private static void run(int[] program, long[] wires) {
    for (int i = 0; i < program.length; i += OPERANDS) {
      wires[program[i + 2]] = wires[program[i]] ^ wires[program[i + 1]];
    }
  }

  void wipe() {
    circuit = null;
    for (long[] chunk : values) {
      Arrays.fill(chunk, 0);
    }
  }
}
