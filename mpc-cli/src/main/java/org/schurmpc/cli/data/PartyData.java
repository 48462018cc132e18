package org.schurmpc.cli.data;

import java.math.BigInteger;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.schurmpc.cli.values.NamedValues;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.program.ProgramPort;

/**
 * The inputs of a party, from its tables and from its files of values.
 *
 * @param tables the inputs that the tables give
 * @param values the values of all others
 */
public record PartyData(InputTables tables, SortedMap<String, BigInteger[]> values) {
  /** The options that name a party's files, as they are written in messages; null if not given. */
  public record Files(Path data, Path input, Path csv, String number) {
    private String option(String name) {
      return name + number;
    }

    private boolean given() {
      return data != null || input != null || csv != null;
    }

    private String useless(boolean results) {
      if (data != null && !results) {
        return option("--data");
      }
      return option(input != null ? "--input" : "--csv");
    }
  }

  /**
   * Reads the files of values, and requires that the tables fit. No table is read yet.
   *
   * @param party the party's number
   * @param files the files of the party
   * @param data the description of its tables; null for none
   * @param ports the inputs of the party
   * @param results whether the description is given for its results, too
   * @throws Refused if a file is missing, or of no use
   * @throws org.schurmpc.core.abort.BadFile if a file cannot be read, or does not fit
   */
  public static PartyData of(
      int party,
      Files files,
      DataFile data,
      List<ProgramPort> ports,
      boolean results,
      Consumer<String> notes)
      throws MpcException {
    boolean others = files.input() != null || files.csv() != null;
    if (ports.isEmpty() && (others || (data != null && !results))) {
      throw new Refused(
          "party %d gives no values: leave out %s".formatted(party, files.useless(results)));
    }
    if (!ports.isEmpty() && !files.given()) {
      throw new Refused(
          "party %d gives values of %s: name their file with %s, or a table with %s or %s"
              .formatted(
                  party,
                  String.join(", ", ports.stream().map(ProgramPort::name).toList()),
                  files.option("--input"),
                  files.option("--csv"),
                  files.option("--data")));
    }
    List<ProgramPort> given =
        data == null ? List.of() : ports.stream().filter(data::gives).toList();
    if (data != null && given.isEmpty() && !results) {
      throw new Refused(
          "%s %s: no input of party %d is a column of its tables"
              .formatted(files.option("--data"), files.data(), party));
    }
    List<ProgramPort> rest = ports.stream().filter(port -> !given.contains(port)).toList();
    InputTables tables = given.isEmpty() ? (drivers, note) -> new TreeMap<>() : data.inputs(given);
    if (!rest.isEmpty() && !others) {
      throw new Refused(
          "party %d gives values of %s, which are in no table: name their file with %s"
              .formatted(
                  party,
                  String.join(", ", rest.stream().map(ProgramPort::name).toList()),
                  files.option("--input")));
    }
    if (rest.isEmpty() && !ports.isEmpty() && others) {
      throw new Refused(
          "the tables of %s give all values of party %d: leave out --input and --csv"
              .formatted(files.option("--data"), party));
    }
    return new PartyData(
        tables,
        rest.isEmpty()
            ? Collections.emptySortedMap()
            : NamedValues.read(files.input(), files.csv(), rest, notes));
  }

  /**
   * Returns the values of all inputs; reads the tables.
   *
   * @param drivers has the drivers of databases
   */
  public SortedMap<String, BigInteger[]> read(ClassLoader drivers, Consumer<String> notes)
      throws MpcException {
    SortedMap<String, BigInteger[]> all = new TreeMap<>(values);
    all.putAll(tables.read(drivers, notes));
    return all;
  }
}
