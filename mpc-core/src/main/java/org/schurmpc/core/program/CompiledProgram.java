package org.schurmpc.core.program;

import java.util.List;
import org.schurmpc.core.abort.BadFile;

/** A valid program as bytecode. */
public interface CompiledProgram {
  /** Returns the program's name: letters, digits and underscores. */
  String name();

  /** Returns the content of its file. */
  byte[] bytes();

  /**
   * Returns the digest by which parties agree on the program: 64 hex digits. Source lines are not
   * part of it.
   */
  String digest();

  /** Returns the number of parties. */
  int parties();

  /** Returns the names of its fields, one or two. */
  List<String> fields();

  /** Returns the inputs, in the program's order. */
  List<ProgramPort> inputs();

  /** Returns the outputs, in the program's order. */
  List<ProgramPort> outputs();

  /** Returns the program in the assembler's language. */
  String assembler();

  /**
   * Returns a table of what the program costs: rounds, checks, items and bytes, for the program and
   * for its source lines.
   *
   * @throws BadFile if the program is too long for its costs to be counted
   */
  String cost() throws BadFile;
}
