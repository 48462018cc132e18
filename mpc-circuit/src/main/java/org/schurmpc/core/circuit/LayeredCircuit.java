package org.schurmpc.core.circuit;

import java.util.BitSet;

/**
 * A circuit laid out for evaluation. The number of rounds is the depth in ANDs and lookups; the
 * number of memory slots is the maximum number of wires alive at once.
 *
 * <p>Evaluation puts the inputs into {@link #inputSlots()}, performs {@code linear(0)}, {@code
 * multiply(0)} together with {@code lookup(0)}, {@code linear(1)} and so on to {@code
 * linear(depth())}, and finds the outputs in {@link #outputSlots()}. Gates that no output depends
 * on are left out, so {@link #andCount()}, {@link #lookupCount()} and {@link #depth()} may be
 * smaller than those of the circuit. The layout is a function of the circuit alone: both parties
 * derive equal layouts.
 */
public final class LayeredCircuit {
  private final Circuit circuit;
  private final LinearBatch[] linear;
  private final MulBatch[] multiply;
  private final LookupBatch[] lookup;
  private final int andCount;
  private final int lookupCount;
  private final int slotCount;
  private final int[] inputSlots;
  private final int[] outputSlots;

  private LayeredCircuit(Circuit circuit, LayerGates gates) {
    LayerGates.OfKind lin = gates.linear();
    LayerGates.OfKind ands = gates.ands();
    LayerGates.OfKind lookups = gates.lookups();
    this.circuit = circuit;
    this.linear = new LinearBatch[gates.layers() + 1];
    this.multiply = new MulBatch[gates.layers()];
    this.lookup = new LookupBatch[gates.layers()];
    GateSlots linearSlots = GateSlots.of(lin.gates(), opsOf(circuit, lin.gates()));
    GateSlots andSlots = GateSlots.of(ands.gates(), new byte[0]);
    LookupSlots lookupSlots = LookupSlots.of(circuit, lookups.gates());
    for (int d = 0; d < linear.length; d++) {
      linear[d] = new LinearBatch(linearSlots, lin.start(d), lin.size(d));
    }
    for (int d = 0; d < multiply.length; d++) {
      multiply[d] = new MulBatch(andSlots, ands.start(d), ands.size(d));
      lookup[d] = new LookupBatch(lookupSlots, lookups.start(d), lookups.size(d));
    }
    this.andCount = ands.gates().length;
    this.lookupCount = lookups.gates().length;
    SlotAllocator slots = assign(linearSlots, andSlots, lookupSlots);
    this.slotCount = slots.slotCount();
    this.inputSlots = slots.slotsOf(0, circuit.inputWires());
    this.outputSlots = slots.slotsOf(circuit.firstOutputWire(), circuit.outputWires());
  }

  /** Returns the layout of a circuit. */
  public static LayeredCircuit of(Circuit circuit) {
    GateDepths depths = new GateDepths(circuit);
    BitSet live = liveGates(circuit);
    return new LayeredCircuit(circuit, LayerGates.of(circuit, depths, live));
  }

