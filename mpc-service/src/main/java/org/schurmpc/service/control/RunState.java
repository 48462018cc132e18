package org.schurmpc.service.control;

/**
 * What a party has noted of an attempt of a run.
 *
 * @param run the run's number
 * @param attempt counted from 1
 * @param detail in PREPARED and COMMITTED the hash of what was prepared, 64 hex digits; in FAILED
 *     the code; otherwise "-"
 * @param revealed whether this attempt, or one before it, has revealed values to the parties, so
 *     far as this party knows; always in REVEALED
 */
public record RunState(long run, int attempt, RunPhase phase, String detail, boolean revealed) {
  /** Maximum length of {@link #text}. */
  static final int MAX_BYTES = 128;

  /** The detail of phases that have none. */
  static final String NONE = "-";

  private static final String AFTER_REVEAL = "_REVEALED";

  public RunState {
    revealed |= phase == RunPhase.REVEALED;
  }

  /** Creates a state in which nothing was revealed, unless the phase is REVEALED. */
  public RunState(long run, int attempt, RunPhase phase, String detail) {
    this(run, attempt, phase, detail, false);
  }

  /**
   * Returns the state in which an attempt begins.
   *
   * @param revealed whether an attempt before has revealed values
   */
  static RunState waiting(LogEntry.Begin entry, boolean revealed) {
    return new RunState(entry.run(), entry.attempt(), RunPhase.WAITING, NONE, revealed);
  }

  /** Returns a later state: what was revealed stays so. */
  RunState to(RunPhase next, String detailThen) {
    return new RunState(run, attempt, next, detailThen, revealed);
  }

  /**
   * Returns the state as words: run, attempt, phase, detail. A phase after a reveal has a word of
   * its own, such as PREPARED_REVEALED.
   */
  String text() {
    String after = revealed && phase != RunPhase.REVEALED ? AFTER_REVEAL : "";
    return run + " " + attempt + " " + phase.name() + after + " " + detail;
  }

  /**
   * Parses {@link #text}.
   *
   * @throws IllegalArgumentException if it is none
   */
  static RunState parse(String text) {
    Words words = new Words(text);
    RunState state = read(words);
    words.end();
    return state;
  }

  static RunState read(Words words) {
    long run = words.number();
    int attempt = words.count(Integer.MAX_VALUE);
    String word = words.word();
    boolean revealed = word.endsWith(AFTER_REVEAL);
    String name = revealed ? word.substring(0, word.length() - AFTER_REVEAL.length()) : word;
    RunPhase phase = phase(name, words);
    if (revealed && phase == RunPhase.REVEALED) {
      throw words.wrong("says twice that values were revealed");
    }
    String detail =
        switch (phase) {
          case PREPARED, COMMITTED -> words.hash();
          case FAILED -> words.code();
          default -> {
            if (!words.word().equals(NONE)) {
              throw words.wrong("has a detail where none belongs");
            }
            yield NONE;
          }
        };
    return new RunState(run, attempt, phase, detail, revealed);
  }

  private static RunPhase phase(String name, Words words) {
    for (RunPhase each : RunPhase.values()) {
      if (each.name().equals(name)) {
        return each;
      }
    }
    throw words.wrong("has no phase of a run where one belongs");
  }
}
