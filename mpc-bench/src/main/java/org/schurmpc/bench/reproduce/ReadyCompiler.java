package org.schurmpc.bench.reproduce;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.program.CompiledProgram;
import org.schurmpc.core.program.ProgramLanguages;
import org.schurmpc.core.program.ProgramOptions;
import org.schurmpc.core.program.ReadyProgram;

/**
 * A ready program with arguments, between two parties.
 *
 * @param program the ready program
 * @param field the field of integers
 * @param arguments by name
 */
record ReadyCompiler(ReadyProgram program, String field, SortedMap<String, Long> arguments) {
  private static final String USUAL_FIELD = "p128";

  /**
   * Returns the program of a row of a paper, which has the columns {@code program}, {@code field}
   * and {@code arguments}, such as {@code bits=32 n=2}.
   *
   * @return empty if the row names no program
   * @throws IllegalArgumentException if there is no such program
   */
  static Optional<ReadyCompiler> of(PaperRow row) {
    if (!row.has("program")) {
      return Optional.empty();
    }
    String name = row.text("program");
    ReadyProgram program =
        ProgramLanguages.ready(name)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        row.where() + ": no ready program is called " + name));
    SortedMap<String, Long> arguments = new TreeMap<>();
    if (row.has("arguments")) {
      for (String argument : row.text("arguments").split(" ", -1)) {
        int equals = argument.indexOf('=');
        arguments.put(argument.substring(0, equals), Long.valueOf(argument.substring(equals + 1)));
      }
    }
    String field = row.has("field") ? row.text("field") : USUAL_FIELD;
    return Optional.of(new ReadyCompiler(program, field, arguments));
  }

  /** Returns the program with one more argument. */
  ReadyCompiler with(String argument, long value) {
    SortedMap<String, Long> more = new TreeMap<>(arguments);
    more.put(argument, value);
    return new ReadyCompiler(program, field, more);
  }

  /** Compiles the program. */
  CompiledProgram compile() throws MpcException {
    return ProgramLanguages.only()
        .compile(
            program.source(),
            new ProgramOptions(field, program.second(), 2, OptionalInt.empty(), arguments));
  }

  /** Returns the program's name with its arguments, for people. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(program.name());
    arguments.forEach((name, value) -> text.append(' ').append(name).append('=').append(value));
    return text.toString();
  }
}
