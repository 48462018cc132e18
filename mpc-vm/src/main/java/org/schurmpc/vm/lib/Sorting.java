package org.schurmpc.vm.lib;

import java.util.List;
import java.util.function.BinaryOperator;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretInts;
import org.schurmpc.vm.lib.parts.SortingNetwork;

/**
 * Sorts secret integers by Batcher's odd-even merge exchange (Knuth, The Art of Computer
 * Programming 3, section 5.2.2, algorithm M), for any number of values. Comparisons of a layer of
 * the network are one vector.
 *
 * <p>For n values there are t (t + 1) / 2 layers with t = ⌈log2 n⌉; a layer takes the rounds of a
 * {@link Comparison} and one more. Each comparison takes a triple more for each column.
 */
public final class Sorting {
  private final Comparison comparison;

  /** Creates the sorting of values of a program. */
  public Sorting(ProgramBuilder b) {
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
    return along(SortingNetwork.mergeExchange(rows(columns)), columns, false);
  }

  /** Returns the number of rows of a table. */
  static int rows(List<SecretInts> columns) {
    if (columns.stream().mapToInt(SecretInts::size).distinct().count() != 1) {
      throw new IllegalArgumentException("a table has columns of one length, and at least one");
    }
    return columns.get(0).size();
  }

  /**
   * Returns what a network leaves of rows.
   *
   * @param descending whether those with greater first values are left at lower places
   */
  List<SecretInts> along(SortingNetwork network, List<SecretInts> columns, boolean descending) {
    BinaryOperator<SecretInts> swap =
        (low, high) ->
            (descending ? comparison.lessThan(low, high) : comparison.lessThan(high, low)).asInts();
    List<SecretInts> sorted = columns;
    for (SortingNetwork.Layer layer : network.layers()) {
      sorted = layer.apply(sorted, swap);
    }
    return sorted;
  }
}
