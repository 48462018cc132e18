package org.schurmpc.data.result;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.data.config.Database;
import org.schurmpc.data.config.Place;
import org.schurmpc.data.config.SourceTable;

/** Writes results to a file or a database. */
public interface ResultWriter {
  /** Returns the writers of results: one for each file, and one for each database. */
  static List<ResultWriter> of(List<SourceTable> results, ClassLoader drivers) {
    List<ResultWriter> writers = new ArrayList<>();
    Map<Database, List<SourceTable>> databases = new LinkedHashMap<>();
    for (SourceTable result : results) {
      if (result.place() instanceof Place.Csv csv) {
        writers.add(new CsvResult(result.schema(), csv.file()));
      } else if (result.place() instanceof Place.Jdbc jdbc) {
        databases.computeIfAbsent(jdbc.database(), each -> new ArrayList<>()).add(result);
      }
    }
    databases.forEach((database, all) -> writers.add(new JdbcResult(database, all, drivers)));
    return writers;
  }

  /**
   * Checks before a run that the results can be written, and that the run is not noted already.
   *
   * @throws BadFile naming the result
   */
  void check(String run) throws BadFile;

  /** Returns whether the target notes the run as written; false if it notes nothing. */
  boolean isWritten(String run) throws BadFile;

  /**
   * Writes the rows of a run, all or none.
   *
   * @param run the name of the run
   * @param digest the digest of the program
   * @param rows for each result by its name the values of each row, in the order of the schema's
   *     columns; null for one that is missing
   * @throws BadFile naming the result; nothing is then written
   */
  void write(String run, String digest, Map<String, List<Object[]>> rows) throws BadFile;
}
