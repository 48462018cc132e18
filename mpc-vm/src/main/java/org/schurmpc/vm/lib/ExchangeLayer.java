package org.schurmpc.vm.lib;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BinaryOperator;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.SecretInts;

/**
 * A layer of a network on the rows of a table: pairs of rows that are exchanged or not, as secret
 * bits say, all in one vector. Takes a triple for each pair and column, and a round.
 */
final class ExchangeLayer {
  private final int[] low;
  private final int[] high;

  /** By row, whether it stays (0), is a pair's lower (1) or higher one (2). */
  private final int[] role;

  /** By row, its own number or that of its pair. */
  private final int[] place;

  /**
   * Creates a layer.
   *
   * @param n number of rows
   * @param pairs at least one; no row is in two of them
   */
  ExchangeLayer(int n, List<SortingNetwork.Pair> pairs) {
    low = pairs.stream().mapToInt(SortingNetwork.Pair::low).toArray();
    high = pairs.stream().mapToInt(SortingNetwork.Pair::high).toArray();
    role = new int[n];
    place = new int[n];
    Arrays.setAll(place, i -> i);
    for (int i = 0; i < low.length; i++) {
      role[low[i]] = 1;
      place[low[i]] = i;
      role[high[i]] = 2;
      place[high[i]] = i;
    }
  }

  /**
   * Exchanges rows by what their first columns say.
   *
   * @param swap of the lower and the higher elements of pairs, 1 for the pairs that are exchanged
   *     and 0 for others
   */
  List<SecretInts> apply(List<SecretInts> columns, BinaryOperator<SecretInts> swap) {
    SecretInts first = columns.get(0);
    SecretInts bits = swap.apply(Gather.of(first, low), Gather.of(first, high));
    List<SecretInts> exchanged = new ArrayList<>();
    for (SecretInts column : columns) {
      SecretInts x = Gather.of(column, low);
      SecretInts y = Gather.of(column, high);
      SecretInts moved = bits.times(y.minus(x));
      IntType type = IntType.signed(column.width());
      SecretInts lower = x.plus(moved).assumeFits(type);
      SecretInts higher = y.minus(moved).assumeFits(type);
      exchanged.add(Gather.of(List.of(column, lower, higher), role, place));
    }
    return exchanged;
  }
}
