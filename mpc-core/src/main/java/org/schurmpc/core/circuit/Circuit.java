package org.schurmpc.core.circuit;

import java.util.Arrays;

/**
 * A Boolean circuit: gates in an order in which every wire is written before it is read.
 *
 * <p>Wires are numbered from 0. The inputs are the first wires and the outputs the last ones, value
 * after value; every other wire, and every output, is written by exactly one gate. Immutable. Made
 * by {@link CircuitAssembler}, which is where all this is checked.
 */
public final class Circuit {
  private final int wireCount;
  private final int[] inputSizes;
  private final int[] outputSizes;
  private final int inputWires;
  private final int outputWires;
  private final byte[] ops;
  private final int[] left;
  private final int[] right;
  private final int[] out;

  /** Takes the arrays over without copying or checking them: {@link CircuitAssembler} did. */
  Circuit(
      int wireCount,
      int[] inputSizes,
      int[] outputSizes,
      byte[] ops,
      int[] left,
      int[] right,
      int[] out) {
    this.wireCount = wireCount;
    this.inputSizes = inputSizes;
    this.outputSizes = outputSizes;
    this.inputWires = Arrays.stream(inputSizes).sum();
    this.outputWires = Arrays.stream(outputSizes).sum();
    this.ops = ops;
    this.left = left;
    this.right = right;
    this.out = out;
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

  /** The first wire that a gate reads, or -1 if it reads none. */
  public int left(int gate) {
    return left[gate];
  }

  /** The second wire that a gate reads, or -1 if it reads fewer. */
  public int right(int gate) {
    return right[gate];
  }

  /** The wire that a gate writes. */
  public int out(int gate) {
    return out[gate];
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
        && Arrays.equals(out, that.out);
  }

  @Override
  public int hashCode() {
    return 31 * (31 * (31 * wireCount + Arrays.hashCode(ops)) + Arrays.hashCode(left))
        + Arrays.hashCode(out);
  }

  @Override
  public String toString() {
    return "Circuit[" + gateCount() + " gates, " + inputWires + " in, " + outputWires + " out]";
  }
}
