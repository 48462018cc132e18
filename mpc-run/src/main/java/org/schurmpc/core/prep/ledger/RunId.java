package org.schurmpc.core.prep.ledger;

/**
 * Names an attempt of a run, equally at all parties.
 *
 * @param run number of the run
 * @param attempt counted from 1
 */
public record RunId(long run, int attempt) implements Comparable<RunId> {
  private static final long MOVES = 500_000_000_000_000_000L; // numbers of moves begin here

  static final String PATTERN = "[0-9]{1,18}\\.[0-9]{1,9}";

  public RunId {
    if (run < 0 || attempt < 1) {
      throw new IllegalArgumentException("no run: " + run + "." + attempt);
    }
  }

  /**
   * Names the move of sets to another key before an attempt of a run.
   *
   * @param from how many moves there were before, for this attempt
   */
  public static RunId ofMove(RunId run, int from) {
    return new RunId(MOVES + run.run, Math.addExact(run.attempt * 1_000, from));
  }

  /** Returns whether this is a move, and no run of a service. */
  boolean isMove() {
    return run >= MOVES;
  }

  /**
   * Parses {@link #toString}.
   *
   * @throws IllegalArgumentException if the text is no run
   */
  static RunId parse(String text) {
    if (!text.matches(PATTERN)) {
      throw new IllegalArgumentException("no run: " + text);
    }
    int point = text.indexOf('.');
    return new RunId(
        Long.parseLong(text.substring(0, point)), Integer.parseInt(text.substring(point + 1)));
  }

  @Override
  public int compareTo(RunId other) {
    int runs = Long.compare(run, other.run);
    return runs != 0 ? runs : Integer.compare(attempt, other.attempt);
  }

  @Override
  public String toString() {
    return run + "." + attempt;
  }
}
