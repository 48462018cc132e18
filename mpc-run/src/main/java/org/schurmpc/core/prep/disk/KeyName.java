package org.schurmpc.core.prep.disk;

import java.util.Locale;

/**
 * Names a key under which values are kept.
 *
 * @param id 64 hex digits, equal at all parties
 */
public record KeyName(Kind kind, String id) implements Comparable<KeyName> {
  private static final int ID_DIGITS = 64;

  /** Lists what keeps a key. */
  public enum Kind {
    /** A store, for all of its batches. */
    STORE,
    /** A batch of a store, whose other batches have other keys. */
    BATCH
  }

  public KeyName {
    if (!isId(id)) {
      throw new IllegalArgumentException("no id of a key: " + id);
    }
  }

  /** Returns whether a text is 64 hex digits, as services ask for each batch in each run. */
  private static boolean isId(String text) {
    boolean hex = text.length() == ID_DIGITS;
    for (int i = 0; hex && i < ID_DIGITS; i++) {
      char digit = text.charAt(i);
      hex = (digit >= '0' && digit <= '9') || (digit >= 'a' && digit <= 'f');
    }
    return hex;
  }

  /** Returns the name of a key that a store keeps. */
  public static KeyName ofStore(String id) {
    return new KeyName(Kind.STORE, id);
  }

  /** Returns the name of the key of a batch that has its own. */
  public static KeyName ofBatch(String id) {
    return new KeyName(Kind.BATCH, id);
  }

  /**
   * Parses a name.
   *
   * @throws IllegalArgumentException if the text is no name
   */
  public static KeyName parse(String text) {
    int colon = text.indexOf(':');
    String kind = text.substring(0, Math.max(0, colon)).toUpperCase(Locale.ROOT);
    return new KeyName(Kind.valueOf(kind), text.substring(colon + 1));
  }

  @Override
  public int compareTo(KeyName other) {
    int ofKinds = kind.name().compareTo(other.kind.name());
    return ofKinds != 0 ? ofKinds : id.compareTo(other.id);
  }

  @Override
  public String toString() {
    return kind.name().toLowerCase(Locale.ROOT) + ":" + id;
  }
}
