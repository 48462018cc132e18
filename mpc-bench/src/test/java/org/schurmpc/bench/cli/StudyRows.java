package org.schurmpc.bench.cli;

import org.schurmpc.bench.reproduce.StudyCommands;

/** The command lines of studies, for tests of other packages. */
public final class StudyRows {
  private StudyRows() {}

  /** Returns what understands the command lines of rows. */
  public static StudyCommands commands() {
    return new RowCommands();
  }
}
