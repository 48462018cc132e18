package org.schurmpc.core.prep;

import java.util.List;
import java.util.Optional;

/**
 * Puts all parties' parts of preprocessing together and verifies every relation between them: that
 * MACs are those under the others' keys, that products are products, that masks are known to whom
 * they should be. <b>Who runs this knows everything</b>: it is for tests, for dealt material, and
 * for material that is given up. Used by one thread at a time.
 */
public interface MaterialChecker {
  /** The kinds of material that it can check, those aside that are for one circuit only. */
  List<MaterialKind> kinds();

  /** Whether it can check a kind of material. */
  default boolean knows(MaterialKind kind) {
    return kinds().contains(kind);
  }

  /**
   * Checks one item.
   *
   * @param data the array that holds each party's part of it, by party
   * @param offsets where in it that part starts, by party
   * @return the first relation found that does not hold, in words and without any value; empty if
   *     all hold
   * @throws IllegalArgumentException if it does not know the kind
   */
  Optional<String> check(MaterialKind kind, long[][] data, int[] offsets);
}
