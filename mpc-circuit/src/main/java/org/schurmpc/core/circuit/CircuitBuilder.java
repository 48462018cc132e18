package org.schurmpc.core.circuit;

import java.util.Arrays;

/**
 * Builds a circuit gate by gate. A wire is the int returned by the call that made it; the int means
 * nothing outside this builder.
 *
 * <p>The builder simplifies locally: it folds constants, removes x^x, x&amp;x, double complements
 * and complements under XOR, and makes no gate twice. Gates that no output needs are left out.
 * Equal sequences of calls always give equal circuits.
 */
public final class CircuitBuilder {
  private static final byte INPUT = -1;
  private static final byte XOR = GateType.XOR.code();
  private static final byte AND = GateType.AND.code();
  private static final byte INV = GateType.INV.code();
  private static final byte EQW = GateType.EQW.code();
  private static final byte ZERO = GateType.ZERO.code();
  private static final byte ONE = GateType.ONE.code();
  private static final byte LOOKUP = GateType.LOOKUP.code();

  private int size;
  private byte[] ops = new byte[64];
  // For an output of a lookup: the lookup's number in left, the output bit in right.
  private int[] left = new int[64];
  private int[] right = new int[64];
  private int[] depths = new int[64]; // ANDs and lookups on the longest path from an input
  private final BuiltLookups lookups = new BuiltLookups();
  // Open addressing over (op, left, right): the wire + 1, or 0.
  private int[] table = new int[256];

  private int[][] inputs = new int[0][];
  private int[][] outputs = new int[0][];

  /** Adds an input value of {@code nBits} bits and returns its wires. */
  public int[] input(int nBits) {
    if (nBits < 0) {
      throw new IllegalArgumentException("negative size " + nBits);
    }
    int[] wires = new int[nBits];
    for (int i = 0; i < nBits; i++) {
      wires[i] = append(INPUT, -1, -1);
    }
    inputs = plus(inputs, wires);
    return wires.clone();
  }

  /** Returns the XOR of two wires. */
  public int xor(int a, int b) {
    if (a == b) {
      return constant(false);
    }
    if (isConstant(a)) {
      return ops[a] == ZERO ? require(b) : not(b);
    }
    if (isConstant(b)) {
      return ops[b] == ZERO ? require(a) : not(a);
    }
    if (ops[a] == INV && ops[b] == INV) {
      return xor(left[a], left[b]);
    }
    if (complements(a, b)) {
      return constant(true);
    }
    return gate(XOR, Math.min(a, b), Math.max(a, b));
  }

  /** Returns the AND of two wires. */
  public int and(int a, int b) {
    if (a == b) {
      return require(a);
    }
    if (isConstant(a)) {
      return ops[a] == ONE ? require(b) : a;
    }
    if (isConstant(b)) {
      return ops[b] == ONE ? require(a) : b;
    }
    if (complements(a, b)) {
      return constant(false);
    }
    return gate(AND, Math.min(a, b), Math.max(a, b));
  }

  /** Returns the complement of a wire. */
  public int not(int a) {
    if (isConstant(a)) {
      return constant(ops[a] == ZERO);
    }
    return ops[a] == INV ? left[a] : gate(INV, a, -1);
  }

  /**
   * Returns the entry of a public table at an index of secret wires. Constant inputs make the table
   * smaller.
   *
   * @param wires one for each input bit of the table
   * @return one for each output bit of the table
   */
  public int[] lookup(LookupTable table, int... wires) {
    if (wires.length != table.inputBits()) {
      throw new IllegalArgumentException(
          wires.length + " wires index a table of " + table.inputBits() + " input bits");
    }
    int set = 0;
    int value = 0;
    int[] inputs = new int[wires.length];
    int size = 0;
    for (int bit = 0; bit < wires.length; bit++) {
      if (isConstant(wires[bit])) {
        set |= 1 << bit;
        value |= constantOf(wires[bit]) ? 1 << bit : 0;
      } else {
        inputs[size++] = wires[bit];
      }
    }
    if (size == 0) {
      return constants(table.entry(value), table.outputBits());
    }
    LookupTable rest = set == 0 ? table : BuiltLookups.restricted(table, set, value);
    return outputsOf(new BuiltLookups.Lookup(rest, Arrays.copyOf(inputs, size)));
  }

