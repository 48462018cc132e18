package org.schurmpc.core.circuit;

import java.util.Arrays;
import java.util.List;

/**
 * A Boolean circuit: gates in an order in which every wire is written before it is read.
 *
 * <p>Wires are numbered from 0. The inputs are the first wires and the outputs the last ones, value
 * after value. Every other wire, and every output, is written by exactly one gate. A gate writes
 * one wire; only a {@link GateType#LOOKUP} writes one wire for each output bit of its table.
 * Immutable. Instances are made by {@link CircuitAssembler}, which checks all of the above.
 */
public final class Circuit {
  private final int wireCount;
  private final int[] inputSizes;
  private final int[] outputSizes;
  private final int inputWires;
  private final int outputWires;
  private final byte[] ops;
  // For a lookup: -2 - (the index in lookups at which the lookup starts).
  private final int[] left;
  private final int[] right;
  private final int[] out;
  // For each lookup: the number of its table, the wires that it reads, the wires that it writes.
  private final int[] lookups;
  private final List<LookupTable> tables;

  /**
   * Takes the arrays over without copying or checking them: {@link CircuitAssembler} has checked
   * them.
   */
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

  /** Returns the number of bits of each input value, in order; a copy. */
  public int[] inputSizes() {
    return inputSizes.clone();
  }

  /** Returns the number of bits of each output value, in order; a copy. */
  public int[] outputSizes() {
    return outputSizes.clone();
  }

  /**
   * Returns the number of bits of all input values together. The input wires are 0 to {@code
   * inputWires() - 1}.
   */
  public int inputWires() {
    return inputWires;
  }

  /** Returns the number of bits of all output values together. */
  public int outputWires() {
    return outputWires;
  }

  /** Returns the first output wire. The outputs are all wires from this one to the last wire. */
  public int firstOutputWire() {
    return wireCount - outputWires;
  }

  public GateType type(int gate) {
    return GateType.of(ops[gate]);
  }

  /** Returns the first wire that a gate reads, or -1 if the gate reads none or is a lookup. */
  public int left(int gate) {
    return Math.max(left[gate], -1);
  }

  /** Returns the second wire that a gate reads, or -1 if the gate reads fewer or is a lookup. */
  public int right(int gate) {
    return right[gate];
  }

  /** Returns the wire that a gate writes; for a lookup, the wire of output bit 0. */
  public int out(int gate) {
    return out[gate];
  }

  /** Returns the number of wires that a gate of any type reads. */
  public int inputCount(int gate) {
    if (isLookup(gate)) {
      return table(gate).inputBits();
    }
    return type(gate).arity();
  }

  /**
   * Returns the {@code i}-th wire that a gate of any type reads; for a lookup, the wire of input
   * bit {@code i}.
   */
  public int input(int gate, int i) {
    requireIndex("input", i, inputCount(gate));
    if (isLookup(gate)) {
      return lookups[start(gate) + 1 + i];
    }
    return i == 0 ? left[gate] : right[gate];
  }

  /** Returns the number of wires that a gate of any type writes. */
  public int outputCount(int gate) {
    return isLookup(gate) ? table(gate).outputBits() : 1;
  }

  /**
   * Returns the {@code i}-th wire that a gate of any type writes; for a lookup, the wire of output
   * bit {@code i}.
   */
  public int output(int gate, int i) {
    requireIndex("output", i, outputCount(gate));
    return i == 0 ? out[gate] : lookups[start(gate) + 1 + table(gate).inputBits() + i];
  }

  /**
   * Returns the table of a lookup.
   *
   * @throws IllegalArgumentException if the gate is not a lookup
   */
  public LookupTable table(int gate) {
    return tables.get(tableNumber(gate));
  }

  /** Returns the distinct tables of all lookups, in the order of their first use. */
  public List<LookupTable> tables() {
    return tables;
  }

  /**
   * Returns the index in {@link #tables()} of a lookup's table.
   *
   * @throws IllegalArgumentException if the gate is not a lookup
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

  /** Returns the number of gates of a type. */
  public int count(GateType type) {
    int count = 0;
    for (byte op : ops) {
      if (op == type.code()) {
        count++;
      }
    }
    return count;
  }

  /** Whether the other object is a circuit with equal values and equal gates in equal order. */
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
