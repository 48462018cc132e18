package org.schurmpc.core.circuit;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
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
  private int lookups;

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
    for (int d = 0; d < layered.depth(); d++) {
      linear(layered.linear(d));
      layer(layered.multiply(d), layered.lookup(d));
    }
    linear(layered.linear(layered.depth()));
    assertTrue(ands == layered.andCount(), "andCount");
    assertTrue(lookups == layered.lookupCount(), "lookupCount");
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

  private void layer(MulBatch ands, LookupBatch lookups) {
    assertTrue(ands.size() + lookups.size() > 0, "an empty layer");
    BitSet read = new BitSet();
    BitSet written = new BitSet();
    check(ands, read, written);
    check(lookups, read, written);
    assertFalse(read.intersects(written), "an output slot of the layer is an input slot of it");
    multiply(ands);
    lookup(lookups);
    defined.or(written);
  }

  private void check(MulBatch batch, BitSet read, BitSet written) {
    assertTrue(batch.firstGate() == ands, "firstGate");
    for (int i = 0; i < batch.size(); i++) {
      assertTrue(layered.circuit().type(batch.gate(i)) == GateType.AND, "gate is no AND");
      read(batch.left(i), read);
      read(batch.right(i), read);
      write(batch.out(i), written);
    }
  }

  private void check(LookupBatch batch, BitSet read, BitSet written) {
    assertTrue(batch.firstGate() == lookups, "firstGate");
    for (int i = 0; i < batch.size(); i++) {
      assertSame(layered.circuit().table(batch.gate(i)), batch.table(i));
      for (int bit = 0; bit < batch.table(i).inputBits(); bit++) {
        read(batch.input(i, bit), read);
      }
      for (int bit = 0; bit < batch.table(i).outputBits(); bit++) {
        write(batch.output(i, bit), written);
      }
    }
  }

  private void read(int slot, BitSet read) {
    assertTrue(defined.get(slot), "read before written");
    read.set(slot);
  }

  private void write(int slot, BitSet written) {
    assertTrue(slot < layered.slotCount(), "slot");
    assertFalse(written.get(slot), "two gates of a layer write one slot");
    written.set(slot);
  }

  private void multiply(MulBatch batch) {
    for (int i = 0; i < batch.size(); i++) {
      for (int lane = 0; lane < slots.columns(); lane++) {
        boolean product = slots.get(batch.left(i), lane) && slots.get(batch.right(i), lane);
        slots.set(batch.out(i), lane, product);
      }
    }
    ands += batch.size();
  }

  private void lookup(LookupBatch batch) {
    for (int i = 0; i < batch.size(); i++) {
      LookupTable table = batch.table(i);
      for (int lane = 0; lane < slots.columns(); lane++) {
        int index = 0;
        for (int bit = 0; bit < table.inputBits(); bit++) {
          index += slots.get(batch.input(i, bit), lane) ? 1 << bit : 0;
        }
        for (int bit = 0; bit < table.outputBits(); bit++) {
          slots.set(batch.output(i, bit), lane, (table.entry(index) & 1 << bit) != 0);
        }
      }
    }
    lookups += batch.size();
  }
}
