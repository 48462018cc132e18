package org.schurmpc.vm.lib;

import java.util.ArrayList;
import java.util.List;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretInts;

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
    if (columns.stream().mapToInt(SecretInts::size).distinct().count() != 1) {
      throw new IllegalArgumentException("a table has columns of one length, and at least one");
    }
    int n = columns.get(0).size();
    List<SecretInts> sorted = columns;
    int top = Integer.highestOneBit(Math.max(1, n - 1));
    for (int p = top; n > 1 && p > 0; p /= 2) {
      sorted = layer(sorted, new Layer(n, p, 0, p));
      for (int q = top; q > p; q /= 2) {
        sorted = layer(sorted, new Layer(n, p, p, q - p));
      }
    }
    return sorted;
  }

  /**
   * A layer of the network: exchanges place i with i + distance if bit p of i is as in r.
   *
   * @param n number of places
   */
  private record Layer(int n, int p, int r, int distance) {
    boolean isLow(int i) {
      return i >= 0 && i + distance < n && (i & p) == r;
    }

    /** Whether a place is the same as the one before: low, high or untouched. */
    private boolean continues(int i) {
      return isLow(i) == isLow(i - 1) && isLow(i - distance) == isLow(i - 1 - distance);
    }

    /** Returns the first places of runs of places that are alike, and n. */
    List<Integer> starts() {
      List<Integer> starts = new ArrayList<>(List.of(0));
      for (int i = 1; i < n; i++) {
        if (!continues(i)) {
          starts.add(i);
        }
      }
      starts.add(n);
      return starts;
    }
  }

  private List<SecretInts> layer(List<SecretInts> columns, Layer layer) {
    List<SecretInts> low = new ArrayList<>();
    List<SecretInts> high = new ArrayList<>();
    for (SecretInts column : columns) {
      low.add(lows(column, layer, 0));
      high.add(lows(column, layer, layer.distance));
    }
    SecretInts swap = comparison.lessThan(high.get(0), low.get(0)).asInts();
    List<SecretInts> exchanged = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      SecretInts x = low.get(i);
      SecretInts y = high.get(i);
      SecretInts moved = swap.times(y.minus(x));
      exchanged.add(
          placed(columns.get(i), layer, narrow(x.plus(moved), x), narrow(y.minus(moved), y)));
    }
    return exchanged;
  }

  private static SecretInts narrow(SecretInts value, SecretInts to) {
    return value.assumeFits(IntType.signed(to.width()));
  }

  /** Returns the elements at the low places plus a distance. */
  private static SecretInts lows(SecretInts column, Layer layer, int distance) {
    List<SecretInts> pieces = new ArrayList<>();
    List<Integer> starts = layer.starts();
    for (int i = 0; i + 1 < starts.size(); i++) {
      int start = starts.get(i);
      if (layer.isLow(start)) {
        pieces.add(column.slice(start + distance, starts.get(i + 1) - start));
      }
    }
    return SecretInts.join(pieces.toArray(SecretInts[]::new));
  }

  /** Returns the column with the lesser and greater elements at their places. */
  private static SecretInts placed(
      SecretInts column, Layer layer, SecretInts low, SecretInts high) {
    List<SecretInts> pieces = new ArrayList<>();
    List<Integer> starts = layer.starts();
    int lowAt = 0;
    int highAt = 0;
    for (int i = 0; i + 1 < starts.size(); i++) {
      int start = starts.get(i);
      int n = starts.get(i + 1) - start;
      if (layer.isLow(start)) {
        pieces.add(low.slice(lowAt, n));
        lowAt += n;
      } else if (layer.isLow(start - layer.distance)) {
        pieces.add(high.slice(highAt, n));
        highAt += n;
      } else {
        pieces.add(column.slice(start, n));
      }
    }
    return SecretInts.join(pieces.toArray(SecretInts[]::new));
  }
}
