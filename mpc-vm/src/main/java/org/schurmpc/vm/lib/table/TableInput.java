package org.schurmpc.vm.lib.table;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretBitVector;
import org.schurmpc.vm.lang.SecretInts;

/**
 * A table that a party inputs. All cells are proven to be in the ranges of their columns, and flags
 * to be 0 or 1. A cell that is said to be null counts as null, whatever value is given with it.
 */
public final class TableInput {
  private final Tables tables;
  private final ProgramBuilder b;
  private final String name;
  private final int party;
  private final int rows;
  private final Map<String, Column> columns = new LinkedHashMap<>();
  private SecretBitVector valid;
  private List<Key> order = List.of();
  private boolean strict;

  TableInput(Tables tables, String name, int party, int rows) {
    if (rows < 1) {
      throw new IllegalArgumentException("table %s has at least 1 row".formatted(name));
    }
    this.tables = tables;
    b = tables.builder();
    this.name = name;
    this.party = party;
    this.rows = rows;
  }

  /** Adds a column: an input of this type and as many values as there are rows. */
  public TableInput column(String column, IntType type) {
    add(column, new Column(Cells.of(b, values(column, type)), null));
    return this;
  }

  private SecretInts values(String column, IntType type) {
    return b.inputs(name + "_" + column, party, type, rows);
  }

  private void add(String column, Column cells) {
    if (columns.put(column, cells) != null) {
      throw new IllegalArgumentException("table %s has two columns %s".formatted(name, column));
    }
  }

  /**
   * Adds a column some of whose cells have no value: besides an input of values, one of bits that
   * are 1 where there is none.
   */
  public TableInput nullable(String column, IntType type) {
    SecretInts values = values(column, type);
    SecretBitVector none = b.inputBitVector(name + "_" + column + "_null", party, rows);
    SecretInts own = none.not().asInts().times(values);
    add(column, new Column(Cells.of(b, own.assumeFits(Table.withZero(values.bounds()))), none));
    return this;
  }

  /**
   * Says that rows may be none: adds an input of bits that are 1 for valid rows. So the number of
   * valid rows is secret.
   */
  public TableInput padded() {
    valid = b.inputBitVector(name + "_valid", party, rows);
    return this;
  }

  /**
   * Says that the party gives the valid rows in an order, and before all others. This is checked
   * with a comparison for each row but one; one bit is revealed, and the run ends if it is not so.
   */
  public TableInput sorted(Key... keys) {
    order = List.of(keys);
    strict = false;
    return this;
  }

  /**
   * Says that the party gives the valid rows in the ascending order of columns without nulls, in
   * which no two are equal. This is checked as {@link #sorted} says.
   */
  public TableInput sortedUnique(String... keys) {
    order = Key.allAscending(keys);
    strict = true;
    return this;
  }

  /** Returns the table, once all columns are declared. */
  public Table table() {
    if (columns.isEmpty()) {
      throw new IllegalArgumentException("table %s has no columns".formatted(name));
    }
    Table table = new Table(tables, new LinkedHashMap<>(columns), valid, Facts.none(valid == null));
    return order.isEmpty() ? table : checked(table);
  }

  private Table checked(Table table) {
    if (rows > 1) {
      Pack key = table.key(order);
      Pack next = key.slice(1, rows - 1);
      Pack before = key.slice(0, rows - 1);
      SecretBitVector wrong = strict ? before.before(next).not() : next.before(before);
      if (valid != null) {
        wrong = wrong.and(valid.slice(1, rows - 1));
      }
      tables.requireZero(
          wrong.asInts().sum(),
          "the rows of table %s of party %d are not in the order that the program says"
              .formatted(name, party + 1));
    }
    Facts facts = Facts.ordered(order);
    if (strict) {
      for (Key key : order) {
        if (table.find(key.column()).nullable()) {
          throw new IllegalArgumentException(
              "column %s may have nulls, so that it is not unique".formatted(key.column()));
        }
      }
      Set<String> set = Set.copyOf(order.stream().map(Key::column).toList());
      facts = facts.withUnique(List.of(set));
    }
    return table.with(facts);
  }
}
