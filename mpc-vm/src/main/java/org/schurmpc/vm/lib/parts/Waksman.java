package org.schurmpc.vm.lib.parts;

import java.util.ArrayList;
import java.util.List;

/**
 * The permutation network of Waksman (A permutation network, JACM 1968) for any number n of places
 * (Beauquier, Darrot: On arbitrary size Waksman networks and their vulnerability, 2002). Each
 * permutation has settings of its switches.
 *
 * <p>A network on the places from..from + n - 1 has switches between place i of its first half and
 * place i of its second one, a network on each half, and switches as the first ones, without the
 * last of these if n is even. If n is odd, the last place belongs to the second half and has no
 * switch.
 */
public final class Waksman {
  private final int n;
  private final List<List<SortingNetwork.Pair>> layers = new ArrayList<>();

  /**
   * Creates a network.
   *
   * @param n number of places, at least 1
   */
  public Waksman(int n) {
    this.n = n;
    int depth = n == 1 ? 0 : 2 * (Integer.SIZE - Integer.numberOfLeadingZeros(n - 1)) - 1;
    for (int i = 0; i < depth; i++) {
      layers.add(new ArrayList<>());
    }
    build(0, n, 0);
  }

  private void build(int from, int size, int level) {
    int half = size / 2;
    for (int i = 0; i < half; i++) {
      layers.get(level).add(new SortingNetwork.Pair(from + i, from + half + i));
    }
    if (size > 2) {
      build(from, half, level + 1);
      build(from + half, size - half, level + 1);
      for (int i = 0; i < lastSwitches(size); i++) {
        last(level).add(new SortingNetwork.Pair(from + i, from + half + i));
      }
    }
  }

  private static int lastSwitches(int size) {
    return (size - 1) / 2;
  }

  private List<SortingNetwork.Pair> last(int level) {
    return layers.get(layers.size() - 1 - level);
  }

  /** Returns the number of switches of a network on n places. */
  public static long switches(int n) {
    return n < 2 ? 0 : n == 2 ? 1 : n / 2 + lastSwitches(n) + switches(n / 2) + switches(n - n / 2);
  }

  /** Returns the switches of each layer; a network on one place has no layer. */
  public List<List<SortingNetwork.Pair>> layers() {
    return layers;
  }

  /**
   * Returns which switches exchange, layer by layer, so that the network carries out a permutation.
   *
   * @param destination by place, where its element goes
   */
  public boolean[] settings(int... destination) {
    boolean[][] crossed = new boolean[layers.size()][n];
    route(0, destination, 0, crossed);
    boolean[] all = new boolean[Math.toIntExact(switches(n))];
    int next = 0;
    for (int layer = 0; layer < crossed.length; layer++) {
      for (SortingNetwork.Pair pair : layers.get(layer)) {
        all[next++] = crossed[layer][pair.low()];
      }
    }
    return all;
  }

  private void route(int from, int[] destination, int level, boolean[][] crossed) {
    int size = destination.length;
    if (size == 1) {
      return;
    }
    if (size == 2) {
      crossed[level][from] = destination[0] == 1;
      return;
    }
    int half = size / 2;
    int[] origin = new int[size];
    for (int i = 0; i < size; i++) {
      origin[destination[i]] = i;
    }
    boolean[] second = secondHalf(destination, origin);
    int[][] inner = {new int[half], new int[size - half]};
    for (int i = 0; i < size; i++) {
      inner[second[i] ? 1 : 0][inHalf(i, half)] = inHalf(destination[i], half);
    }
    for (int i = 0; i < half; i++) {
      crossed[level][from + i] = second[i];
      if (i < lastSwitches(size)) {
        crossed[layers.size() - 1 - level][from + i] = second[origin[i]];
      }
    }
    route(from, inner[0], level + 1, crossed);
    route(from + half, inner[1], level + 1, crossed);
  }

  /** Returns the number of a place in its half. */
  private static int inHalf(int place, int half) {
    return place < half ? place : place - half;
  }

  /**
   * Returns by element whether it takes the second half: of two elements that share a first or a
   * last switch, one does.
   */
  private static boolean[] secondHalf(int[] destination, int[] origin) {
    int size = destination.length;
    int half = size / 2;
    boolean[] second = new boolean[size];
    boolean[] known = new boolean[size];
    // The place without a first or a last switch is in the second half.
    follow(size % 2 == 1 ? size - 1 : origin[size - 1], destination, origin, second, known);
    for (int i = 0; i < half; i++) {
      follow(i, destination, origin, second, known);
    }
    return second;
  }

  /** Settles an element for the second half, and all that follows. */
  private static void follow(
      int first, int[] destination, int[] origin, boolean[] second, boolean[] known) {
    int half = destination.length / 2;
    int element = first;
    while (element >= 0 && !known[element]) {
      known[element] = true;
      second[element] = true;
      int partner = partner(destination[element], half);
      if (partner < 0 || known[origin[partner]]) {
        return;
      }
      known[origin[partner]] = true;
      element = partner(origin[partner], half);
    }
  }

  /** Returns the place with which a place shares a switch, or -1. */
  private static int partner(int place, int half) {
    return place == 2 * half ? -1 : place < half ? place + half : place - half;
  }
}
