package org.schurmpc.cli.data;

import java.math.BigInteger;
import java.util.SortedMap;
import java.util.function.Consumer;
import org.schurmpc.core.abort.BadFile;

/** Tables that fit the inputs of a program. */
public interface InputTables {
  /**
   * Reads all tables.
   *
   * @param drivers has the drivers of databases
   * @param notes receives a sentence for each choice that was made for the user
   * @return the values of each input, as many as it has
   * @throws BadFile naming table, row and column of a value that does not fit, never the value; or
   *     the table whose source fails
   */
  SortedMap<String, BigInteger[]> read(ClassLoader drivers, Consumer<String> notes) throws BadFile;
}
