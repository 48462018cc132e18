package org.schurmpc.vm.lib;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.stream.IntStream;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretBitVector;
import org.schurmpc.vm.lang.SecretInts;
import org.schurmpc.vm.lib.parts.BitNumbers;
import org.schurmpc.vm.lib.parts.BitRows;
import org.schurmpc.vm.lib.parts.SortingNetwork;

/**
 * Sorts secret integers by Batcher's odd-even merge exchange (Knuth, The Art of Computer
 * Programming 3, section 5.2.2, algorithm M), for any number of values. Comparisons of a layer of
 * the network are one vector.
 *
 * <p>For n values there are t (t + 1) / 2 layers with t = ⌈log2 n⌉; a layer takes the rounds of a
 * {@link Comparison} and one more. Each comparison takes a triple more for each column.
 *
 * <p>If the program has bits in TinyOT, and the network more comparators than there are rows, the
 * bits of all columns are taken apart before the first layer, and become numbers after the last
 * one. In between there are ANDs alone, as {@link BitRows} says.
 */
public final class Sorting {
  private final ProgramBuilder b;
  private final Comparison comparison;

  /** Creates the sorting of values of a program. */
  public Sorting(ProgramBuilder b) {
    this.b = b;
    comparison = new Comparison(b);
  }

  /** Returns the values in ascending order. */
  public SecretInts ascending(SecretInts values) {
    return ascending(List.of(values)).get(0);
  }

  /**
   * Returns the rows of a table in ascending order of their first column. The order of rows with
   * equal values there is not defined.
   *
   * @param columns one or more vectors of one length
   * @throws IllegalArgumentException if there is no column, or their lengths differ
   */
  public List<SecretInts> ascending(List<SecretInts> columns) {
    int n = rows(columns);
    return along(SortingNetwork.mergeExchange(n), columns, false, IntStream.range(0, n).toArray());
  }

  /** Returns the number of rows of a table. */
  static int rows(List<SecretInts> columns) {
    if (columns.stream().mapToInt(SecretInts::size).distinct().count() != 1) {
      throw new IllegalArgumentException("a table has columns of one length, and at least one");
    }
    return columns.get(0).size();
  }

  /**
   * Returns the rows at some places of what a network leaves.
   *
   * @param descending whether those with greater first values are left at lower places
   */
  List<SecretInts> along(
      SortingNetwork network, List<SecretInts> columns, boolean descending, int... places) {
    if (inBits(network, columns, places.length)) {
      return alongBits(network, columns, descending, places);
    }
    BinaryOperator<SecretInts> swap =
        (low, high) ->
            (descending ? comparison.lessThan(low, high) : comparison.lessThan(high, low)).asInts();
    List<SecretInts> sorted = columns;
    for (SortingNetwork.Layer layer : network.layers()) {
      sorted = layer.apply(sorted, swap);
    }
    return sorted.stream().map(each -> SortingNetwork.gather(each, places)).toList();
  }

  /**
   * Whether rows are put in order as bits in TinyOT. To make bits of a value, and a number of them
   * again, takes about as much material as comparing it as a number.
   */
  private boolean inBits(SortingNetwork network, List<SecretInts> columns, int places) {
    boolean room =
        columns.stream().allMatch(each -> b.hasRoomForBits(each.width() - 1 + b.sigmaMask()));
    return room && network.comparators() >= (long) rows(columns) + places;
  }

  private List<SecretInts> alongBits(
      SortingNetwork network, List<SecretInts> columns, boolean descending, int... places) {
    BitDecomposition decomposition = new BitDecomposition(b);
    List<SecretBitVector> planes = new ArrayList<>();
    for (SecretInts column : columns) {
      List<SecretBitVector> bits = decomposition.lowest(column, bits(column));
      planes.addAll(bits);
      if (isSigned(column)) {
        // Numbers from -2^(w-1) on are in the order of these numbers plus 2^(w-1).
        planes.set(planes.size() - 1, bits.get(bits.size() - 1).not());
      }
    }
    BitRows rows = BitRows.of(planes, bits(columns.get(0)));
    for (SortingNetwork.Layer layer : network.layers()) {
      rows = rows.exchanged(layer, descending);
    }
    List<SecretBitVector> sorted = rows.at(places).planes();
    List<SecretInts> result = new ArrayList<>();
    int from = 0;
    for (SecretInts column : columns) {
      int to = from + bits(column);
      SecretInts number = BitNumbers.of(b, sorted.subList(from, to));
      if (isSigned(column)) {
        number = number.minus(b.clear(BigInteger.TWO.pow(column.width() - 1)).asVector());
      }
      result.add(number.assumeFits(column.bounds()));
      from = to;
    }
    return result;
  }

  private static boolean isSigned(SecretInts column) {
    return column.bounds().least().signum() < 0;
  }

  private static int bits(SecretInts column) {
    return isSigned(column) ? column.width() : Math.max(1, column.width() - 1);
  }
}
