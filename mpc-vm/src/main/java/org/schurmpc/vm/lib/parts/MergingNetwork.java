package org.schurmpc.vm.lib.parts;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Batcher's odd-even merge of two sorted runs of any lengths (Knuth, The Art of Computer
 * Programming 3, section 5.3.4): merges the elements at odd places, beside them those at even
 * places, and compares neighbours. For two runs of n = 2^t elements it takes n t + 1 comparators in
 * t + 1 layers.
 *
 * @param network of the elements of both runs, one run behind the other
 * @param places where the network leaves the elements, the first one of the order first
 */
@SuppressWarnings("ArrayRecordComponent")
public record MergingNetwork(SortingNetwork network, int[] places) {
  /** Places in the order of what they hold, behind layers of comparators. */
  private record Part(List<Integer> order, List<List<SortingNetwork.Pair>> layers) {}

  /** Returns the network for runs of m and n elements, at least 1 each. */
  public static MergingNetwork of(int m, int n) {
    Part all = merge(range(0, m), range(m, m + n));
    int[] places = all.order.stream().mapToInt(i -> i).toArray();
    return new MergingNetwork(new SortingNetwork(m + n, all.layers), places);
  }

  private static List<Integer> range(int from, int to) {
    return IntStream.range(from, to).boxed().toList();
  }

  private static Part merge(List<Integer> x, List<Integer> y) {
    if (x.isEmpty() || y.isEmpty()) {
      return new Part(x.isEmpty() ? y : x, List.of());
    }
    if (x.size() == 1 && y.size() == 1) {
      SortingNetwork.Pair pair = new SortingNetwork.Pair(x.get(0), y.get(0));
      return new Part(List.of(pair.low(), pair.high()), List.of(List.of(pair)));
    }
    Part odd = merge(half(x, 0), half(y, 0));
    Part even = merge(half(x, 1), half(y, 1));
    List<List<SortingNetwork.Pair>> layers = beside(odd.layers, even.layers);
    List<SortingNetwork.Pair> neighbours = new ArrayList<>();
    List<Integer> order = new ArrayList<>(odd.order.subList(0, 1));
    for (int i = 0; i < Math.max(even.order.size(), odd.order.size() - 1); i++) {
      if (i < even.order.size()) {
        order.add(even.order.get(i));
      }
      if (i + 1 < odd.order.size()) {
        order.add(odd.order.get(i + 1));
      }
      if (i < even.order.size() && i + 1 < odd.order.size()) {
        neighbours.add(new SortingNetwork.Pair(even.order.get(i), odd.order.get(i + 1)));
      }
    }
    layers.add(neighbours);
    return new Part(order, layers);
  }

  private static List<Integer> half(List<Integer> places, int from) {
    return IntStream.range(0, places.size())
        .filter(i -> i % 2 == from)
        .mapToObj(places::get)
        .toList();
  }

  private static List<List<SortingNetwork.Pair>> beside(
      List<List<SortingNetwork.Pair>> x, List<List<SortingNetwork.Pair>> y) {
    List<List<SortingNetwork.Pair>> layers = new ArrayList<>();
    int depth = Math.max(x.size(), y.size());
    for (int i = 0; i < depth; i++) {
      List<SortingNetwork.Pair> layer = new ArrayList<>();
      addLayer(layer, x, i - depth + x.size());
      addLayer(layer, y, i - depth + y.size());
      layers.add(layer);
    }
    return layers;
  }

  private static void addLayer(
      List<SortingNetwork.Pair> to, List<List<SortingNetwork.Pair>> layers, int i) {
    if (i >= 0) {
      to.addAll(layers.get(i));
    }
  }
}
