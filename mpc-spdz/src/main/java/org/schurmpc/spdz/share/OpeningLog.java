package org.schurmpc.spdz.share;

import org.schurmpc.core.field.Field;

/**
 * What was opened and is not checked yet, by the stages of its check ({@link GlobalMacCheck}):
 * elements and differences, and masked indices of lookups apart.
 */
final class OpeningLog {
  private final OpenedValues elements;
  private final OpenedValues indices;

  OpeningLog(Field field) {
    this.elements = new OpenedValues(field);
    this.indices = new OpenedValues(field);
  }

  /** Returns the opened elements, and the differences of values opened by their coordinates. */
  OpenedValues elements() {
    return elements;
  }

  /** Returns the masked indices of lookups. */
  OpenedValues indices() {
    return indices;
  }

  /** Returns the number of elements and masked indices. */
  int count() {
    return Math.addExact(elements.count(), indices.count());
  }

  /** Whether there is nothing to check. */
  boolean isEmpty() {
    return elements.isEmpty() && indices.isEmpty();
  }

  /** Moves everything to the end of another log. */
  void moveTo(OpeningLog other) {
    elements.moveTo(other.elements);
    indices.moveTo(other.indices);
  }

  /** Sets all values to zero and forgets them. */
  void clear() {
    elements.clear();
    indices.clear();
  }

  /** Wipes all arrays. */
  void wipe() {
    elements.wipe();
    indices.wipe();
  }
}