  private int[] constants(int entry, int bits) {
    int[] wires = new int[bits];
    for (int bit = 0; bit < bits; bit++) {
      wires[bit] = constant((entry >> bit & 1) != 0);
    }
    return wires;
  }

  /** Returns the outputs of a lookup. Adds the lookup if it does not exist yet. */
  private int[] outputsOf(BuiltLookups.Lookup lookup) {
    int[] wires = new int[lookup.table().outputBits()];
    int first = lookups.find(lookup);
    if (first < 0) {
      first = size;
      int number = lookups.add(lookup, first);
      for (int bit = 0; bit < wires.length; bit++) {
        append(LOOKUP, number, bit);
      }
    }
    for (int bit = 0; bit < wires.length; bit++) {
      wires[bit] = first + bit;
    }
    return wires;
  }

  /** Returns a wire that is always {@code bit}. */
  public int constant(boolean bit) {
    return gate(bit ? ONE : ZERO, -1, -1);
  }

  /** Whether a wire is known to be constant; {@link #constantOf} returns its value. */
  public boolean isConstant(int wire) {
    return ops[require(wire)] == ZERO || ops[wire] == ONE;
  }

  /**
   * Returns the value of a constant wire.
   *
   * @throws IllegalArgumentException if the wire is not constant
   */
  public boolean constantOf(int wire) {
    if (!isConstant(wire)) {
      throw new IllegalArgumentException("wire " + wire + " is not constant");
    }
    return ops[wire] == ONE;
  }

  /**
   * Returns the depth of a wire: the maximum number of ANDs and lookups on a path from an input to
   * the wire.
   */
  public int depth(int wire) {
    return depths[require(wire)];
  }

  /**
   * Returns a copy of a wire. The copy is a gate of its own, which is not simplified away while an
   * output needs it.
   */
  public int copy(int a) {
    return append(EQW, require(a), -1);
  }

  /**
   * Adds an output value with the bits in order. Inputs, constants and repeated wires are allowed.
   */
  public void output(int... wires) {
    for (int wire : wires) {
      require(wire);
    }
    outputs = plus(outputs, wires.clone());
  }

  /**
   * Returns the circuit built so far. The builder can be used further to build a larger circuit.
   *
   * @throws IllegalArgumentException if there are no outputs
   */
  public Circuit build() {
    boolean[] live = live();
    int[] number = new int[size];
    Arrays.fill(number, -1);
    int next = 0;
    for (int[] value : inputs) {
      for (int wire : value) {
        number[wire] = next++;
      }
    }
    int inputWires = next;
    int outputWires = Arrays.stream(sizes(outputs)).sum();
    int inner = countLive(live) - countOwnOutputs();
    int wireCount = inputWires + inner + outputWires;

    CircuitAssembler result = new CircuitAssembler(wireCount, sizes(inputs), sizes(outputs));
    // An output that is a gate of its own takes that gate's wire; the others become copies.
    int[] copies = numberOutputs(number, inputWires + inner);
    for (int wire = 0; wire < size; wire++) {
      if (ops[wire] == INPUT || !live[wire]) {
        continue;
      }
      if (number[wire] < 0) {
        number[wire] = next++;
      }
      if (ops[wire] == LOOKUP) {
        lookups.assemble(left[wire], right[wire], wire, number, result);
        continue;
      }
      int a = left[wire] < 0 ? -1 : number[left[wire]];
      int b = right[wire] < 0 ? -1 : number[right[wire]];
      result.add(GateType.of(ops[wire]), a, b, number[wire]);
    }
    for (int i = 0; i < outputWires; i++) {
      if (copies[i] >= 0) {
        result.add(GateType.EQW, number[copies[i]], -1, inputWires + inner + i);
      }
    }
    return result.assemble();
  }

