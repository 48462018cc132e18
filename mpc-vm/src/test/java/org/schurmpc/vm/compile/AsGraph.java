package org.schurmpc.vm.compile;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Draws the graph of a random program's basic block and finds its longest path, by looking at all
 * pairs of instructions.
 */
final class AsGraph implements Operations<Integer, Integer, Integer, Integer> {
  private static final int NONE = -1;
  private static final int ANY = -2;

  /** An instruction: its sources, whether it needs a round, and what memory it accesses. */
  private record Node(List<Integer> sources, boolean opening, int array, int cell, boolean store) {}

  private final List<Node> nodes = new ArrayList<>();

  private int add(boolean opening, Integer... sources) {
    nodes.add(new Node(List.of(sources), opening, NONE, NONE, false));
    return nodes.size() - 1;
  }

  private int access(int array, int cell, boolean store, Integer... sources) {
    nodes.add(new Node(List.of(sources), false, array, cell, store));
    return nodes.size() - 1;
  }

  private boolean depends(int later, int earlier) {
    Node x = nodes.get(later);
    Node y = nodes.get(earlier);
    boolean cells = x.cell == y.cell || x.cell == ANY || y.cell == ANY;
    boolean ordered = x.array != NONE && x.array == y.array && cells && (x.store || y.store);
    return ordered || x.sources.contains(earlier);
  }

  /** Returns the number of openings on the longest path. */
  int longestPath() {
    int[] lengths = new int[nodes.size()];
    int longest = 0;
    for (int node = 0; node < lengths.length; node++) {
      for (int earlier = 0; earlier < node; earlier++) {
        if (depends(node, earlier)) {
          lengths[node] = Math.max(lengths[node], lengths[earlier]);
        }
      }
      lengths[node] += nodes.get(node).opening ? 1 : 0;
      longest = Math.max(longest, lengths[node]);
    }
    return longest;
  }

  @Override
  public Integer input(int number) {
    return add(false);
  }

  @Override
  public Integer plus(Integer x, Integer y) {
    return add(false, x, y);
  }

  @Override
  public Integer minus(Integer x, Integer y) {
    return add(false, x, y);
  }

  @Override
  public Integer times(Integer x, Integer y) {
    return add(true, x, y);
  }

  @Override
  public Integer timesPublic(Integer x, Integer y) {
    return add(false, x, y);
  }

  @Override
  public Integer plusClear(Integer x, Integer y) {
    return add(false, x, y);
  }

  @Override
  public Integer timesClear(Integer x, long y) {
    return add(false, x);
  }

  @Override
  public Integer plusIndex(Integer x, Integer y) {
    return add(false, x, y);
  }

  @Override
  public Integer square(Integer x) {
    return add(true, x);
  }

  @Override
  public Integer plus(Integer x, long y) {
    return add(false, x);
  }

  @Override
  public Integer times(Integer x, long y) {
    return add(false, x);
  }

  @Override
  public Integer reveal(Integer x) {
    return add(true, x);
  }

  @Override
  public Integer index(Integer x, int bits) {
    return add(false, x);
  }

  @Override
  public Integer constant(long x) {
    return add(false);
  }

  @Override
  public Integer lessThan(Integer x, Integer y) {
    return add(false, x, y);
  }

  @Override
  public Integer mod(Integer x, long y) {
    return add(false, x);
  }

  @Override
  public Integer load(int array, int cell) {
    return access(array, cell, false);
  }

  @Override
  public void store(int array, int cell, Integer x) {
    access(array, cell, true, x);
  }

  @Override
  public Integer loadAt(int array, Integer cell) {
    return access(array, ANY, false, cell);
  }

  @Override
  public void storeAt(int array, Integer cell, Integer x) {
    access(array, ANY, true, cell, x);
  }

  @Override
  public void output(int number, Integer x) {
    add(false, x);
  }

  @Override
  public void print(Integer x) {
    add(false, x);
  }

  @Override
  public Integer variable(int number) {
    throw new UnsupportedOperationException("in a basic block");
  }

  @Override
  public void setVariable(int number, Integer x) {
    throw new UnsupportedOperationException("in a basic block");
  }

  @Override
  public void repeat(int n, Consumer<Integer> body) {
    throw new UnsupportedOperationException("in a basic block");
  }

  @Override
  public void choose(Integer condition, Runnable then, Runnable otherwise) {
    throw new UnsupportedOperationException("in a basic block");
  }

  @Override
  public void countDown(Integer from, Consumer<Integer> body) {
    throw new UnsupportedOperationException("in a basic block");
  }

  private static Integer[] all(List<Integer> x, List<Integer> y) {
    List<Integer> all = new ArrayList<>(x);
    all.addAll(y);
    return all.toArray(Integer[]::new);
  }

  @Override
  public Integer dot(List<Integer> x, List<Integer> y) {
    return add(true, all(x, y));
  }

  @Override
  public Integer scaled(List<Integer> x, Integer y, int element) {
    return add(true, all(x, List.of(y)));
  }

  @Override
  public Integer elementInput(int number) {
    return add(false);
  }

  @Override
  public Integer plusElement(Integer x, Integer y) {
    return add(false, x, y);
  }

  @Override
  public Integer timesElement(Integer x, Integer y) {
    return add(true, x, y);
  }

  @Override
  public Integer revealElement(Integer x, Integer y) {
    return add(false, add(true, x), x, y);
  }

  @Override
  public Integer lookUp(boolean twice) {
    int once = add(true);
    return twice ? add(true, once) : once;
  }

  @Override
  public void outputElement(Integer x) {
    add(false, x);
  }
}
