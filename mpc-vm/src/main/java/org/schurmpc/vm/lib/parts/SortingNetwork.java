package org.schurmpc.vm.lib.parts;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BinaryOperator;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.SecretInts;

/**
 * Networks of comparators, layer by layer. A comparator leaves the element that comes first at the
 * lower place.
 */
public final class SortingNetwork {
  private final int n;
  private final List<List<Pair>> layers;

  SortingNetwork(int n, List<List<Pair>> layers) {
    this.n = n;
    this.layers = layers.stream().filter(layer -> !layer.isEmpty()).toList();
  }

  /** Two places that are compared, the lower one first. */
  public record Pair(int low, int high) {}

  /**
   * Returns Batcher's odd-even merge exchange (Knuth, The Art of Computer Programming 3, section
   * 5.2.2, algorithm M): sorts n elements in t (t + 1) / 2 layers with t = ⌈log2 n⌉.
   */
  public static SortingNetwork mergeExchange(int n) {
    List<List<Pair>> layers = new ArrayList<>();
    int top = Integer.highestOneBit(Math.max(1, n - 1));
    for (int p = top; n > 1 && p > 0; p /= 2) {
      layers.add(distant(n, p, 0, p));
      for (int q = top; q > p; q /= 2) {
        layers.add(distant(n, p, p, q - p));
      }
    }
    return new SortingNetwork(n, layers);
  }

  /** Returns the pairs of i and i + distance for which bit p of i is as in r. */
  private static List<Pair> distant(int n, int p, int r, int distance) {
    List<Pair> pairs = new ArrayList<>();
    for (int i = 0; i + distance < n; i++) {
      if ((i & p) == r) {
        pairs.add(new Pair(i, i + distance));
      }
    }
    return pairs;
  }

  /**
   * Returns a network that leaves the first k of n elements in order at the places 0 to k - 1:
   * blocks of the power of 2 from k on are sorted, and of each two blocks the first half remains.
   * This half is where one block meets the other in reverse order (Batcher's bitonic merge).
   *
   * @param k from 1 to n
   */
  public static SortingNetwork first(int n, int k) {
    int block = k == 1 ? 1 : 2 * Integer.highestOneBit(k - 1);
    if (block >= n) {
      return mergeExchange(n).reaching(range(k));
    }
    List<List<Pair>> layers = new ArrayList<>();
    for (List<Pair> layer : mergeExchange(block).layers) {
      layers.add(inBlocks(n, layer, block, block));
    }
    for (int stride = block; stride < n; stride *= 2) {
      layers.addAll(halved(n, block, stride));
    }
    return new SortingNetwork(n, layers).reaching(range(k));
  }

  private static int[] range(int k) {
    int[] range = new int[k];
    Arrays.setAll(range, i -> i);
    return range;
  }

  /** Repeats the pairs of a block in all blocks; beyond n there is nothing to compare. */
  private static List<Pair> inBlocks(int n, List<Pair> pairs, int block, int distance) {
    List<Pair> all = new ArrayList<>();
    for (int at = 0; at < n; at += distance) {
      for (Pair pair : pairs) {
        if (pair.high < block && at + pair.high < n) {
          all.add(new Pair(at + pair.low, at + pair.high));
        }
      }
    }
    return all;
  }

  /** Returns the layers that leave the first half of two sorted blocks, sorted. */
  private static List<List<Pair>> halved(int n, int block, int stride) {
    List<List<Pair>> layers = new ArrayList<>();
    List<Pair> meeting = new ArrayList<>();
    for (int at = 0; at + stride < n; at += 2 * stride) {
      for (int i = 0; i < block; i++) {
        int high = at + stride + block - 1 - i;
        if (high < n) {
          meeting.add(new Pair(at + i, high));
        }
      }
    }
    layers.add(meeting);
    for (int distance = block / 2; distance > 0; distance /= 2) {
      layers.add(inBlocks(n, distant(block, distance, 0, distance), block, 2 * stride));
    }
    return layers;
  }

