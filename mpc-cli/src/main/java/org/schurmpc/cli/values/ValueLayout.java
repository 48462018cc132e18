package org.schurmpc.cli.values;

import java.util.ArrayList;
import java.util.List;
import org.schurmpc.core.bits.BitMatrix;

/**
 * Where the bytes of a value lie in a matrix of wires and lanes. All bytes have 8 bits but one: of
 * a number the first, else the last, which has the rest, as its low bits.
 *
 * @param number the value's number among those of its circuit, from 1
 * @param firstWire the row of its wire 0
 * @param bits at least one
 */
record ValueLayout(int number, int firstWire, int bits, ValueOrder order) {

  /** Those of all values of these sizes, one after the other. */
  static List<ValueLayout> of(int[] sizes, ValueOrder order) {
    List<ValueLayout> layouts = new ArrayList<>();
    int wire = 0;
    for (int i = 0; i < sizes.length; i++) {
      layouts.add(new ValueLayout(i + 1, wire, sizes[i], order));
      wire += sizes[i];
    }
    return layouts;
  }

  int byteCount() {
    return (bits + 7) / 8;
  }

  int hexDigits() {
    return (bits + 3) / 4;
  }

  /** The bits of a byte. */
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

  /** Puts a byte, no bit of which is beyond its width, into a matrix that is zero there. */
  void put(int index, int value, BitMatrix matrix, int lane) {
    for (int bit = 0; bit < width(index); bit++) {
      matrix.set(row(index, bit), lane, (value >> bit & 1) != 0);
    }
  }

  int get(int index, BitMatrix matrix, int lane) {
    int value = 0;
    for (int bit = 0; bit < width(index); bit++) {
      value |= matrix.get(row(index, bit), lane) ? 1 << bit : 0;
    }
    return value;
  }
}
