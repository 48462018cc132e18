package org.schurmpc.core.prep;

import java.util.List;
import java.util.Optional;

/**
 * Combines all parties' parts of preprocessing material and verifies every relation between them:
 * that MACs are valid under the other parties' keys, that products are correct, and that masks are
 * known to the intended parties. <b>Whoever runs this checker knows everything</b>: use it for
 * tests, for dealt material, and for material that is abandoned. Used by one thread at a time.
 *
 * <p>A checker may also test the distribution of the items given to it, so each item is given once.
 */
public interface MaterialChecker {
  /**
   * Returns the kinds of material that this checker can check, except those for one circuit only.
   */
  List<MaterialKind> kinds();

  /** Returns whether this checker can check a kind of material. */
  default boolean knows(MaterialKind kind) {
    return kinds().contains(kind);
  }

  /**
   * Checks one item, and, if a test of the distribution ends with this item, the items so far.
   *
   * @param data the array that holds each party's part of the item, by party
   * @param offsets the index of that part in the array, by party
   * @return a description of the first violated relation, without any value; empty if all relations
   *     hold
   * @throws IllegalArgumentException if the kind is unknown
   */
  Optional<String> check(MaterialKind kind, long[][] data, int[] offsets);

  /**
   * Returns a sentence for each test of the distribution for which the items so far are too few.
   */
  default List<String> skipped() {
    return List.of();
  }
}
