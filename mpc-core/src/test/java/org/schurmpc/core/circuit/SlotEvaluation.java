package org.schurmpc.core.circuit;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.BitSet;
import org.schurmpc.core.bits.BitMatrix;

/**
 * Evaluates a layout on slots as a protocol would, one bit at a time, and checks its laws on the
 * way. A second way to the same outputs as {@link PlainEvaluation}.
 */
final class SlotEvaluation {
  private final LayeredCircuit layered;
  private final BitMatrix slots;
  private final BitSet defined = new BitSet();
  private int ands;

  private SlotEvaluation(LayeredCircuit layered, int lanes) {
    this.layered = layered;
    this.slots = new BitMatrix(layered.slotCount(), lanes);
  }

  static BitMatrix evaluate(LayeredCircuit layered, BitMatrix inputs) {
    return new SlotEvaluation(layered, inputs.columns()).run(inputs);
  }

  private BitMatrix run(BitMatrix inputs) {
    int[] in = layered.inputSlots();
    for (int i = 0; i < in.length; i++) {
      assertFalse(defined.get(in[i]), "two inputs in one slot");
      defined.set(in[i]);
      slots.copyRow(in[i], inputs, i);
    }
    for (int d = 0; d < layered.andDepth(); d++) {
      linear(layered.linear(d));
      multiply(layered.multiply(d));
    }
    linear(layered.linear(layered.andDepth()));
    assertTrue(ands == layered.andCount(), "andCount");
    int[] out = layered.outputSlots();
    assertTrue(Arrays.stream(out).distinct().count() == out.length, "two outputs in one slot");
    BitMatrix outputs = new BitMatrix(out.length, inputs.columns());
    for (int i = 0; i < out.length; i++) {
      assertTrue(defined.get(out[i]), "output never written");
      outputs.copyRow(i, slots, out[i]);
    }
    return outputs;
  }

  private void linear(LinearBatch batch) {
    Circuit circuit = layered.circuit();
    for (int i = 0; i < batch.size(); i++) {
      byte op = batch.op(i);
      assertTrue(op == LinearBatch.opOf(circuit.type(batch.gate(i))), "operation and gate differ");
      boolean reads = op == LinearBatch.XOR || op == LinearBatch.NOT || op == LinearBatch.COPY;
      assertTrue(!reads || (defined.get(batch.left(i)) && defined.get(batch.right(i))));
      assertTrue(batch.left(i) < layered.slotCount() && batch.right(i) < layered.slotCount());
      for (int lane = 0; lane < slots.columns(); lane++) {
        boolean a = slots.get(batch.left(i), lane);
        boolean b = slots.get(batch.right(i), lane);
        boolean c =
            switch (op) {
              case LinearBatch.XOR -> a ^ b;
              case LinearBatch.NOT -> !a;
              case LinearBatch.COPY -> a;
              case LinearBatch.ZERO -> false;
              case LinearBatch.ONE -> true;
              default -> throw new AssertionError("operation " + op);
            };
        slots.set(batch.out(i), lane, c);
      }
      defined.set(batch.out(i));
    }
  }

  private void multiply(MulBatch batch) {
    assertTrue(batch.size() > 0, "an empty layer");
    assertTrue(batch.firstGate() == ands, "firstGate");
    BitSet read = new BitSet();
    BitSet written = new BitSet();
    for (int i = 0; i < batch.size(); i++) {
      assertTrue(layered.circuit().type(batch.gate(i)) == GateType.AND, "gate is no AND");
      assertTrue(defined.get(batch.left(i)) && defined.get(batch.right(i)), "read before written");
      read.set(batch.left(i));
      read.set(batch.right(i));
      assertFalse(written.get(batch.out(i)), "two ANDs write one slot");
      written.set(batch.out(i));
    }
    assertFalse(read.intersects(written), "an output slot of the layer is an input slot of it");
    for (int i = 0; i < batch.size(); i++) {
      for (int lane = 0; lane < slots.columns(); lane++) {
        boolean product = slots.get(batch.left(i), lane) && slots.get(batch.right(i), lane);
        slots.set(batch.out(i), lane, product);
      }
    }
    defined.or(written);
    ands += batch.size();
  }
}
