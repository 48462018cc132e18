package org.schurmpc.vm.lib;

import java.util.List;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretBitVector;
import org.schurmpc.vm.lang.SecretInt;
import org.schurmpc.vm.lang.SecretInts;
import org.schurmpc.vm.lib.parts.SortingNetwork;

/**
 * The number of values that two vectors of secret integers have in common. A value counts once, how
 * often it may be in each vector. Exact, for values of any sign.
 *
 * <p>For m and n values, {@link Sorting} puts the m + n numbers 3 x and 3 y + 1 in order, and each
 * value in common makes one pair of neighbours with difference 1. This takes the sorting of values
 * that are 2 bits longer, and m + n - 1 tests by {@link Equality}. If m (m - 1) / 2 + m n is less
 * than the number of comparisons and tests, with m the lesser number, each value of one vector is
 * tested with all of the other and those before it.
 */
public final class Intersection {
  private final Sorting sorting;
  private final Equality equality;

  /** Creates the function for values of a program. */
  public Intersection(ProgramBuilder b) {
    sorting = new Sorting(b);
    equality = new Equality(b);
  }

  /** Returns the number of different values that are in both vectors. */
  public SecretInt size(SecretInts x, SecretInts y) {
    if (x.size() > y.size()) {
      return size(y, x);
    }
    long m = x.size();
    int both = Math.addExact(x.size(), y.size());
    long inOrder = SortingNetwork.mergeExchange(both).comparators() + both - 1;
    return m * (m - 1) / 2 + m * y.size() < inOrder ? byPairs(x, y) : byOrder(x, y);
  }

  private SecretInt byOrder(SecretInts x, SecretInts y) {
    IntType type = IntType.signed(Math.max(x.width(), y.width()) + 2);
    SecretInts marked = SecretInts.join(x.times(3), y.times(3).plus(1)).assumeFits(type);
    SecretInts sorted = sorting.ascending(List.of(marked)).get(0);
    int pairs = sorted.size() - 1;
    SecretInts steps = sorted.slice(1, pairs).minus(sorted.slice(0, pairs));
    return equality.of(steps, 1).asInts().sum();
  }

  /** Counts the values of x that equal one of y and none before them in x. */
  private SecretInt byPairs(SecretInts x, SecretInts y) {
    SecretInts sum = null;
    for (int i = 0; i < x.size(); i++) {
      SecretInts counts = isIn(x.get(i).asVector(), y).asInts();
      if (i > 0) {
        counts = isIn(x.get(i).asVector(), x.slice(0, i)).not().and(counts.assumeBits()).asInts();
      }
      sum = sum == null ? counts : SecretInts.join(sum, counts);
    }
    return sum.sum();
  }

  /** Returns whether a value is one of some values. */
  private SecretBitVector isIn(SecretInts value, SecretInts values) {
    SecretBitVector unequal = equality.isZero(values.minus(value)).not();
    while (unequal.size() > 1) {
      int half = unequal.size() / 2;
      SecretBitVector both = unequal.slice(0, half).and(unequal.slice(half, half));
      unequal =
          unequal.size() % 2 == 0 ? both : SecretBitVector.join(both, unequal.slice(2 * half, 1));
    }
    return unequal.not();
  }
}
