package org.schurmpc.cli.command;

import org.schurmpc.cli.config.Nearest;
import org.schurmpc.core.program.ProgramLanguages;
import org.schurmpc.core.program.ReadyProgram;

/** Finds the ready program that a user probably meant. */
public final class ProgramNames {
  private ProgramNames() {}

  /** Returns the nearest name as a question in parentheses, after a blank; else an empty text. */
  public static String hint(String given) {
    return Nearest.hint(given, ProgramLanguages.ready().stream().map(ReadyProgram::name).toList());
  }
}
