package org.schurmpc.vm.lib.table;

import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.List;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretInt;
import org.schurmpc.vm.lang.SecretInts;
import org.schurmpc.vm.lib.Equality;

/**
 * Makes the tables of a program. Tables are used at the top level of the program: not in loops,
 * branches and other tapes.
 *
 * <p>With bits in TinyOT, rows are put in order as bits; else as numbers, along a network or by
 * {@link org.schurmpc.vm.lib.RadixSort}, whichever sends less. Results are the same.
 */
public final class Tables {
  private final ProgramBuilder b;
  private final String name;
  private int shuffles;

  /** Creates the tables of a program. */
  public Tables(ProgramBuilder b) {
    this(b, "tables");
  }

  /**
   * Creates tables of a program that has several of these.
   *
   * @param name of what their shuffles need; letters, digits and underscores
   */
  public Tables(ProgramBuilder b, String name) {
    this.b = b;
    this.name = name;
  }

  /**
   * Declares a table that a party inputs.
   *
   * @param name begins the names of the inputs: name_column, name_column_null and name_valid
   * @param rows number of rows, at least 1
   */
  public TableInput input(String name, int party, int rows) {
    return new TableInput(this, name, party, rows);
  }

  /** Returns a table of one column, to which {@link Table#with} adds others; all rows are valid. */
  public Table of(String column, SecretInts values) {
    LinkedHashMap<String, Column> columns = new LinkedHashMap<>();
    columns.put(column, new Column(Cells.of(b, values), null));
    return new Table(this, columns, null, Facts.none(true));
  }

  ProgramBuilder builder() {
    return b;
  }

  /** Returns a name for a shuffle or a radix sort. */
  String nextName() {
    shuffles++;
    return name + shuffles;
  }

  /** Whether some columns are treated as bits in TinyOT. */
  boolean asBits(List<Cells> columns) {
    return b.hasBits() && columns.stream().allMatch(Cells::canBeBits);
  }

  Pack pack(List<Cells> columns) {
    return Pack.of(b, asBits(columns), columns);
  }

  /** Ends the run with a reason if a number that is not negative is not 0. */
  void requireZero(SecretInt number, String reason) {
    b.require(new Equality(b).isZero(number).reveal().toIndex(), reason);
  }

  /** Returns cells that are all the least value of others, as bits if these are bits alone. */
  Cells least(Cells like, int n) {
    if (like.isBitsAlone()) {
      return Cells.of(
          b,
          like.bounds(),
          like.planes().stream().map(each -> Publics.flags(b, true, n, false)).toList());
    }
    SecretInts least = Publics.constants(b, n, like.bounds().least());
    return Cells.of(b, least.within(like.bounds(), "a cell"));
  }

  static int bitLength(long n) {
    return BigInteger.valueOf(n).bitLength();
  }
}
