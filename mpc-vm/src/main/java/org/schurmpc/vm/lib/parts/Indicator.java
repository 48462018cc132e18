package org.schurmpc.vm.lib.parts;

import java.util.ArrayList;
import java.util.List;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.SecretBitVector;
import org.schurmpc.vm.lang.SecretInts;

/**
 * Which number secret bits are: one bit for each number from 0 to 2^l - 1, of which one is 1. Takes
 * 2^l - l - 1 triples in ⌈log2 l⌉ rounds.
 */
public final class Indicator {
  private Indicator() {}

  /**
   * Returns by number whether the bits are this number.
   *
   * @param bits the lowest first; at least one
   */
  public static List<SecretInts> of(List<SecretBitVector> bits) {
    return bits.get(0).isBoolean() ? ofBooleans(bits) : of(bits, 0, bits.size());
  }

  /** Returns the indicator of bits in TinyOT, where products are cheaper than numbers of bits. */
  private static List<SecretInts> ofBooleans(List<SecretBitVector> bits) {
    List<SecretBitVector> is = List.of(bits.get(0).not(), bits.get(0));
    for (SecretBitVector bit : bits.subList(1, bits.size())) {
      List<SecretBitVector> low = new ArrayList<>();
      List<SecretBitVector> high = new ArrayList<>();
      for (SecretBitVector each : is) {
        SecretBitVector both = each.and(bit);
        high.add(both);
        low.add(each.xor(both));
      }
      low.addAll(high);
      is = low;
    }
    List<SecretInts> numbers = new ArrayList<>();
    SecretInts rest = null;
    for (SecretBitVector each : is.subList(0, is.size() - 1)) {
      SecretInts number = each.asInts();
      numbers.add(number);
      rest = rest == null ? number.negate().plus(1) : difference(rest, number);
    }
    numbers.add(rest);
    return numbers;
  }

  /** Returns the indicator of the bits from..to - 1. */
  private static List<SecretInts> of(List<SecretBitVector> bits, int from, int to) {
    if (to - from == 1) {
      SecretBitVector bit = bits.get(from);
      return List.of(bit.not().asInts(), bit.asInts());
    }
    int middle = (from + to) / 2;
    List<SecretInts> low = of(bits, from, middle);
    List<SecretInts> all = new ArrayList<>();
    List<SecretInts> lastRow = new ArrayList<>(low);
    List<SecretInts> high = of(bits, middle, to);
    for (SecretInts each : high.subList(0, high.size() - 1)) {
      List<SecretInts> row = row(low, each);
      all.addAll(row);
      for (int i = 0; i < row.size(); i++) {
        lastRow.set(i, difference(lastRow.get(i), row.get(i)));
      }
    }
    all.addAll(lastRow);
    return all;
  }

  /** Returns the products with a bit, which is their sum. */
  private static List<SecretInts> row(List<SecretInts> low, SecretInts bit) {
    List<SecretInts> row = new ArrayList<>();
    SecretInts rest = bit;
    for (SecretInts each : low.subList(0, low.size() - 1)) {
      SecretInts both = each.times(bit).assumeBits().asInts();
      row.add(both);
      rest = difference(rest, both);
    }
    row.add(rest);
    return row;
  }

  private static SecretInts difference(SecretInts x, SecretInts y) {
    return x.minus(y).assumeFits(IntType.signed(2));
  }

  /** Returns where all bits are 0. Takes a triple for each but one. */
  public static SecretBitVector none(List<SecretBitVector> bits) {
    return Trees.reduced(bits.stream().map(SecretBitVector::not).toList(), SecretBitVector::and);
  }
}
