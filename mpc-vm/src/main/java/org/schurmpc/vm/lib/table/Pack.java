package org.schurmpc.vm.lib.table;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BinaryOperator;
import org.schurmpc.vm.lang.Bounds;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretBitVector;
import org.schurmpc.vm.lang.SecretInts;
import org.schurmpc.vm.lib.Comparison;
import org.schurmpc.vm.lib.Equality;
import org.schurmpc.vm.lib.RadixSort;
import org.schurmpc.vm.lib.parts.BitRows;
import org.schurmpc.vm.lib.parts.SortingNetwork;
import org.schurmpc.vm.lib.parts.Trees;

/**
 * Rows of some columns, all as numbers over the field or all as bits in TinyOT: distances from the
 * columns' least values. As a key, the first column counts the least.
 */
final class Pack {
  private final ProgramBuilder b;
  private final List<Bounds> bounds;

  /** The distances as numbers; null if they are bits. */
  private final List<SecretInts> numbers;

  private final BitRows rows;
  private final int size;

  private Pack(
      ProgramBuilder b, List<Bounds> bounds, List<SecretInts> numbers, BitRows rows, int size) {
    this.b = b;
    this.bounds = bounds;
    this.numbers = numbers;
    this.rows = rows;
    this.size = size;
  }

  /** Returns the rows of some columns, at least one. */
  static Pack of(ProgramBuilder b, boolean asBits, List<Cells> columns) {
    List<Bounds> bounds = columns.stream().map(Cells::bounds).toList();
    int size = columns.get(0).size();
    if (!asBits) {
      List<SecretInts> numbers = columns.stream().map(Cells::distances).toList();
      return new Pack(b, bounds, numbers, null, size);
    }
    List<SecretBitVector> planes = new ArrayList<>();
    columns.forEach(each -> planes.addAll(each.planes()));
    return new Pack(b, bounds, null, BitRows.of(planes, planes.size()), size);
  }

  boolean isBits() {
    return numbers == null;
  }

  int size() {
    return size;
  }

  private static int bits(Bounds each) {
    return Math.max(1, each.most().subtract(each.least()).bitLength());
  }

  private Pack with(BitRows other, int n) {
    return new Pack(b, bounds, null, other, n);
  }

  /** Returns rows whose distances are known to be in the columns' ranges. */
  private Pack with(List<SecretInts> others) {
    return new Pack(b, bounds, fitting(others), null, others.get(0).size());
  }

  private List<SecretInts> fitting(List<SecretInts> others) {
    List<SecretInts> fitting = new ArrayList<>();
    for (int i = 0; i < others.size(); i++) {
      BigInteger range = bounds.get(i).most().subtract(bounds.get(i).least());
      fitting.add(others.get(i).assumeFits(new Bounds(BigInteger.ZERO, range)));
    }
    return fitting;
  }

  /** Returns the number of bits of the first columns. */
  int bits(int columns) {
    return bounds.subList(0, columns).stream().mapToInt(Pack::bits).sum();
  }

  /** Returns the number of columns. */
  int width() {
    return bounds.size();
  }

  /** Returns the columns. */
  List<Cells> columns() {
    List<Cells> columns = new ArrayList<>();
    List<SecretBitVector> planes = isBits() ? rows.planes() : List.of();
    int from = 0;
    for (int i = 0; i < bounds.size(); i++) {
      Bounds each = bounds.get(i);
      if (isBits()) {
        columns.add(Cells.of(b, each, planes.subList(from, from + bits(each))));
        from += bits(each);
      } else {
        SecretInts values = numbers.get(i).plus(b.clear(each.least()).asVector());
        columns.add(Cells.of(b, values.assumeFits(each)));
      }
    }
    return columns;
  }

  Cells column(int i) {
    return columns().get(i);
  }

  /** Returns flags as they are in the rows. */
  SecretBitVector own(SecretBitVector flags) {
    return flags(b, isBits(), flags);
  }

  /** Returns flags as bits in TinyOT, or over the field. */
  static SecretBitVector flags(ProgramBuilder b, boolean asBits, SecretBitVector flags) {
    return asBits
        ? Cells.flags(b, flags).planes().get(0)
        : flags.isBoolean() ? flags.asInts().assumeBits() : flags;
  }

  Pack at(int... places) {
    return isBits()
        ? with(rows.at(places), places.length)
        : with(numbers.stream().map(each -> SortingNetwork.gather(each, places)).toList());
  }

  Pack slice(int from, int n) {
    int[] places = new int[n];
    Arrays.setAll(places, i -> from + i);
    return at(places);
  }

  /** Returns these rows and behind them those of a pack of the same columns. */
  Pack join(Pack other) {
    if (isBits()) {
      return with(rows.join(other.rows), size + other.size);
    }
    List<SecretInts> joined = new ArrayList<>();
    for (int i = 0; i < numbers.size(); i++) {
      joined.add(SecretInts.join(numbers.get(i), other.numbers.get(i)));
    }
    return with(joined);
  }

  /** Returns the rows of another pack where flags are 1, and these where they are 0. */
  Pack replaced(SecretBitVector flags, Pack other) {
    SecretBitVector own = own(flags);
    if (isBits()) {
      return with(rows.replaced(own, other.rows), size);
    }
    List<SecretInts> chosen = new ArrayList<>();
    for (int i = 0; i < numbers.size(); i++) {
      SecretInts x = numbers.get(i);
      chosen.add(own.asInts().times(other.numbers.get(i).minus(x)).plus(x));
    }
    return with(chosen);
  }

  /** Returns the rows where flags are 1, and the least values where they are 0. */
  Pack masked(SecretBitVector flags) {
    SecretBitVector own = own(flags);
    return isBits()
        ? with(rows.masked(own), size)
        : with(numbers.stream().map(each -> own.asInts().times(each)).toList());
  }

