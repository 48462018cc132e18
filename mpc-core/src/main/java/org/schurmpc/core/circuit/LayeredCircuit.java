package org.schurmpc.core.circuit;

import java.util.BitSet;

/**
 * A circuit laid out for evaluation in as few rounds as it has AND depth, in as few memory slots as
 * wires are alive at once.
 *
 * <p>Evaluation puts the inputs into {@link #inputSlots()}, does {@code linear(0), multiply(0),
 * linear(1), multiply(1), …, linear(andDepth())} and finds the outputs in {@link #outputSlots()}.
 * Gates that no output depends on are left out, so {@link #andCount()} and {@link #andDepth()} may
 * be smaller than those of the circuit. The layout is a function of the circuit alone: both parties
 * derive the same.
 */
public final class LayeredCircuit {
  private final Circuit circuit;
  private final LinearBatch[] linear;
  private final MulBatch[] multiply;
  private final int andCount;
  private final int slotCount;
  private final int[] inputSlots;
  private final int[] outputSlots;

  private LayeredCircuit(
      Circuit circuit, GateSlots lin, int[] linEnds, GateSlots mul, int[] mulEnds) {
    this.circuit = circuit;
    this.linear = new LinearBatch[linEnds.length];
    this.multiply = new MulBatch[mulEnds.length];
    for (int d = 0; d < linEnds.length; d++) {
      int start = d == 0 ? 0 : linEnds[d - 1];
      linear[d] = new LinearBatch(lin, start, linEnds[d] - start);
    }
    for (int d = 0; d < mulEnds.length; d++) {
      int start = d == 0 ? 0 : mulEnds[d - 1];
      multiply[d] = new MulBatch(mul, start, mulEnds[d] - start);
    }
    this.andCount = mul.gates().length;
    SlotAllocator slots = assign(lin, mul);
    this.slotCount = slots.slotCount();
    this.inputSlots = slots.slotsOf(0, circuit.inputWires());
    this.outputSlots = slots.slotsOf(circuit.firstOutputWire(), circuit.outputWires());
  }

  /** The layout of a circuit. */
  public static LayeredCircuit of(Circuit circuit) {
    GateDepths depths = new GateDepths(circuit);
    BitSet live = liveGates(circuit);
    int[] linEnds = new int[depths.max() + 1];
    int[] mulEnds = new int[depths.max() + 1];
    for (int g = live.nextSetBit(0); g >= 0; g = live.nextSetBit(g + 1)) {
      (circuit.type(g) == GateType.AND ? mulEnds : linEnds)[depths.layer(g)]++;
    }
    int layers = 0;
    while (layers < depths.max() && mulEnds[layers] > 0) {
      layers++;
    }
    linEnds = endsOf(linEnds, layers + 1);
    mulEnds = endsOf(mulEnds, layers);

    int[] lin = new int[linEnds[layers]];
    int[] mul = new int[layers == 0 ? 0 : mulEnds[layers - 1]];
    byte[] ops = new byte[lin.length];
    int[] nextLin = startsOf(linEnds);
    int[] nextMul = startsOf(mulEnds);
    for (int g = live.nextSetBit(0); g >= 0; g = live.nextSetBit(g + 1)) {
      int layer = depths.layer(g);
      if (circuit.type(g) == GateType.AND) {
        mul[nextMul[layer]++] = g;
      } else {
        ops[nextLin[layer]] = LinearBatch.opOf(circuit.type(g));
        lin[nextLin[layer]++] = g;
      }
    }
    return new LayeredCircuit(
        circuit, GateSlots.of(lin, ops), linEnds, GateSlots.of(mul, new byte[0]), mulEnds);
  }

