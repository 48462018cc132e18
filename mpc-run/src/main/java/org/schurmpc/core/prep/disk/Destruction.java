package org.schurmpc.core.prep.disk;

import java.util.Locale;

/**
 * Lists the reasons for the destruction of a batch, or of what is under a key, each with one word
 * for the journal and one sentence for the user.
 */
public enum Destruction {
  /** A check failed. */
  CHECK("a check of the protocol failed, or its user asked for it"),
  /** A kill, while a verdict was pending. */
  PENDING(
      "a program was killed while the verdict of a check was pending, so that a peer may know more"
          + " of its keys than this party does"),
  /** The mark of pending verdicts, or a record, is missing. */
  UNMARKED(
      "a program used it and did not close it, and whether the verdict of a check was pending then"
          + " is not known on this machine"),
  /** The machine was started anew while verdicts might have been pending. */
  RESTARTED(
      "a program used it and did not close it before this machine was started anew, so that nobody"
          + " knows whether the verdict of a check was pending");

  private final String reason;

  Destruction(String reason) {
    this.reason = reason;
  }

  /** Returns the word for the journal. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Returns the reason for a word.
   *
   * @throws IllegalArgumentException if the word is unknown
   */
  public static Destruction of(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT));
  }

  /** Returns the reason, to be placed after a colon. */
  public String reason() {
    return reason;
  }

  /** Returns the sentence for a caller that wants to use the store. */
  public String sentence(String store) {
    return "%s was destroyed, as after a failed check: %s".formatted(store, reason);
  }
}
