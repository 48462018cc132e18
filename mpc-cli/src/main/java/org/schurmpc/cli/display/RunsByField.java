package org.schurmpc.cli.display;

import org.schurmpc.core.run.Preparation;

/**
 * Adds up the progress of a preparation for a program, whose material is generated for one field
 * after the other.
 */
public final class RunsByField implements Preparation.Progress {
  private final long runs;
  private final int fields;
  private final Preparation.Progress whole;
  private long before = -1;
  private long done;
  private long made;

  /**
   * Creates a sum.
   *
   * @param runs the number of runs for which there shall be material
   * @param fields the number of fields
   * @param whole receives runs, those of all fields together
   */
  public RunsByField(long runs, int fields, Preparation.Progress whole) {
    this.runs = runs;
    this.fields = fields;
    this.whole = whole;
  }

  @Override
  public void at(long there, long wanted) {
    if (before < 0) {
      before = there; // the first report of a field
    }
    made = Math.max(made, there - before);
    long now = Math.min(there, runs);
    whole.at(done + now, runs * fields);
    if (now == runs) {
      done += runs;
      before = -1;
    }
  }

  /** Returns the largest number of runs for which material of a field was generated. */
  public long made() {
    return Math.max(0, made);
  }
}
