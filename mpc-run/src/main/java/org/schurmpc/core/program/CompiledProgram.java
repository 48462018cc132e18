package org.schurmpc.core.program;

import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;

/** A valid program as bytecode. */
public interface CompiledProgram extends ProgramTrial {
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

  /** Returns whether the program prints lines. */
  boolean prints();

  /** Returns whether a run begins with the memory that the last one left. */
  boolean keepsMemory();

  /**
   * Returns the number of openings in the code that the program's compiler says to be masked. They
   * are sent before what was opened earlier is checked, and nobody can see whether they are masked.
   */
  long maskedOpenings();

  /**
   * Returns the number of bits by which masks are longer than what they hide; empty for a program
   * over a binary field, whose masks are any element.
   */
  OptionalInt sigmaMask();

  /**
   * Returns the program without trust in its compiler: masked openings are reveals, before each of
   * which all that was opened earlier is checked. Its digest is another one if there were any.
   *
   * @throws BadFile if the program is malformed
   */
  CompiledProgram unmasked() throws BadFile;

  /** Returns the program in the assembler's language. */
  String assembler();

  /**
   * Returns a table of what the program costs: rounds, checks, items and bytes, for the program and
   * for its source lines; and about what its own preprocessing sends, and by which correlations.
   *
   * @throws BadFile if the program is too long for its costs to be counted
   */
  String cost() throws MpcException;

  /**
   * Returns lines on what its own preprocessing sends, by field; none if that is not known.
   *
   * @throws BadFile if it is too long for its costs to be counted
   */
  String preparation() throws MpcException;

  /**
   * Returns the cost of the whole program.
   *
   * @throws BadFile if the program is too long for its costs to be counted
   */
  ProgramCost totalCost() throws BadFile;

  /**
   * Fixes how the parties run the program.
   *
   * @param protocolOptions options of the protocol by name, for the material of each field; without
   *     the field, which the program names
   * @param threads number of threads that run tapes side by side
   * @throws Refused if an option is unknown or out of its range
   */
  ConfiguredProgram configure(Map<String, String> protocolOptions, int threads) throws Refused;
}
