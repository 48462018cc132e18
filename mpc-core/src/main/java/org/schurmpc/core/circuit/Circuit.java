package org.schurmpc.core.circuit;

import java.util.Arrays;
import java.util.List;

/**
 * A Boolean circuit: gates in an order in which every wire is written before it is read.
 *
 * <p>Wires are numbered from 0. The inputs are the first wires and the outputs the last ones, value
 * after value; every other wire, and every output, is written by exactly one gate. A gate writes
 * one wire, save that a {@link GateType#LOOKUP} writes as many as its table has output bits.
 * Immutable. Made by {@link CircuitAssembler}, which is where all this is checked.
 */
public final class Circuit {
  private final int wireCount;
  private final int[] inputSizes;
  private final int[] outputSizes;
  private final int inputWires;
  private final int outputWires;
  private final byte[] ops;
  // Of a lookup -2 - (the place in lookups at which it starts).
  private final int[] left;
  private final int[] right;
  private final int[] out;
  // Of each lookup: the number of its table, the wires that it reads, the wires that it writes.
  private final int[] lookups;
  private final List<LookupTable> tables;

  /** Takes the arrays over without copying or checking them: {@link CircuitAssembler} did. */
  Circuit(
      int wireCount,
      int[] inputSizes,
      int[] outputSizes,
      byte[] ops,
      int[] left,
      int[] right,
      int[] out,
      int[] lookups,
      List<LookupTable> tables) {
    this.wireCount = wireCount;
    this.inputSizes = inputSizes;
    this.outputSizes = outputSizes;
    this.inputWires = Arrays.stream(inputSizes).sum();
    this.outputWires = Arrays.stream(outputSizes).sum();
    this.ops = ops;
    this.left = left;
    this.right = right;
    this.out = out;
    this.lookups = lookups;
    this.tables = tables;
  }

  public int wireCount() {
    return wireCount;
  }

  public int gateCount() {
    return ops.length;
  }

  /** The bits of each input value, in order; a copy. */
  public int[] inputSizes() {
    return inputSizes.clone();
  }

  /** The bits of each output value, in order; a copy. */
  public int[] outputSizes() {
    return outputSizes.clone();
  }

  /** The bits of all input values together: wires 0 to {@code inputWires() - 1}. */
  public int inputWires() {
    return inputWires;
  }

  /** The bits of all output values together. */
  public int outputWires() {
    return outputWires;
  }

  /** The first output wire; the outputs reach from there to the last wire. */
  public int firstOutputWire() {
    return wireCount - outputWires;
  }

  public GateType type(int gate) {
    return GateType.of(ops[gate]);
  }

  /** The first wire that a gate reads, or -1 if it reads none or is a lookup. */
  public int left(int gate) {
    return Math.max(left[gate], -1);
  }

  /** The second wire that a gate reads, or -1 if it reads fewer or is a lookup. */
  public int right(int gate) {
    return right[gate];
  }

  /** The wire that a gate writes; of a lookup that of output bit 0. */
  public int out(int gate) {
    return out[gate];
  }

  /** How many wires a gate reads, whatever its type. */
  public int inputCount(int gate) {
    if (isLookup(gate)) {
      return table(gate).inputBits();
    }
    return type(gate).arity();
  }

  /**
   * The {@code i}-th wire that a gate reads, whatever its type; of a lookup input bit {@code i}.
   */
  public int input(int gate, int i) {
    requireIndex("input", i, inputCount(gate));
    if (isLookup(gate)) {
      return lookups[start(gate) + 1 + i];
    }
    return i == 0 ? left[gate] : right[gate];
  }

  /** How many wires a gate writes, whatever its type. */
  public int outputCount(int gate) {
    return isLookup(gate) ? table(gate).outputBits() : 1;
  }

  /**
   * The {@code i}-th wire that a gate writes, whatever its type; of a lookup output bit {@code i}.
   */
  public int output(int gate, int i) {
    requireIndex("output", i, outputCount(gate));
    return i == 0 ? out[gate] : lookups[start(gate) + 1 + table(gate).inputBits() + i];
  }

  /**
   * The table of a lookup.
   *
   * @throws IllegalArgumentException if the gate is none
   */
  public LookupTable table(int gate) {
    return tables.get(tableNumber(gate));
  }

  /** The tables of all lookups, each once, in the order in which they are first used. */
  public List<LookupTable> tables() {
    return tables;
  }

  /**
   * Which of {@link #tables()} a lookup has.
   *
   * @throws IllegalArgumentException if the gate is none
   */
  public int tableNumber(int gate) {
    if (!isLookup(gate)) {
      throw new IllegalArgumentException("gate " + gate + " is no lookup");
    }
    return lookups[start(gate)];
  }

  /** Whether a gate is of type {@link GateType#LOOKUP}. */
  boolean isLookup(int gate) {
    return left[gate] < -1;
  }

  private int start(int gate) {
    return -2 - left[gate];
  }

  private static void requireIndex(String what, int i, int count) {
    if (i < 0 || i >= count) {
      throw new IndexOutOfBoundsException(what + " " + i + " of a gate that has " + count);
    }
  }

  /** How many gates there are of a type. */
  public int count(GateType type) {
    int count = 0;
    for (byte op : ops) {
      if (op == type.code()) {
        count++;
      }
    }
    return count;
  }

  /** Whether the other is a circuit of the same values and the same gates in the same order. */
  @Override
  public boolean equals(Object other) {
    return other instanceof Circuit that
        && wireCount == that.wireCount
        && Arrays.equals(inputSizes, that.inputSizes)
        && Arrays.equals(outputSizes, that.outputSizes)
        && Arrays.equals(ops, that.ops)
        && Arrays.equals(left, that.left)
        && Arrays.equals(right, that.right)
        && Arrays.equals(out, that.out)
        && Arrays.equals(lookups, that.lookups)
        && tables.equals(that.tables);
  }

  @Override
  public int hashCode() {
    int gates = 31 * (31 * wireCount + Arrays.hashCode(ops)) + Arrays.hashCode(left);
    return 31 * (31 * gates + Arrays.hashCode(out)) + Arrays.hashCode(lookups) + tables.hashCode();
  }

  @Override
  public String toString() {
    return "Circuit[" + gateCount() + " gates, " + inputWires + " in, " + outputWires + " out]";
  }
}
