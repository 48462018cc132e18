package org.schurmpc.service.control;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Chooses what happens next in a model: at random, or every way after the other. */
interface Choices {
  /** Returns a number below the bound. */
  int next(int bound);

  /** Returns whether faults are among what can happen next. */
  default boolean faulty() {
    return true;
  }

  /** Choices of a seed, with a fault now and then: not all of them at the start. */
  static Choices random(long seed) {
    Random random = new Random(seed);
    return new Choices() {
      @Override
      public int next(int bound) {
        return random.nextInt(bound);
      }

      @Override
      public boolean faulty() {
        return random.nextInt(8) == 0;
      }
    };
  }

  /** All ways, by depth first; of each way a model is run from its start. */
  final class All implements Choices {
    private final List<int[]> path = new ArrayList<>(); // choice and bound
    private final int prefix;
    private final int depth;
    private int made;
    private int at;

    /**
     * Creates choices.
     *
     * @param prefix number of choices before, each of which is the first
     * @param depth number of choices that are made in every way; all further ones are the first
     */
    All(int prefix, int depth) {
      this.prefix = prefix;
      this.depth = depth;
    }

    @Override
    public int next(int bound) {
      if (made++ < prefix || at >= depth) {
        return 0;
      }
      if (at == path.size()) {
        path.add(new int[] {0, bound});
      }
      if (path.get(at)[1] != bound) {
        throw new IllegalStateException("a model that is not a function of its choices");
      }
      return path.get(at++)[0];
    }

    /** Returns whether any choice was made after the prefix. */
    boolean reached() {
      return !path.isEmpty();
    }

    /** Goes to the next way; false if there is none. */
    boolean advance() {
      at = 0;
      made = 0;
      for (int last = path.size() - 1; last >= 0; last--) {
        if (++path.get(last)[0] < path.get(last)[1]) {
          return true;
        }
        path.remove(last);
      }
      return false;
    }
  }
}
