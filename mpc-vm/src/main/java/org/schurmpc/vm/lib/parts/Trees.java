package org.schurmpc.vm.lib.parts;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BinaryOperator;

/** Results of an associative operation on lists, in a depth that is a logarithm of their length. */
public final class Trees {
  private Trees() {}

  /** Returns the result on all elements, of neighbours first. */
  public static <T> T reduced(List<T> elements, BinaryOperator<T> joined) {
    List<T> left = elements;
    while (left.size() > 1) {
      List<T> next = new ArrayList<>();
      for (int i = 0; i + 1 < left.size(); i += 2) {
        next.add(joined.apply(left.get(i), left.get(i + 1)));
      }
      if (left.size() % 2 == 1) {
        next.add(left.get(left.size() - 1));
      }
      left = next;
    }
    return left.get(0);
  }

  /**
   * Returns by i the result on elements 0 to i (Sklansky, Conditional-sum addition logic, 1960).
   */
  public static <T> List<T> prefixes(List<T> elements, BinaryOperator<T> joined) {
    return prefixes(elements, 0, joined);
  }

  /**
   * Returns by i the result on elements 0 to i, from those on blocks of 2^level elements.
   *
   * @param blocks by i the result on the elements of i's block up to i
   */
  public static <T> List<T> prefixes(List<T> blocks, int level, BinaryOperator<T> joined) {
    List<T> results = new ArrayList<>(blocks);
    for (int l = level; results.size() > 1 << l; l++) {
      for (int i = 1 << l; i < results.size(); i++) {
        if ((i >> l & 1) == 1) {
          int before = (i >> l << l) - 1;
          results.set(i, joined.apply(results.get(before), results.get(i)));
        }
      }
    }
    return results;
  }
}
