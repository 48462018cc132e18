package org.schurmpc.core.circuit;

import java.util.Arrays;
import org.schurmpc.core.bits.BitMatrix;

/**
 * The input or output values of a circuit, written and read as whole numbers rather than wire by
 * wire. In bytes, the most significant byte comes first, like in AES's hex strings; a value's wire
 * 0 is the least significant bit of its last byte, like in the circuits of {@link
 * org.schurmpc.core.circuit.io.CircuitLibrary}. Values of other circuits have the layout that their
 * authors chose.
 */
public final class Values {
  private final int[] sizes;
  private final BitMatrix bits;

  private Values(int[] sizes, BitMatrix bits) {
    if (bits.rows() != Arrays.stream(sizes).sum()) {
      throw new IllegalArgumentException(
          bits + " has not a row for each wire of values of " + Arrays.toString(sizes) + " bits");
    }
    this.sizes = sizes;
    this.bits = bits;
  }

  /** Returns all-zero inputs of a circuit for {@code instances} instances. */
  public static Values inputs(Circuit circuit, int instances) {
    return new Values(circuit.inputSizes(), new BitMatrix(circuit.inputWires(), instances));
  }

  /**
   * Returns the outputs of a circuit.
   *
   * @param bits a row for each output wire, a column for each instance; used, not copied
   */
  public static Values outputs(Circuit circuit, BitMatrix bits) {
    return new Values(circuit.outputSizes(), bits);
  }

  /** Returns the matrix with a row for each wire and a column for each instance; not a copy. */
  public BitMatrix bits() {
    return bits;
  }

  /** Returns the number of values. */
  public int count() {
    return sizes.length;
  }

  /** Returns the number of instances. */
  public int instances() {
    return bits.columns();
  }

  /**
   * Writes a value.
   *
   * @param value its index among the values
   * @param bytes exactly as many as hold its bits, the most significant byte first
   * @throws IllegalArgumentException if the number of bytes differs, or a bit above the value's
   *     bits is set
   */
  public void set(int value, int instance, byte[] bytes) {
    int first = firstRow(value);
    int size = sizes[value];
    if (bytes.length != byteLength(size) || (bytes.length > 0 && excess(bytes[0], size) != 0)) {
      // The message omits the value, which may be secret.
      throw new IllegalArgumentException(
          "value %d has %d bits: %d bytes that do not hold such a number were given"
              .formatted(value, size, bytes.length));
    }
    for (int bit = 0; bit < size; bit++) {
      bits.set(first + bit, instance, (bytes[bytes.length - 1 - bit / 8] >> bit % 8 & 1) != 0);
    }
  }

  /**
   * Returns a value.
   *
   * @param value its index among the values
   * @return as many bytes as hold its bits, the most significant byte first
   */
  public byte[] get(int value, int instance) {
    int first = firstRow(value);
    byte[] bytes = new byte[byteLength(sizes[value])];
    for (int bit = 0; bit < sizes[value]; bit++) {
      if (bits.get(first + bit, instance)) {
        bytes[bytes.length - 1 - bit / 8] |= (byte) (1 << bit % 8);
      }
    }
    return bytes;
  }

  private static int byteLength(int size) {
    return (size + 7) / 8;
  }

  /** Returns the bits of the first byte that lie above a value of {@code size} bits. */
  private static int excess(byte first, int size) {
    int used = (size - 1) % 8 + 1;
    return (first & 0xFF) >>> used;
  }

  private int firstRow(int value) {
    if (value < 0 || value >= sizes.length) {
      throw new IndexOutOfBoundsException("value " + value + " of " + sizes.length);
    }
    return Arrays.stream(sizes, 0, value).sum();
  }

  /** Returns the size only: the values may be secret. */
  @Override
  public String toString() {
    return "Values[" + sizes.length + " x " + bits.columns() + "]";
  }
}
