package org.schurmpc.service.control;

/**
 * What a party has noted of an attempt of a run.
 *
 * @param run the run's number
 * @param attempt counted from 1
 * @param detail in PREPARED and COMMITTED the hash of what was prepared, 64 hex digits; in FAILED
 *     the code; otherwise "-"
 */
public record RunState(long run, int attempt, RunPhase phase, String detail) {
  /** Maximum length of {@link #text}. */
  static final int MAX_BYTES = 128;

  /** The detail of phases that have none. */
  static final String NONE = "-";

  static RunState waiting(LogEntry.Begin entry) {
    return new RunState(entry.run(), entry.attempt(), RunPhase.WAITING, NONE);
  }

  RunState to(RunPhase next, String detailThen) {
    return new RunState(run, attempt, next, detailThen);
  }

  /** Returns the state as words: run, attempt, phase, detail. */
  String text() {
    return run + " " + attempt + " " + phase.name() + " " + detail;
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
    RunPhase phase = phase(words);
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
    return new RunState(run, attempt, phase, detail);
  }

  private static RunPhase phase(Words words) {
    String word = words.word();
    for (RunPhase each : RunPhase.values()) {
      if (each.name().equals(word)) {
        return each;
      }
    }
    throw words.wrong("has no phase of a run where one belongs");
  }
}
