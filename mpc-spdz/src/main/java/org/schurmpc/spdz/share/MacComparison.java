package org.schurmpc.spdz.share;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.schurmpc.core.field.Field;

/**
 * How parties compare their shares of zero at the end of a check of MACs. Material is generated
 * under {@link #COMMITMENTS} alone, whatever the field: there, a peer can make errors that depend
 * on a few bits of this party's key, and would find the tag of such a share by trying all values.
 */
public enum MacComparison {
  /** All parties commit to their shares, then open them. A failed check shows α. */
  COMMITMENTS,

  /**
   * Two parties each send a hash of their share ({@link TagComparison}). Nothing is opened: a lost
   * line costs no key. For openings whose errors the peer knows.
   */
  TAGS;

  private static final SortedMap<String, String> TAG_TERMS =
      Collections.unmodifiableSortedMap(new TreeMap<>(Map.of("the comparison of MACs", "by tags")));

  /** Returns how MACs of an evaluation are compared, as opposed to those of its preprocessing. */
  public static MacComparison online(int parties, Field field) {
    return TagComparison.serves(parties, field) ? TAGS : COMMITMENTS;
  }

  /** Returns what must be part of the terms of sessions that compare so. */
  public SortedMap<String, String> terms() {
    return this == TAGS ? TAG_TERMS : Collections.emptySortedMap();
  }
}
