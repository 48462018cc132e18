package org.schurmpc.vm.compile;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.schurmpc.core.circuit.LookupTable;

/** Makes up a program from a seed: equal calls for equal seeds, whatever the values are. */
final class RandomWalk<S, C, I, G> {
  static final int INPUTS = 4;
  static final int ELEMENTS = 2;

  /** A permutation of the numbers of 2 bits. */
  static final LookupTable TABLE = new LookupTable(2, 2, new int[] {1, 3, 0, 2});

  static final int ARRAYS = 2;
  static final int CELLS = 6;
  static final int VARIABLES = 2;
  static final int OUTPUTS = 3;
  private static final int MOST_DEPTH = 3;

  private final Operations<S, C, I, G> to;
  private final Kind kind;
  private final List<S> secrets = new ArrayList<>();
  private final List<C> clear = new ArrayList<>();
  private final List<I> indices = new ArrayList<>();
  private final List<G> elements = new ArrayList<>();

  /** What stands in a program. */
  enum Kind {
    /** One basic block. */
    BLOCK,
    /** Variables, indices from opened values, and counted loops. */
    LOOPS,
    /** Branches and other loops, too. */
    CONTROL
  }

  RandomWalk(Operations<S, C, I, G> to, Kind kind) {
    this.to = to;
    this.kind = kind;
  }

  void walk(long seed, int steps) {
    Random random = new Random(seed);
    for (int i = 0; i < INPUTS; i++) {
      secrets.add(to.input(i));
    }
    for (int i = 0; i < ELEMENTS; i++) {
      elements.add(to.elementInput(i));
    }
    clear.add(to.reveal(secrets.get(0)));
    // The compiler folds constants: a constant index is a fixed place.
    indices.add(kind != Kind.BLOCK ? to.constant(3) : to.index(clear.get(0), 4));
    walk(random, steps, 0);
    for (int i = 0; i < OUTPUTS; i++) {
      to.output(i, secrets.get(secrets.size() - 1 - i));
    }
    to.outputElement(elements.get(elements.size() - 1));
  }

  private static <T> T pick(Random random, List<T> from) {
    // Recent values more often, for deep graphs.
    int back = random.nextBoolean() ? Math.min(4, from.size()) : from.size();
    return from.get(from.size() - 1 - random.nextInt(back));
  }

  private void walk(Random random, int steps, int depth) {
    for (int i = 0; i < steps; i++) {
      int next = random.nextInt(kind == Kind.BLOCK ? 22 : 30);
      if (next < 8) {
        arithmetic(random, next);
      } else if (next < 16) {
        memoryAndOpening(random, next);
      } else if (next < 18) {
        vectors(random, next == 16);
      } else if (next < 22) {
        elements(random, next - 18);
      } else if (next < 26) {
        variablesAndIndices(random, next - 6);
      } else if (depth < MOST_DEPTH) {
        nested(random, kind == Kind.LOOPS ? 20 : next - 6, steps / 2, depth);
      }
    }
  }

  private void arithmetic(Random random, int kind) {
    S x = pick(random, secrets);
    S y = pick(random, secrets);
    long small = 2L + random.nextInt(1000);
    secrets.add(
        switch (kind) {
          case 0 -> to.plus(x, y);
          case 1 -> to.minus(x, y);
          case 2 -> to.plus(x, small);
          case 3 -> to.times(x, small);
          case 4 -> to.square(x);
          case 5 -> to.timesPublic(x, pick(random, clear));
          default -> to.times(x, y);
        });
  }

  private List<S> vector(Random random, int n) {
    List<S> vector = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      vector.add(pick(random, secrets));
    }
    return vector;
  }

  private void vectors(Random random, boolean dot) {
    int n = 1 + random.nextInt(5);
    List<S> x = vector(random, n);
    secrets.add(
        dot
            ? to.dot(x, vector(random, n))
            : to.scaled(x, pick(random, secrets), random.nextInt(n)));
  }

  private void elements(Random random, int next) {
    G x = pick(random, elements);
    G y = pick(random, elements);
    elements.add(
        switch (next) {
          case 0 -> to.plusElement(x, y);
          case 1 -> to.timesElement(x, y);
          case 2 -> to.lookUp(random.nextBoolean());
          default -> to.revealElement(x, y);
        });
  }

  private void memoryAndOpening(Random random, int kind) {
    int array = random.nextInt(ARRAYS);
    int cell = random.nextInt(CELLS);
    boolean indexed = random.nextInt(4) == 0;
    S x = pick(random, secrets);
    I index = to.mod(pick(random, indices), CELLS);
    switch (kind) {
      case 8, 9 -> secrets.add(indexed ? to.loadAt(array, index) : to.load(array, cell));
      case 10, 11 -> {
        if (indexed) {
          to.storeAt(array, index, x);
        } else {
          to.store(array, cell, x);
        }
      }
      case 12, 13 -> clear.add(to.reveal(x));
      case 14 ->
          clear.add(
              random.nextBoolean()
                  ? to.plusClear(pick(random, clear), pick(random, clear))
                  : to.timesClear(pick(random, clear), 2 + random.nextInt(9)));
      default -> indices.add(to.index(pick(random, clear), 4));
    }
  }

  private void variablesAndIndices(Random random, int kind) {
    switch (kind) {
      case 16 -> secrets.add(to.variable(random.nextInt(VARIABLES)));
      case 17 -> to.setVariable(random.nextInt(VARIABLES), pick(random, secrets));
      case 18 -> indices.add(to.index(pick(random, clear), 4));
      default -> {
        indices.add(to.plusIndex(pick(random, indices), to.constant(random.nextInt(3))));
        to.print(pick(random, indices));
      }
    }
  }

  private void nested(Random random, int kind, int steps, int depth) {
    long seed = random.nextLong();
    I x = pick(random, indices);
    I y = pick(random, indices);
    switch (kind) {
      case 20 -> to.repeat(random.nextInt(4), index -> scope(seed, steps, depth, index));
      case 21, 22 ->
          to.choose(
              to.lessThan(x, y),
              () -> scope(seed, steps, depth, x),
              () -> scope(seed + 1, steps, depth, y));
      default -> to.countDown(to.mod(x, 3), index -> scope(seed, steps, depth, index));
    }
  }

  /** Runs a body, whose values are gone afterwards. */
  private void scope(long seed, int steps, int depth, I index) {
    int secretCount = secrets.size();
    int clearCount = clear.size();
    int indexCount = indices.size();
    int elementCount = elements.size();
    indices.add(index);
    walk(new Random(seed), steps, depth + 1);
    secrets.subList(secretCount, secrets.size()).clear();
    clear.subList(clearCount, clear.size()).clear();
    indices.subList(indexCount, indices.size()).clear();
    elements.subList(elementCount, elements.size()).clear();
  }
}