  /** Returns the network without the comparators on which the elements at some places hang not. */
  public SortingNetwork reaching(int... places) {
    boolean[] needed = new boolean[n];
    for (int place : places) {
      needed[place] = true;
    }
    List<List<Pair>> kept = new ArrayList<>();
    for (int i = layers.size() - 1; i >= 0; i--) {
      List<Pair> pairs =
          layers.get(i).stream().filter(pair -> needed[pair.low] || needed[pair.high]).toList();
      for (Pair pair : pairs) {
        needed[pair.low] = true;
        needed[pair.high] = true;
      }
      kept.add(0, pairs);
    }
    return new SortingNetwork(n, kept);
  }

  /** Returns the number of comparators. */
  public long comparators() {
    return layers.stream().mapToLong(List::size).sum();
  }

  /** Returns the layers, none of which is empty. */
  public List<Layer> layers() {
    return layers.stream().map(pairs -> new Layer(n, pairs)).toList();
  }

  /**
   * A layer of a network on the rows of a table: pairs of rows that are exchanged or not, as secret
   * bits say, all in one vector. Takes a triple for each pair and column, and a round.
   */
  public static final class Layer {
    final int[] low;
    final int[] high;

    /** By row, whether it stays (0), is a pair's lower (1) or higher one (2). */
    final int[] role;

    /** By row, its own number or that of its pair. */
    final int[] place;

    /**
     * Creates a layer.
     *
     * @param n number of rows
     * @param pairs at least one; no row is in two of them
     */
    public Layer(int n, List<Pair> pairs) {
      low = pairs.stream().mapToInt(Pair::low).toArray();
      high = pairs.stream().mapToInt(Pair::high).toArray();
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

    /** Returns the elements of a column at the lower places of the pairs. */
    public SecretInts lower(SecretInts column) {
      return gather(column, low);
    }

    /** Returns the elements of a column at the higher places of the pairs. */
    public SecretInts higher(SecretInts column) {
      return gather(column, high);
    }

    /**
     * Exchanges rows by what their first columns say.
     *
     * @param swap of the lower and the higher elements of pairs, 1 for the pairs that are exchanged
     *     and 0 for others
     */
    public List<SecretInts> apply(List<SecretInts> columns, BinaryOperator<SecretInts> swap) {
      SecretInts first = columns.get(0);
      SecretInts bits = swap.apply(gather(first, low), gather(first, high));
      List<SecretInts> exchanged = new ArrayList<>();
      for (SecretInts column : columns) {
        SecretInts x = gather(column, low);
        SecretInts y = gather(column, high);
        SecretInts moved = bits.times(y.minus(x));
        IntType type = IntType.signed(column.width());
        SecretInts lower = x.plus(moved).assumeFits(type);
        SecretInts higher = y.minus(moved).assumeFits(type);
        exchanged.add(gather(List.of(column, lower, higher), role, place));
      }
      return exchanged;
    }
  }

  /**
   * Picks the elements of a vector at some places, in as few slices as there are runs of places.
   */
  public static SecretInts gather(SecretInts vector, int[] places) {
    return gather(List.of(vector), new int[places.length], places);
  }

  private static SecretInts gather(List<SecretInts> vectors, int[] vector, int[] place) {
    return SecretInts.join(
        runs(vector, place).stream()
            .map(run -> vectors.get(run.vector).slice(run.place, run.count))
            .toArray(SecretInts[]::new));
  }

  /** Elements in a row of one of several vectors. */
  record Run(int vector, int place, int count) {}

  /**
   * Returns the elements that are picked of several vectors, in as few runs as there are.
   *
   * @param vector by element of the result, the number of its vector
   * @param place by element of the result, its place there
   */
  static List<Run> runs(int[] vector, int[] place) {
    List<Run> runs = new ArrayList<>();
    int start = 0;
    for (int i = 1; i <= place.length; i++) {
      boolean continues =
          i < place.length && vector[i] == vector[i - 1] && place[i] == place[i - 1] + 1;
      if (!continues) {
        runs.add(new Run(vector[start], place[start], i - start));
        start = i;
      }
    }
    return runs;
  }
}
