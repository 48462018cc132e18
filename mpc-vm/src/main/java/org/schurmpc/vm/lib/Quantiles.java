package org.schurmpc.vm.lib;

import java.util.Arrays;
import java.util.List;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretInt;
import org.schurmpc.vm.lang.SecretInts;
import org.schurmpc.vm.lib.parts.SortingNetwork;

/**
 * Median and quantiles of secret integers: the network of {@link Sorting} without the comparators
 * that the places asked for do not need. Exact; each result is one of the values.
 *
 * <p>Takes at most the layers and comparisons of sorting.
 */
public final class Quantiles {
  private final Sorting sorting;

  /** Creates the functions for values of a program. */
  public Quantiles(ProgramBuilder b) {
    sorting = new Sorting(b);
  }

  /** Returns the median: the value of rank (n + 1) / 2, rounded down, which is the lower of two. */
  public SecretInt median(SecretInts values) {
    return atRanks(values, (values.size() + 1) / 2).get(0);
  }

  /**
   * Returns a quantile by the nearest rank: the least value that a part of the values does not
   * exceed.
   *
   * @param numerator of the part, from 1 to the denominator
   */
  public SecretInt quantile(SecretInts values, int numerator, int denominator) {
    if (numerator < 1 || numerator > denominator) {
      throw new IllegalArgumentException(
          "a quantile is above 0 and at most 1, not %d/%d".formatted(numerator, denominator));
    }
    long rank = ((long) numerator * values.size() + denominator - 1) / denominator;
    return atRanks(values, (int) rank).get(0);
  }

  /**
   * Returns the values of some ranks, in one network.
   *
   * @param ranks from 1, the least value, to n
   */
  public SecretInts atRanks(SecretInts values, int... ranks) {
    int n = values.size();
    for (int rank : ranks) {
      if (rank < 1 || rank > n) {
        throw new IllegalArgumentException("%d values have no rank %d".formatted(n, rank));
      }
    }
    int[] places = Arrays.stream(ranks).map(rank -> rank - 1).toArray();
    SortingNetwork network = SortingNetwork.mergeExchange(n).reaching(places);
    return sorting.along(network, List.of(values), false, places).get(0);
  }
}