  /** Returns the first columns. */
  Pack first(int columns) {
    return isBits()
        ? of(b, true, columns().subList(0, columns))
        : new Pack(b, bounds.subList(0, columns), numbers.subList(0, columns), null, size);
  }

  /**
   * Moves the rows where flags are 1 to a place that is higher by a distance, and leaves the least
   * values where they were. No row is moved to where another one is, unless that has the least
   * values alone or is moved, too.
   */
  Pack moved(SecretBitVector flags, int distance) {
    Pack all = masked(flags);
    Pack left = isBits() ? with(rows.xor(all.rows), size) : combined(all, SecretInts::minus);
    if (distance >= size) {
      return left;
    }
    Pack come = all.slice(0, size - distance);
    Pack later = left.slice(distance, size - distance);
    later =
        isBits()
            ? with(later.rows.xor(come.rows), size - distance)
            : later.combined(come, SecretInts::plus);
    return left.slice(0, distance).join(later);
  }

  private Pack combined(Pack other, BinaryOperator<SecretInts> operation) {
    List<SecretInts> combined = new ArrayList<>();
    for (int i = 0; i < numbers.size(); i++) {
      combined.add(operation.apply(numbers.get(i), other.numbers.get(i)));
    }
    return with(combined);
  }

  /** Exchanges the rows of a layer's pairs where flags are 1. */
  Pack exchanged(SortingNetwork.Layer layer, SecretBitVector swap) {
    SecretBitVector own = own(swap);
    return isBits()
        ? with(rows.exchanged(layer, own), size)
        : with(layer.apply(numbers, (x, y) -> own.asInts()));
  }

  /** Returns columns of numbers as keys, the lowest part first, which fit under masks. */
  private List<SecretInts> words(List<SecretInts> columns) {
    List<SecretInts> words = new ArrayList<>();
    SecretInts word = null;
    int used = 0;
    for (int i = 0; i < columns.size(); i++) {
      int bits = bits(bounds.get(i));
      if (word != null && b.hasRoomFor(used + bits + 1)) {
        SecretInts high = columns.get(i).times(b.clear(BigInteger.TWO.pow(used)).asVector());
        word = word.plus(high);
        used += bits;
      } else {
        if (word != null) {
          words.add(word);
        }
        word = columns.get(i);
        used = bits;
      }
    }
    words.add(word);
    return words;
  }

  /** Returns whether keys come before those of the same row of another pack. */
  SecretBitVector before(Pack other) {
    return isBits() ? other.rows.above(rows) : less(words(numbers), other.words(other.numbers));
  }

  private SecretBitVector less(List<SecretInts> x, List<SecretInts> y) {
    SecretBitVector less = null;
    for (int i = 0; i < x.size(); i++) {
      SecretInts difference = x.get(i).minus(y.get(i));
      SecretBitVector own = new Comparison(b).isNegative(difference);
      if (less == null) {
        less = own;
      } else {
        SecretBitVector equal = new Equality(b).isZero(difference);
        less = own.asInts().plus(equal.and(less).asInts()).assumeBits();
      }
    }
    return less;
  }

  /** Returns for each row but the first some whether its key is that of the row so far before. */
  SecretBitVector same(int distance) {
    int n = size - distance;
    List<SecretBitVector> same = new ArrayList<>();
    if (isBits()) {
      for (SecretBitVector plane : rows.planes()) {
        same.add(plane.slice(distance, n).xor(plane.slice(0, n)).not());
      }
    } else {
      for (SecretInts word : words(numbers)) {
        same.add(new Equality(b).of(word.slice(distance, n), word.slice(0, n)));
      }
    }
    return Trees.reduced(same, SecretBitVector::and);
  }

  /**
   * Returns rows as a network leaves them at some places, in the order of their first columns.
   *
   * @param keys number of columns of the key
   */
  Pack sorted(SortingNetwork network, int keys, int... places) {
    if (!isBits()) {
      return with(sortedNumbers(network, keys)).at(places);
    }
    int width = bits(keys);
    List<SecretBitVector> planes = rows.planes();
    BitRows moved = BitRows.of(planes, width);
    for (SortingNetwork.Layer layer : network.layers()) {
      moved = moved.exchanged(layer, false);
    }
    return with(BitRows.of(moved.at(places).planes(), planes.size()), places.length);
  }

  private List<SecretInts> sortedNumbers(SortingNetwork network, int keys) {
    List<SecretInts> moved = numbers;
    for (SortingNetwork.Layer layer : network.layers()) {
      List<SecretInts> words = words(moved.subList(0, keys));
      SecretBitVector swap =
          less(
              words.stream().map(layer::higher).toList(),
              words.stream().map(layer::lower).toList());
      moved = fitting(layer.apply(moved, (x, y) -> swap.asInts()));
    }
    return moved;
  }

  /** Returns rows of numbers in the order of their first columns, digit by digit; stable. */
  Pack radixSorted(int keys, String name) {
    RadixSort sort = new RadixSort(b, name);
    List<SecretInts> words = words(numbers.subList(0, keys));
    List<Bounds> known = words.stream().map(SecretInts::bounds).toList();
    List<SecretInts> moved = numbers;
    for (int i = 0; i < known.size(); i++) {
      List<SecretInts> all = new ArrayList<>();
      all.add(words(moved.subList(0, keys)).get(i));
      all.addAll(moved);
      IntType type = IntType.unsigned(Math.max(1, known.get(i).most().bitLength()));
      moved = fitting(sort.ascending(all, type).subList(1, all.size()));
    }
    return with(moved);
  }
}
