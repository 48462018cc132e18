package org.schurmpc.core.prep.ledger;

import java.util.Locale;
import java.util.Optional;
import org.schurmpc.core.prep.disk.KeyName;

/**
 * States how a run uses a set; equal at all parties.
 *
 * @param name letters, digits, points, hyphens and underscores
 * @param key the key under which the set is, or will be
 * @param type what an element is: printable characters without spaces
 * @param count the number of elements
 * @param reads whether the run begins with the values of the set
 * @param writes whether the run leaves new values
 * @param from the key under which the set is that the run moves to {@code key}; empty if it moves
 *     nothing
 */
public record SetUse(
    String name,
    Kind kind,
    KeyName key,
    String type,
    long count,
    boolean reads,
    boolean writes,
    Optional<KeyName> from) {
  static final String NAME = "[A-Za-z0-9_.-]{1,64}";
  static final String TYPE = "[!-~]{1,100}";

  /** Lists the kinds of sets. */
  public enum Kind {
    /** Read by any number of runs, and replaced by new versions. */
    TABLE,
    /**
     * Read by one run, which leaves the next version: no two runs begin with one version if the
     * first has revealed anything.
     */
    STATE;

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }

    static Kind of(String word) {
      return valueOf(word.toUpperCase(Locale.ROOT));
    }
  }

  public SetUse {
    if (!name.matches(NAME) || !type.matches(TYPE) || count < 0) {
      throw new IllegalArgumentException("no set: " + name + ", " + type + ", " + count);
    }
    if (!reads && !writes) {
      throw new IllegalArgumentException("a run that uses " + name + " reads or writes it");
    }
    if (kind == Kind.STATE && !writes) {
      throw new IllegalArgumentException("a run that reads the state " + name + " writes it, too");
    }
    if (from.isPresent() && (!reads || !writes)) {
      throw new IllegalArgumentException("a move of " + name + " reads and writes it");
    }
  }

  /** Creates the use of a set under one key. */
  public SetUse(
      String name, Kind kind, KeyName key, String type, long count, boolean reads, boolean writes) {
    this(name, kind, key, type, count, reads, writes, Optional.empty());
  }

  /** Returns the move of a version to another key. */
  public static SetUse move(SetVersion version, KeyName to) {
    return new SetUse(
        version.name(),
        version.kind(),
        to,
        version.type(),
        version.count(),
        true,
        true,
        Optional.of(version.key()));
  }

  /** Returns the key under which the values are that the run reads. */
  KeyName readKey() {
    return from.orElse(key);
  }
}
