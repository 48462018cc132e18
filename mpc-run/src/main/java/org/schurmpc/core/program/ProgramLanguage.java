package org.schurmpc.core.program;

import java.nio.file.Path;
import java.util.List;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.Refused;

/**
 * Compiles and reads programs. A service-provider interface; {@link java.util.ServiceLoader} finds
 * the implementation.
 */
public interface ProgramLanguage {
  /** Returns the name, for messages. */
  String name();

  /** Returns the name of the protocol under which programs run. */
  String protocol();

  /** Whether a class defines a program that can be compiled. Runs no code of it. */
  boolean isProgram(Class<?> source);

  /**
   * Compiles a program. Runs code of the class in this JVM.
   *
   * @param source the class that defines the program; has a public constructor without parameters
   * @throws Refused if an option is out of its range
   * @throws BadFile if the class defines no program, or a wrong one
   */
  CompiledProgram compile(Class<?> source, ProgramOptions options) throws Refused, BadFile;

  /**
   * Compiles a program for a trial in the clear, which checks more than a run can: that values are
   * what the program takes them to be on its developer's word, and that no index wraps around. Runs
   * code of the class in this JVM.
   *
   * @throws Refused if an option is out of its range
   * @throws BadFile if the class defines no program, or a wrong one
   */
  ProgramTrial compileForTrial(Class<?> source, ProgramOptions options) throws Refused, BadFile;

  /**
   * Reads a file of bytecode.
   *
   * @throws BadFile if the file cannot be read or is malformed
   */
  CompiledProgram read(Path file) throws BadFile;

  /**
   * Reads the content of a file of bytecode.
   *
   * @param name names the program in messages
   * @throws BadFile if the content is malformed
   */
  CompiledProgram read(byte[] content, String name) throws BadFile;

  /**
   * Reads a program in the assembler's language.
   *
   * @throws BadFile if the text cannot be read, does not follow the grammar or is no valid program
   */
  CompiledProgram assemble(Path text) throws BadFile;

  /** Returns the programs that come with the language. */
  default List<ReadyProgram> ready() {
    return List.of();
  }
}
