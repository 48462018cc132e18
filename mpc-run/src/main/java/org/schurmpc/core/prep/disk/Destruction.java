package org.schurmpc.core.prep.disk;

import java.util.Locale;

/**
 * Lists the reasons for the destruction of a batch, each with one word for the journal and one
 * sentence for the user.
 */
enum Destruction {
  CHECK("a check of the protocol failed, or its user asked for it"),
  PENDING(
      "a program was killed while the verdict of a check was pending, so that a peer may know more"
          + " of its keys than this party does"),
  UNMARKED(
      "a program used it and did not close it, and whether the verdict of a check was pending then"
          + " is not known on this machine"),
  RESTARTED(
      "a program used it and did not close it before this machine was started anew, so that nobody"
          + " knows whether the verdict of a check was pending");

  private final String reason;

  Destruction(String reason) {
    this.reason = reason;
  }

  /** Returns the word for the journal. */
  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Returns the reason for a word.
   *
   * @throws IllegalArgumentException if the word is unknown
   */
  static Destruction of(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT));
  }

  /** Returns the reason, to be placed after a colon. */
  String reason() {
    return reason;
  }

  /** Returns the sentence for a caller that wants to use the store. */
  String sentence(String store) {
    return "%s was destroyed, as after a failed check: %s".formatted(store, reason);
  }
}
