package org.schurmpc.vm.lib;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BinaryOperator;

/** Results of an associative operation on all prefixes of a list, in a logarithm of its depth. */
final class Prefixes {
  private Prefixes() {}

  /**
   * Returns by i the result on elements 0 to i (Sklansky, Conditional-sum addition logic, 1960).
   */
  static <T> List<T> of(List<T> elements, BinaryOperator<T> joined) {
    return of(elements, 0, joined);
  }

  /**
   * Returns by i the result on elements 0 to i, from those on blocks of 2^level elements.
   *
   * @param blocks by i the result on the elements of i's block up to i
   */
  static <T> List<T> of(List<T> blocks, int level, BinaryOperator<T> joined) {
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
