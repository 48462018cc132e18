package org.schurmpc.circuits.opt;

import java.util.Arrays;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.CircuitBuilder;

/**
 * Computes every sum and every product once. Sums are compared as {@link Forms}. A product is
 * determined by the space that its factors span, up to a sum of them: any two of f, g and f + g
 * have the product fg, or fg plus one of them. For instance, a disjunction is the conjunction of
 * its operands plus both operands.
 */
final class EqualProducts {
  private final Rebuilding result;
  private final Circuit circuit;
  private final CircuitBuilder builder;
  private final int[] wires;
  private final Forms forms;
  private final LabelMap sums = new LabelMap(); // wire of the circuit, by the label of its sum
  private final LabelMap spans = new LabelMap(); // gate of the circuit, by the label of its span

  private EqualProducts(Circuit circuit) {
    this.circuit = circuit;
    this.result = new Rebuilding(circuit);
    this.builder = result.builder;
    this.wires = result.wires;
    this.forms = new Forms(circuit, new Labels(circuit));
  }

  /** Returns a circuit of equal function with no more gates. */
  static Circuit joined(Circuit circuit) {
    return new EqualProducts(circuit).run();
  }

  private Circuit run() {
    for (int wire = 0; wire < circuit.inputWires(); wire++) {
      sums.put(forms.high(wire), forms.low(wire), wire);
    }
    for (int g = 0; g < circuit.gateCount(); g++) {
      int out = circuit.out(g);
      int left = circuit.left(g);
      switch (circuit.type(g)) {
        case AND -> product(g);
        case XOR -> {
          forms.setSum(out, left, circuit.right(g));
          settle(out, builder.xor(wires[left], wires[circuit.right(g)]));
        }
        case INV -> {
          forms.setCopy(out, left, true);
          wires[out] = builder.not(wires[left]);
        }
        case EQW -> {
          forms.setCopy(out, left, false);
          wires[out] = wires[left];
        }
        case ZERO -> constant(out, false);
        case ONE -> constant(out, true);
        case LOOKUP -> lookup(g);
      }
    }
    return result.finished();
  }

  /** Finds the constant outputs of a lookup; the builder itself merges equal lookups. */
  private void lookup(int gate) {
    result.build(gate);
    forms.setLookup(circuit, gate);
    for (int i = 0; i < circuit.outputCount(gate); i++) {
      int out = circuit.output(gate, i);
      if (builder.isConstant(wires[out])) {
        forms.setConstant(out, builder.constantOf(wires[out]));
      }
      settle(out, wires[out]);
    }
  }

  private void constant(int out, boolean bit) {
    forms.setConstant(out, bit);
    wires[out] = builder.constant(bit);
  }

  /** Uses the known wire for an equal sum, unless the new wire has a smaller depth. */
  private void settle(int out, int made) {
    if (forms.constant(out)) {
      wires[out] = builder.constant(forms.one(out));
      return;
    }
    int known = sums.get(forms.high(out), forms.low(out));
    if (known >= 0 && builder.depth(wires[known]) <= builder.depth(made)) {
      boolean same = forms.one(known) == forms.one(out);
      wires[out] = same ? wires[known] : builder.not(wires[known]);
    } else {
      wires[out] = made;
      sums.put(forms.high(out), forms.low(out), out);
    }
  }

  private void product(int gate) {
    int f = circuit.left(gate);
    int g = circuit.right(gate);
    int out = circuit.out(gate);
    if (forms.constant(f) || forms.constant(g)) {
      int constant = forms.constant(f) ? f : g;
      int other = constant == f ? g : f;
      if (forms.one(constant)) {
        forms.setCopy(out, other, false);
        wires[out] = wires[other];
      } else {
        constant(out, false);
      }
    } else if (forms.alike(f, g)) {
      if (forms.one(f) == forms.one(g)) {
        forms.setCopy(out, f, false);
        wires[out] = wires[f];
      } else {
        constant(out, false);
      }
    } else {
      spanned(gate, f, g, out);
    }
  }

  private void spanned(int gate, int f, int g, int out) {
    // The two least of the three high halves, in order, name the span.
    long[] names = {forms.high(f), forms.high(g), forms.high(f) ^ forms.high(g)};
    Arrays.sort(names);
    int known = spans.get(names[0], names[1]);
    if (known < 0) {
      spans.put(names[0], names[1], gate);
      forms.setNew(out);
      settle(out, builder.and(wires[f], wires[g]));
      return;
    }
    // With P and Q the known factors without their constants, f g is the known product plus some
    // of P, Q and 1.
    int p = circuit.left(known);
    int q = circuit.right(known);
    boolean fIsP = forms.alike(f, p);
    boolean fIsQ = forms.alike(f, q);
    boolean gIsP = forms.alike(g, p);
    boolean gIsQ = forms.alike(g, q);
    boolean withP = forms.one(q);
    boolean withQ = forms.one(p);
    boolean withOne = (forms.one(p) && forms.one(q)) ^ (forms.one(f) && forms.one(g));
    if ((!fIsP && !fIsQ) || (!gIsP && !gIsQ)) { // one of them is P + Q
      withP ^= fIsP || gIsP;
      withQ ^= fIsQ || gIsQ;
    }
    withP ^= forms.one(g) && !fIsQ;
    withQ ^= forms.one(g) && !fIsP;
    withP ^= forms.one(f) && !gIsQ;
    withQ ^= forms.one(f) && !gIsP;
    int base = circuit.out(known);
    forms.setCopy(out, base, false);
    forms.add(out, p, withP);
    forms.add(out, q, withQ);
    forms.addConstant(out, withOne);
    int made = wires[base];
    made = withP ? builder.xor(made, wires[p]) : made;
    made = withQ ? builder.xor(made, wires[q]) : made;
    // The wires of P and Q have their constants.
    boolean flip = withOne ^ (withP && forms.one(p)) ^ (withQ && forms.one(q));
    settle(out, flip ? builder.not(made) : made);
  }
}