  /** The gates on which an output depends. */
  private static BitSet liveGates(Circuit circuit) {
    BitSet wires = new BitSet(circuit.wireCount());
    wires.set(circuit.firstOutputWire(), circuit.wireCount());
    BitSet gates = new BitSet(circuit.gateCount());
    for (int g = circuit.gateCount() - 1; g >= 0; g--) {
      if (wires.get(circuit.out(g))) {
        gates.set(g);
        if (circuit.left(g) >= 0) {
          wires.set(circuit.left(g));
        }
        if (circuit.right(g) >= 0) {
          wires.set(circuit.right(g));
        }
      }
    }
    return gates;
  }

  private static int[] endsOf(int[] counts, int layers) {
    int[] ends = new int[layers];
    int total = 0;
    for (int d = 0; d < layers; d++) {
      total += counts[d];
      ends[d] = total;
    }
    return ends;
  }

  private static int[] startsOf(int[] ends) {
    int[] starts = new int[ends.length];
    if (ends.length > 1) {
      System.arraycopy(ends, 0, starts, 1, ends.length - 1);
    }
    return starts;
  }

  /** Walks through the evaluation twice: to find each wire's last use, then to assign slots. */
  private SlotAllocator assign(GateSlots lin, GateSlots mul) {
    SlotAllocator slots = new SlotAllocator(circuit);
    int step = 0;
    for (int d = 0; d <= andDepth(); d++) {
      for (int i = 0; i < linear[d].size(); i++) {
        slots.use(linear[d].gate(i), step++);
      }
      if (d < andDepth()) {
        for (int i = 0; i < multiply[d].size(); i++) {
          slots.use(multiply[d].gate(i), step);
        }
        step++;
      }
    }
    slots.begin();
    step = 0;
    int at = 0;
    for (int d = 0; d <= andDepth(); d++) {
      for (int i = 0; i < linear[d].size(); i++) {
        assignLinear(slots, lin, at++, step++);
      }
      if (d < andDepth()) {
        assignMultiply(slots, mul, multiply[d], step++);
      }
    }
    return slots;
  }

  private void assignLinear(SlotAllocator slots, GateSlots lin, int at, int step) {
    int gate = lin.gates()[at];
    int out = circuit.out(gate);
    slots.release(gate, step);
    slots.take(out);
    int o = slots.slotOf(out);
    int a = circuit.left(gate) < 0 ? o : slots.slotOf(circuit.left(gate));
    lin.left()[at] = a;
    lin.right()[at] = circuit.right(gate) < 0 ? a : slots.slotOf(circuit.right(gate));
    lin.out()[at] = o;
  }

  private void assignMultiply(SlotAllocator slots, GateSlots mul, MulBatch batch, int step) {
    // All outputs are taken before any input is given back: they stay disjoint.
    for (int i = 0; i < batch.size(); i++) {
      int at = batch.firstGate() + i;
      int gate = batch.gate(i);
      slots.take(circuit.out(gate));
      mul.left()[at] = slots.slotOf(circuit.left(gate));
      mul.right()[at] = slots.slotOf(circuit.right(gate));
      mul.out()[at] = slots.slotOf(circuit.out(gate));
    }
    for (int i = 0; i < batch.size(); i++) {
      slots.release(batch.gate(i), step);
    }
  }

  /** The circuit that this is the layout of. */
  public Circuit circuit() {
    return circuit;
  }

  /** The number of layers of AND gates: of exchanges in an evaluation. */
  public int andDepth() {
    return multiply.length;
  }

  /** The number of AND gates evaluated. */
  public int andCount() {
    return andCount;
  }

  /** The linear operations before AND layer {@code d}, or after the last one. */
  public LinearBatch linear(int d) {
    return linear[d];
  }

  /** AND layer {@code d}, from 0 to {@code andDepth() - 1}. */
  public MulBatch multiply(int d) {
    return multiply[d];
  }

  /** The memory slots needed; all slot numbers are below. */
  public int slotCount() {
    return slotCount;
  }

  /** The slot in which each input wire is expected at the start, all different; a copy. */
  public int[] inputSlots() {
    return inputSlots.clone();
  }

  /** The slot in which each output wire is found at the end, all different; a copy. */
  public int[] outputSlots() {
    return outputSlots.clone();
  }
}
