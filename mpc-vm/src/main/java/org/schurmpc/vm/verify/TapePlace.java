package org.schurmpc.vm.verify;

import org.schurmpc.core.abort.BadFile;
import org.schurmpc.vm.code.Program;

/**
 * A tape of a program, for messages about its instructions.
 *
 * @param where the name of the program's file
 * @param tape the index of the tape
 */
record TapePlace(Program program, String where, int tape) {
  /** Returns the error of an instruction: file, tape, number and source line. */
  BadFile bad(int instruction, String reason) {
    return new BadFile(of(instruction) + ": " + reason);
  }

  /** Returns the error of the whole tape. */
  BadFile bad(String reason) {
    return new BadFile(of() + ": " + reason);
  }

  String of() {
    return "%s, tape %s".formatted(where, name());
  }

  String of(int instruction) {
    String line = program.lines().of(tape, instruction);
    String source = line.isEmpty() ? "" : " (" + line + ")";
    return "%s, tape %s, instruction %,d%s".formatted(where, name(), instruction, source);
  }

  private String name() {
    return program.tapes().get(tape).name();
  }
}