  private boolean[] live() {
    boolean[] live = new boolean[size];
    for (int[] value : outputs) {
      for (int wire : value) {
        live[wire] = true;
      }
    }
    for (int wire = size - 1; wire >= 0; wire--) {
      if (ops[wire] == LOOKUP) {
        wire -= right[wire]; // to output bit 0
        lookups.mark(left[wire], wire, live);
        continue;
      }
      if (live[wire] && left[wire] >= 0) {
        live[left[wire]] = true;
      }
      if (live[wire] && right[wire] >= 0) {
        live[right[wire]] = true;
      }
    }
    return live;
  }

  private int countLive(boolean[] live) {
    int count = 0;
    for (int wire = 0; wire < size; wire++) {
      if (live[wire] && ops[wire] != INPUT) {
        count++;
      }
    }
    return count;
  }

  /**
   * Returns the number of gates that are an output at least once and therefore take an output's
   * wire.
   */
  private int countOwnOutputs() {
    boolean[] seen = new boolean[size];
    int count = 0;
    for (int[] value : outputs) {
      for (int wire : value) {
        if (ops[wire] != INPUT && !seen[wire]) {
          seen[wire] = true;
          count++;
        }
      }
    }
    return count;
  }

  /** Numbers the gates that are outputs. Returns for each output the wire that it copies, or -1. */
  private int[] numberOutputs(int[] number, int firstOutput) {
    int[] copies = new int[Arrays.stream(sizes(outputs)).sum()];
    int at = 0;
    for (int[] value : outputs) {
      for (int wire : value) {
        if (number[wire] < 0) {
          number[wire] = firstOutput + at;
          copies[at] = -1;
        } else {
          copies[at] = wire;
        }
        at++;
      }
    }
    return copies;
  }

  private boolean complements(int a, int b) {
    return (ops[a] == INV && left[a] == b) || (ops[b] == INV && left[b] == a);
  }

  private int require(int wire) {
    if (wire < 0 || wire >= size) {
      throw new IllegalArgumentException("no wire " + wire + " of this builder");
    }
    return wire;
  }

  /** Returns the wire of a gate. Adds the gate if it does not exist yet. */
  private int gate(byte op, int a, int b) {
    int at = find(op, a, b);
    if (table[at] == 0) {
      int wire = append(op, a, b);
      table[at] = wire + 1;
      // Some wires are not in the table, so this test bounds the load by one half from above.
      if (2 * size > table.length) {
        rehash();
      }
      return wire;
    }
    return table[at] - 1;
  }

  private int find(byte op, int a, int b) {
    int hash = (a * 0x9E3779B1 + b) * 0x85EBCA6B + op * 0xC2B2AE35;
    int at = (hash ^ (hash >>> 15)) & (table.length - 1);
    while (table[at] != 0) {
      int wire = table[at] - 1;
      if (ops[wire] == op && left[wire] == a && right[wire] == b) {
        break;
      }
      at = (at + 1) & (table.length - 1);
    }
    return at;
  }

  private void rehash() {
    int[] old = table;
    int length = old.length;
    while (length < 4 * size) {
      length *= 2;
    }
    table = new int[length];
    for (int entry : old) {
      if (entry != 0) {
        table[find(ops[entry - 1], left[entry - 1], right[entry - 1])] = entry;
      }
    }
  }

  private int append(byte op, int a, int b) {
    if (size == ops.length) {
      ops = Arrays.copyOf(ops, 2 * size);
      left = Arrays.copyOf(left, 2 * size);
      right = Arrays.copyOf(right, 2 * size);
      depths = Arrays.copyOf(depths, 2 * size);
    }
    ops[size] = op;
    left[size] = a;
    right[size] = b;
    depths[size] = depthOf(op, a, b);
    return size++;
  }

  private int depthOf(byte op, int a, int b) {
    if (op == LOOKUP) {
      return lookups.depth(a, depths);
    }
    int before = Math.max(a < 0 ? 0 : depths[a], b < 0 ? 0 : depths[b]);
    return op == AND ? before + 1 : before;
  }

  private static int[][] plus(int[][] values, int[] value) {
    int[][] result = Arrays.copyOf(values, values.length + 1);
    result[values.length] = value;
    return result;
  }

  private static int[] sizes(int[][] values) {
    return Arrays.stream(values).mapToInt(value -> value.length).toArray();
  }
}
