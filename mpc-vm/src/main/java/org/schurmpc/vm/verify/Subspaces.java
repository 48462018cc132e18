package org.schurmpc.vm.verify;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.schurmpc.core.field.Field;

/**
 * Subspaces over F2 of a field of characteristic 2, by number. They describe what elements can be:
 * sums, products and linear maps of elements are in the sums, products and images of their
 * subspaces. Those of more than {@value #MOST} dimensions are all {@link #ANY}.
 */
final class Subspaces {
  /** The whole field. */
  static final int ANY = -1;

  /** The subspace of 0 alone. */
  static final int ZERO = 0;

  private static final int MOST = 32;

  /** Number of subspaces that are told apart; further ones are {@link #ANY}. */
  private static final int SPACES = 1 << 16;

  private final Field field;
  private final int limbs;

  /** By number: elements that span the subspace, in reduced echelon form, one after the other. */
  private final List<long[]> bases = new ArrayList<>();

  private final Map<List<Long>, Integer> numbers = new HashMap<>();
  private final Map<Pair, Integer> sums = new HashMap<>();
  private final Map<Pair, Integer> products = new HashMap<>();

  private record Pair(int a, int b) {}

  Subspaces(Field field) {
    this.field = field;
    this.limbs = field.limbs();
    of(List.of());
  }

  /** Returns the subspace that some elements span. */
  int of(List<long[]> elements) {
    List<long[]> basis = new ArrayList<>();
    for (long[] element : elements) {
      insert(basis, element.clone());
      if (basis.size() > MOST) {
        return ANY;
      }
    }
    return number(basis);
  }

  /** Returns the subspace of X^0 to X^(n-1) times one element. */
  int powers(int n) {
    List<long[]> elements = new ArrayList<>();
    for (int i = 0; i < Math.min(n, MOST + 1); i++) {
      elements.add(field.element(BigInteger.ONE.shiftLeft(i)));
    }
    return n > field.bits() ? ANY : of(elements);
  }

  /** Adds an element to a reduced basis unless it is in the span; changes it. */
  private void insert(List<long[]> basis, long[] element) {
    for (long[] each : basis) {
      reduce(element, each);
    }
    int top = top(element);
    if (top < 0) {
      return;
    }
    for (long[] each : basis) {
      reduce(each, element);
    }
    basis.add(element);
  }

  private static void reduce(long[] element, long[] by) {
    int top = top(by);
    if ((element[top / Long.SIZE] >>> top & 1) != 0) {
      for (int i = 0; i < element.length; i++) {
        element[i] ^= by[i];
      }
    }
  }

  /** Returns the number of the highest bit, or -1 if there is none. */
  private static int top(long[] element) {
    for (int i = element.length - 1; i >= 0; i--) {
      if (element[i] != 0) {
        return (i + 1) * Long.SIZE - 1 - Long.numberOfLeadingZeros(element[i]);
      }
    }
    return -1;
  }

  private int number(List<long[]> basis) {
    basis.sort((a, b) -> Integer.compare(top(a), top(b)));
    long[] all = new long[basis.size() * limbs];
    List<Long> key = new ArrayList<>();
    for (int i = 0; i < basis.size(); i++) {
      System.arraycopy(basis.get(i), 0, all, i * limbs, limbs);
    }
    Arrays.stream(all).forEach(key::add);
    Integer known = numbers.get(key);
    if (known != null) {
      return known;
    }
    if (bases.size() == SPACES) {
      return ANY;
    }
    bases.add(all);
    numbers.put(key, bases.size() - 1);
    return bases.size() - 1;
  }

  private List<long[]> basis(int space) {
    List<long[]> elements = new ArrayList<>();
    long[] all = bases.get(space);
    for (int at = 0; at < all.length; at += limbs) {
      elements.add(Arrays.copyOfRange(all, at, at + limbs));
    }
    return elements;
  }

  /** Returns the subspace of the sums of elements of two. */
  int sum(int a, int b) {
    if (a == ANY || b == ANY) {
      return ANY;
    }
    if (a == b || b == ZERO) {
      return a;
    }
    return sums.computeIfAbsent(
        new Pair(a, b),
        pair -> {
          List<long[]> both = basis(a);
          both.addAll(basis(b));
          return of(both);
        });
  }

  /** Returns the subspace that the products of elements of two span. */
  int product(int a, int b) {
    if (a == ZERO || b == ZERO) {
      return ZERO;
    }
    if (a == ANY || b == ANY) {
      return ANY;
    }
    return products.computeIfAbsent(new Pair(a, b), pair -> of(pairwise(basis(a), basis(b))));
  }

  private List<long[]> pairwise(List<long[]> a, List<long[]> b) {
    List<long[]> all = new ArrayList<>();
    for (long[] x : a) {
      for (long[] y : b) {
        long[] product = new long[limbs];
        field.multiply(x, 0, y, 0, product, 0, 1);
        all.add(product);
      }
    }
    return all;
  }

  /** Returns the subspace of the squares of elements of one. */
  int squares(int a) {
    return map(
        a,
        x -> {
          long[] square = new long[limbs];
          field.multiply(x, 0, x, 0, square, 0, 1);
          return square;
        });
  }

  /**
   * Returns the image of a subspace.
   *
   * @param linear linear over F2
   */
  int map(int a, UnaryOperator<long[]> linear) {
    return a == ANY ? ANY : of(basis(a).stream().map(linear).toList());
  }

  /** Whether all elements of one subspace are in another one. */
  boolean contains(int outer, int inner) {
    return outer == ANY || (inner != ANY && sum(outer, inner) == outer);
  }
}
