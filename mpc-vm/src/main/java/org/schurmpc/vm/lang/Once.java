package org.schurmpc.vm.lang;

/** Refuses a second use of secret randomness: on another line, or in another turn of a loop. */
final class Once {
  private final Value value;
  private final String what;

  /** Number of loops around the place where the randomness was made. */
  private final int loops;

  private String used;

  /**
   * Watches a value.
   *
   * @param what the value, with its article, for messages
   */
  Once(Value value, String what) {
    this.value = value;
    this.what = what;
    loops = value.draft.loops;
  }

  void requireUnused() {
    Draft draft = value.draft;
    if (used != null) {
      throw draft.error("%s is used twice, at first in line %s".formatted(what, used));
    }
    if (value.isOutsideOfLoop() || draft.loops > loops) {
      throw draft.error(
          "%s that was made outside of a loop, or of tapes, is used there, perhaps twice"
              .formatted(what));
    }
  }

  void use() {
    used = value.draft.lines.text();
  }
}
