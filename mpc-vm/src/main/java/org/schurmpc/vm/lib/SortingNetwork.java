package org.schurmpc.vm.lib;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Networks of comparators, layer by layer. A comparator leaves the element that comes first at the
 * lower place.
 */
final class SortingNetwork {
  private final int n;
  private final List<List<Pair>> layers;

  private SortingNetwork(int n, List<List<Pair>> layers) {
    this.n = n;
    this.layers = layers.stream().filter(layer -> !layer.isEmpty()).toList();
  }

  /** Two places that are compared, the lower one first. */
  record Pair(int low, int high) {}

  /**
   * Returns Batcher's odd-even merge exchange (Knuth, The Art of Computer Programming 3, section
   * 5.2.2, algorithm M): sorts n elements in t (t + 1) / 2 layers with t = ⌈log2 n⌉.
   */
  static SortingNetwork mergeExchange(int n) {
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
  static SortingNetwork first(int n, int k) {
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
  SortingNetwork reaching(int... places) {
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
  long comparators() {
    return layers.stream().mapToLong(List::size).sum();
  }

  /** Returns the layers, none of which is empty. */
  List<ExchangeLayer> layers() {
    return layers.stream().map(pairs -> new ExchangeLayer(n, pairs)).toList();
  }
}
