package org.schurmpc.core.circuit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Takes the gates of a circuit one after the other and validates them. A {@link Circuit} is
 * validated nowhere else.
 *
 * <p>Memory grows with the gates given, never with the sizes announced. Errors are {@link
 * IllegalArgumentException}s whose message is a phrase without subject, so that the caller can put
 * a location before it.
 */
public final class CircuitAssembler {
  /** Maximum number of input wires of a circuit. */
  public static final int MAX_INPUT_WIRES = 1 << 24;

  /** Maximum number of gates of a circuit, and of wires that they write. */
  public static final int MAX_GATES = 1 << 28;

  /** Maximum number of tables of a circuit. */
  public static final int MAX_TABLES = 1 << 16;

  /**
   * Maximum number of wires that all lookups of a circuit read and write, plus their table numbers.
   */
  public static final int MAX_LOOKUP_WIRES = 1 << 30;

  private final int wireCount;
  private final int[] inputSizes;
  private final int[] outputSizes;
  private final int inputWires;
  // Bit w - inputWires: whether a gate writes wire w.
  private final SparseBits written;

  private int size;
  private int writtenCount;
  private byte[] ops = new byte[64];
  private int[] left = new int[64];
  private int[] right = new int[64];
  private int[] out = new int[64];

  // Encoded like the array lookups of Circuit.
  private int lookupSize;
  private int[] lookups = {};
  private final List<LookupTable> tables = new ArrayList<>();
  private final Map<LookupTable, Integer> tableNumbers = new HashMap<>();

  /**
   * Creates a circuit without gates.
   *
   * @param inputSizes number of bits of each input value
   * @param outputSizes number of bits of each output value
   * @throws IllegalArgumentException if a size is negative or too large, if there are no outputs,
   *     or if there are fewer wires than inputs and outputs
   */
  public CircuitAssembler(int wireCount, int[] inputSizes, int[] outputSizes) {
    this.inputSizes = inputSizes.clone();
    this.outputSizes = outputSizes.clone();
    long inputs = total("input", inputSizes);
    long outputs = total("output", outputSizes);
    if (inputs > MAX_INPUT_WIRES) {
      throw new IllegalArgumentException(
          inputs + " input bits are more than the limit of " + MAX_INPUT_WIRES);
    }
    if (outputs == 0) {
      throw new IllegalArgumentException("the circuit has no outputs");
    }
    if (inputs + outputs > wireCount) {
      throw new IllegalArgumentException(
          inputs + " input and " + outputs + " output bits do not fit " + wireCount + " wires");
    }
    if (wireCount - inputs > MAX_GATES) {
      throw new IllegalArgumentException(
          (wireCount - inputs) + " wires to write are more than the limit of " + MAX_GATES);
    }
    this.wireCount = wireCount;
    this.inputWires = (int) inputs;
    this.written = new SparseBits(wireCount - inputWires);
  }

  private static long total(String what, int[] sizes) {
    long total = 0;
    for (int size : sizes) {
      if (size < 0) {
        throw new IllegalArgumentException("the " + what + " size " + size + " is negative");
      }
      total += size;
    }
    return total;
  }

  /** Returns the number of gates given so far. */
  public int gateCount() {
    return size;
  }

  /**
   * Adds a gate that is not a lookup; {@link #addLookup} adds lookups.
   *
   * @param left the first wire read; ignored if the gate reads none
   * @param right the second wire read; ignored if the gate reads fewer
   * @throws IllegalArgumentException if an operand is not written yet, or if {@code out} is an
   *     input, is written already or is no wire of the circuit
   */
  public void add(GateType type, int left, int right, int out) {
    if (type == GateType.LOOKUP) {
      throw new IllegalArgumentException("a lookup has a table");
    }
    if (type.arity() > 0) {
      requireReadable(left);
    }
    if (type.arity() > 1) {
      requireReadable(right);
    }
    append(type, type.arity() > 0 ? left : -1, type.arity() > 1 ? right : -1, out);
  }

  /**
   * Adds n AND gates that are independent: none reads an output of another one.
   *
   * @param wires from index {@code from}: n left operands, n right operands, n outputs
   * @throws IllegalArgumentException as for {@link #add}
   */
  public void addAnds(int n, int[] wires, int from) {
    for (int i = from; i < from + 2 * n; i++) {
      requireReadable(wires[i]);
    }
    for (int i = from; i < from + n; i++) {
      append(GateType.AND, wires[i], wires[i + n], wires[i + 2 * n]);
    }
  }

