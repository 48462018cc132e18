package org.schurmpc.cli.data;

import java.math.BigInteger;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import org.schurmpc.core.abort.BadFile;

/** Where outputs of a program go as tables. */
public interface ResultTables {
  /** Returns the names of the outputs that go there. */
  Set<String> outputs();

  /** Returns the files that are written, by the name of their key. */
  Map<String, Path> files();

  /** Returns whether a database notes the run. */
  boolean noted();

  /**
   * Checks before the run that the tables can be written, and that none has this run already.
   *
   * @param drivers has the drivers of databases
   * @param run the name of the run
   * @throws BadFile naming the result that cannot be written
   */
  void check(ClassLoader drivers, String run) throws BadFile;

  /**
   * Writes all results. A table of a database gets the rows of a run once: together with them, in
   * one transaction, the run is noted under a primary key.
   *
   * @param run the name of the run, at most 64 characters
   * @param digest the digest of the program
   * @param values the values of all outputs, by name
   * @throws BadFile naming the result that could not be written; results before it stay
   */
  void write(ClassLoader drivers, String run, String digest, SortedMap<String, BigInteger[]> values)
      throws BadFile;

  /**
   * Writes the results of a run that may have been written before, in part or as a whole, to
   * databases alone: each notes the run together with its rows, and is left alone if it has.
   *
   * @param run as for {@link #write}
   * @throws BadFile as {@link #write} does; a later call goes on
   */
  void writeOnce(
      ClassLoader drivers, String run, String digest, SortedMap<String, BigInteger[]> values)
      throws BadFile;
}
