package org.schurmpc.cli.values;

import java.util.ArrayList;
import java.util.List;
import org.schurmpc.core.bits.BitMatrix;

/**
 * Locates the bytes of a value in a matrix of wires and lanes. All bytes have 8 bits except one,
 * which has the remaining bits as its low bits: the first byte of a number, or the last byte in the
 * other orders.
 *
 * @param number the number of the value among the values of its circuit, counted from 1
 * @param firstWire the row of the value's wire 0
 * @param bits the number of bits, at least one
 * @param order the order of the bits
 * @param format how the value is written
 * @param label the name of the value, or else its number, for messages
 */
record ValueLayout(
    int number, int firstWire, int bits, ValueOrder order, ValueFormat format, String label) {

  /**
   * Returns the layouts of consecutive values.
   *
   * @param sizes the number of bits of each value
   */
  static List<ValueLayout> of(int[] sizes, ValueWriting writing) {
    List<ValueLayout> layouts = new ArrayList<>();
    int wire = 0;
    for (int i = 0; i < sizes.length; i++) {
      layouts.add(
          new ValueLayout(
              i + 1, wire, sizes[i], writing.order(), writing.format(i), writing.label(i)));
      wire += sizes[i];
    }
    return layouts;
  }

  /** Returns the number of bytes of the value. */
  int byteCount() {
    return (bits + 7) / 8;
  }

  /** Returns the number of hex digits of the value. */
  int hexDigits() {
    return (bits + 3) / 4;
  }

  /** Returns the number of bits of a byte. */
  int width(int index) {
    int partial = order == ValueOrder.NUMBER ? 0 : byteCount() - 1;
    return index == partial ? bits - 8 * (byteCount() - 1) : 8;
  }

  private int row(int index, int bit) {
    return firstWire
        + switch (order) {
          case NUMBER -> 8 * (byteCount() - 1 - index) + bit;
          case LSB -> 8 * index + bit;
          case MSB -> 8 * index + width(index) - 1 - bit;
        };
  }

  /** Writes a byte, which has no bits beyond its width, to a matrix that is zero in that place. */
  void put(int index, int value, BitMatrix matrix, int lane) {
    for (int bit = 0; bit < width(index); bit++) {
      matrix.set(row(index, bit), lane, (value >> bit & 1) != 0);
    }
  }

  /** Returns a byte of the value in a lane. */
  int get(int index, BitMatrix matrix, int lane) {
    int value = 0;
    for (int bit = 0; bit < width(index); bit++) {
      value |= matrix.get(row(index, bit), lane) ? 1 << bit : 0;
    }
    return value;
  }
}
