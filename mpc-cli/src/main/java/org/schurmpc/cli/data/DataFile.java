package org.schurmpc.cli.data;

import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.program.ProgramPort;

/** A description of a party's tables, which names their columns, types and places. */
public interface DataFile {
  /**
   * Returns the arguments of programs that follow from the tables, by name: rows and widths. They
   * are the same at all parties who have the descriptions of these tables.
   */
  SortedMap<String, Long> arguments();

  /** Returns whether an input of a program is a column of one of the tables. */
  boolean gives(ProgramPort input);

  /**
   * Requires that the tables fit some inputs. Nothing is read yet.
   *
   * @param inputs inputs that {@link #gives} names
   * @throws BadFile naming table, column and input of what does not fit
   */
  InputTables inputs(List<ProgramPort> inputs) throws BadFile;

  /**
   * Returns where outputs of a program go, if a result of this description takes one of them.
   *
   * @param outputs the outputs that the party receives
   * @throws BadFile naming the result that does not fit the outputs
   */
  Optional<ResultTables> results(List<ProgramPort> outputs) throws BadFile;
}