  /**
   * Adds a lookup.
   *
   * @param in the wires read, one for each input bit of the table
   * @param out the wires written, one for each output bit of the table
   * @throws IllegalArgumentException as for {@link #add}, or if the number of wires is not the
   *     number of bits
   */
  public void addLookup(LookupTable table, int[] in, int[] out) {
    if (in.length != table.inputBits() || out.length != table.outputBits()) {
      throw new IllegalArgumentException(
          "a table of %d input and %d output bits is looked up with %d and %d wires"
              .formatted(table.inputBits(), table.outputBits(), in.length, out.length));
    }
    for (int wire : in) {
      requireReadable(wire);
    }
    if (tables.size() == MAX_TABLES && !tableNumbers.containsKey(table)) {
      throw new IllegalArgumentException("there are more than " + MAX_TABLES + " tables");
    }
    int needed = 1 + in.length + out.length;
    if (needed > MAX_LOOKUP_WIRES - lookupSize) {
      throw new IllegalArgumentException(
          "lookups of more than " + MAX_LOOKUP_WIRES + " wires are over the limit");
    }
    append(GateType.LOOKUP, -2 - lookupSize, -1, out[0]);
    for (int i = 1; i < out.length; i++) {
      write(out[i]);
    }
    if (lookups.length - lookupSize < needed) {
      int capacity = Math.max(64, lookupSize + (lookupSize >> 1) + needed);
      lookups = Arrays.copyOf(lookups, Math.min(MAX_LOOKUP_WIRES, capacity));
    }
    lookups[lookupSize] = tableNumbers.computeIfAbsent(table, this::number);
    System.arraycopy(in, 0, lookups, lookupSize + 1, in.length);
    System.arraycopy(out, 0, lookups, lookupSize + 1 + in.length, out.length);
    lookupSize += needed;
  }

  private int number(LookupTable table) {
    tables.add(table);
    return tables.size() - 1;
  }

  private void requireReadable(int wire) {
    requireWire(wire);
    if (wire >= inputWires && !written.get(wire - inputWires)) {
      throw new IllegalArgumentException("wire " + wire + " is read before it is written");
    }
  }

  private void requireWire(int wire) {
    if (wire < 0 || wire >= wireCount) {
      throw new IllegalArgumentException("wire " + wire + " is not one of " + wireCount + " wires");
    }
  }

  private void write(int wire) {
    requireWire(wire);
    if (wire < inputWires) {
      throw new IllegalArgumentException("wire " + wire + " is an input and cannot be written");
    }
    if (!written.set(wire - inputWires)) {
      throw new IllegalArgumentException("wire " + wire + " is written twice");
    }
    writtenCount++;
  }

  private void append(GateType type, int leftWire, int rightWire, int outWire) {
    write(outWire);
    if (size == ops.length) {
      grow();
    }
    ops[size] = type.code();
    left[size] = leftWire;
    right[size] = rightWire;
    out[size] = outWire;
    size++;
  }

  private void grow() {
    // There are at most as many gates as wires to write.
    int capacity = Math.min(wireCount - inputWires, size + (size >> 1));
    ops = Arrays.copyOf(ops, capacity);
    left = Arrays.copyOf(left, capacity);
    right = Arrays.copyOf(right, capacity);
    out = Arrays.copyOf(out, capacity);
  }

  /**
   * Returns the circuit of the gates given.
   *
   * @throws IllegalArgumentException if a wire is never written
   */
  public Circuit assemble() {
    int missing = wireCount - inputWires - writtenCount;
    if (missing > 0) {
      int wire = inputWires + written.firstClear();
      throw new IllegalArgumentException(
          missing == 1
              ? "wire " + wire + " is never written"
              : missing + " wires are never written, the first of them wire " + wire);
    }
    return new Circuit(
        wireCount,
        inputSizes,
        outputSizes,
        Arrays.copyOf(ops, size),
        Arrays.copyOf(left, size),
        Arrays.copyOf(right, size),
        Arrays.copyOf(out, size),
        Arrays.copyOf(lookups, lookupSize),
        List.copyOf(tables));
  }
}
