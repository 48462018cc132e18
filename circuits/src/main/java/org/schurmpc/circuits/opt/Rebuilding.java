package org.schurmpc.circuits.opt;

import java.util.Arrays;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.CircuitBuilder;
import org.schurmpc.core.circuit.GateType;

/** Rebuilds a circuit gate by gate; subclasses build some gates differently. */
class Rebuilding {
  final Circuit circuit;
  final CircuitBuilder builder = new CircuitBuilder();
  final int[] wires; // of the builder, by the circuit's wires

  Rebuilding(Circuit circuit) {
    this.circuit = circuit;
    this.wires = new int[circuit.wireCount()];
    int next = 0;
    for (int size : circuit.inputSizes()) {
      for (int wire : builder.input(size)) {
        wires[next++] = wire;
      }
    }
  }

  /**
   * Returns a circuit of equal gates in another order, in which every wire is written before it is
   * read.
   */
  static Circuit of(Circuit circuit, int[] order) {
    Rebuilding same = new Rebuilding(circuit);
    for (int gate : order) {
      same.build(gate);
    }
    return same.finished();
  }

  /** Builds a gate unchanged. */
  final void build(int g) {
    if (circuit.type(g) == GateType.LOOKUP) {
      int[] in = new int[circuit.inputCount(g)];
      for (int i = 0; i < in.length; i++) {
        in[i] = wires[circuit.input(g, i)];
      }
      int[] out = builder.lookup(circuit.table(g), in);
      for (int i = 0; i < out.length; i++) {
        wires[circuit.output(g, i)] = out[i];
      }
    } else {
      wires[circuit.out(g)] = gate(g);
    }
  }

  private int gate(int g) {
    int a = circuit.left(g) < 0 ? -1 : wires[circuit.left(g)];
    int b = circuit.right(g) < 0 ? -1 : wires[circuit.right(g)];
    return switch (circuit.type(g)) {
      case AND -> builder.and(a, b);
      case XOR -> builder.xor(a, b);
      case INV -> builder.not(a);
      case EQW -> a;
      case ZERO -> builder.constant(false);
      case ONE -> builder.constant(true);
      case LOOKUP -> throw new IllegalArgumentException("a lookup has several wires");
    };
  }

  /** Returns the circuit, with the outputs in their original order. */
  final Circuit finished() {
    int at = circuit.firstOutputWire();
    for (int size : circuit.outputSizes()) {
      builder.output(Arrays.copyOfRange(wires, at, at + size));
      at += size;
    }
    return builder.build();
  }
}
