package org.schurmpc.service.control;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Chooses what happens next in a model: at random, or every way after the other. */
interface Choices {
  /** Returns a number below the bound. */
  int next(int bound);

  /** Choices of a seed. */
  static Choices random(long seed) {
    Random random = new Random(seed);
    return random::nextInt;
  }

  /** All ways, by depth first; of each way a model is run from its start. */
  final class All implements Choices {
    private final List<int[]> path = new ArrayList<>(); // choice and bound
    private final int depth;
    private int at;

    /**
     * Creates choices.
     *
     * @param depth number of choices that are made in every way; all further ones are the first
     */
    All(int depth) {
      this.depth = depth;
    }

    @Override
    public int next(int bound) {
      if (at >= depth) {
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

    /** Goes to the next way; false if there is none. */
    boolean advance() {
      at = 0;
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