  /** Returns the gates on which an output depends. */
  private static BitSet liveGates(Circuit circuit) {
    BitSet wires = new BitSet(circuit.wireCount());
    wires.set(circuit.firstOutputWire(), circuit.wireCount());
    BitSet gates = new BitSet(circuit.gateCount());
    for (int g = circuit.gateCount() - 1; g >= 0; g--) {
      if (circuit.isLookup(g)) {
        markLookup(circuit, g, gates, wires);
      } else if (wires.get(circuit.out(g))) {
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

  private static void markLookup(Circuit circuit, int gate, BitSet gates, BitSet wires) {
    boolean live = false;
    for (int i = 0; i < circuit.outputCount(gate); i++) {
      live |= wires.get(circuit.output(gate, i));
    }
    if (live) {
      gates.set(gate);
      for (int i = 0; i < circuit.inputCount(gate); i++) {
        wires.set(circuit.input(gate, i));
      }
    }
  }

  private static byte[] opsOf(Circuit circuit, int[] gates) {
    byte[] ops = new byte[gates.length];
    for (int i = 0; i < gates.length; i++) {
      ops[i] = LinearBatch.opOf(circuit.type(gates[i]));
    }
    return ops;
  }

  /**
   * Goes through the evaluation twice: first to find each wire's last use, then to assign slots.
   */
  private SlotAllocator assign(GateSlots lin, GateSlots ands, LookupSlots lookups) {
    SlotAllocator slots = new SlotAllocator(circuit);
    int step = 0;
    for (int d = 0; d <= depth(); d++) {
      for (int i = 0; i < linear[d].size(); i++) {
        slots.use(linear[d].gate(i), step++);
      }
      if (d < depth()) {
        for (int i = 0; i < multiply[d].size(); i++) {
          slots.use(multiply[d].gate(i), step);
        }
        for (int i = 0; i < lookup[d].size(); i++) {
          slots.use(lookup[d].gate(i), step);
        }
        step++;
      }
    }
    slots.begin();
    step = 0;
    for (int d = 0; d <= depth(); d++) {
      for (int i = 0; i < linear[d].size(); i++) {
        assignLinear(slots, lin, linear[d].firstGate() + i, step++);
      }
      if (d < depth()) {
        // All outputs of a layer take slots before any input's slot is released: they stay
        // disjoint.
        assignAnds(slots, ands, multiply[d]);
        assignLookups(slots, lookups, lookup[d]);
        release(slots, d, step++);
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

  private void assignAnds(SlotAllocator slots, GateSlots ands, MulBatch batch) {
    for (int i = 0; i < batch.size(); i++) {
      int at = batch.firstGate() + i;
      int gate = batch.gate(i);
      slots.take(circuit.out(gate));
      ands.left()[at] = slots.slotOf(circuit.left(gate));
      ands.right()[at] = slots.slotOf(circuit.right(gate));
      ands.out()[at] = slots.slotOf(circuit.out(gate));
    }
  }

  private void assignLookups(SlotAllocator slots, LookupSlots lookups, LookupBatch batch) {
    for (int i = 0; i < batch.size(); i++) {
      int gate = batch.gate(i);
      int at = lookups.starts()[batch.firstGate() + i];
      for (int bit = 0; bit < circuit.inputCount(gate); bit++) {
        lookups.slots()[at++] = slots.slotOf(circuit.input(gate, bit));
      }
      for (int bit = 0; bit < circuit.outputCount(gate); bit++) {
        slots.take(circuit.output(gate, bit));
        lookups.slots()[at++] = slots.slotOf(circuit.output(gate, bit));
      }
    }
  }

  private void release(SlotAllocator slots, int d, int step) {
    for (int i = 0; i < multiply[d].size(); i++) {
      slots.release(multiply[d].gate(i), step);
    }
    for (int i = 0; i < lookup[d].size(); i++) {
      slots.release(lookup[d].gate(i), step);
      slots.releaseUnused(lookup[d].gate(i));
    }
  }

  /** Returns the circuit that is laid out. */
  public Circuit circuit() {
    return circuit;
  }

  /**
   * Returns the number of layers of ANDs and lookups, which is the number of exchanges in an
   * evaluation.
   */
  public int depth() {
    return multiply.length;
  }

  /** Returns the number of AND gates evaluated. */
  public int andCount() {
    return andCount;
  }

  /** Returns the number of lookups evaluated. */
  public int lookupCount() {
    return lookupCount;
  }

  /**
   * Returns the linear operations before layer {@code d}, or after the last layer if {@code d} is
   * {@code depth()}.
   */
  public LinearBatch linear(int d) {
    return linear[d];
  }

  /**
   * Returns the AND gates of layer {@code d}, from 0 to {@code depth() - 1}; empty if the layer has
   * lookups only.
   */
  public MulBatch multiply(int d) {
    return multiply[d];
  }

  /**
   * Returns the lookups of layer {@code d}, from 0 to {@code depth() - 1}; empty if the layer has
   * ANDs only.
   */
  public LookupBatch lookup(int d) {
    return lookup[d];
  }

  /** Returns the number of memory slots needed; all slot numbers are smaller. */
  public int slotCount() {
    return slotCount;
  }

  /**
   * Returns the slot in which each input wire is expected at the start. All slots are different; a
   * copy.
   */
  public int[] inputSlots() {
    return inputSlots.clone();
  }

  /**
   * Returns the slot in which each output wire is found at the end. All slots are different; a
   * copy.
   */
  public int[] outputSlots() {
    return outputSlots.clone();
  }
}
