package org.schurmpc.vm.lib.table;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretBitVector;

/**
 * A table that a party inputs. All cells are proven to be in the ranges of their columns, and flags
 * to be 0 or 1. A cell that is said to be null counts as null, whatever value is given with it.
 */
public final class TableInput {
  private static final int MOST_BITS = 1 << 24; // of a vector

  private final Tables tables;
  private final ProgramBuilder b;
  private final String name;
  private final int party;
  private final int rows;
  private final Map<String, Column> columns = new LinkedHashMap<>();
  private SecretBitVector valid;
  private List<Key> order = List.of();
  private boolean strict;
  private boolean bits;

  TableInput(Tables tables, String name, int party, int rows) {
    if (rows < 1) {
      throw new IllegalArgumentException("table %s has at least 1 row".formatted(name));
    }
    this.tables = tables;
    b = tables.builder();
    this.name = name;
    this.party = party;
    this.rows = rows;
    bits = b.hasBits();
  }

  /** Adds a column: an input of this type and as many values as there are rows. */
  public TableInput column(String column, IntType type) {
    add(column, new Column(values(column, type), null));
    return this;
  }

  /** Inputs values as bits in TinyOT if there are any, which rows are moved and compared as. */
  private Cells values(String column, IntType type) {
    String input = name + "_" + column;
    boolean few = (long) type.bits() * rows <= MOST_BITS;
    boolean sign = type.signed() && type.bits() == 1;
    if (!bits || !few || sign || !b.hasRoomForBits(type.bits() + b.sigmaMask())) {
      return Cells.of(b, b.inputs(input, party, type, rows));
    }
    SecretBitVector turned = b.booleans().inputs(input, party, type, rows).transposed(rows);
    List<SecretBitVector> planes = new ArrayList<>();
    for (int i = 0; i < type.bits(); i++) {
      planes.add(turned.slice(i * rows, rows));
    }
    return Cells.of(b, type.bounds(), planes);
  }

  private SecretBitVector flags(String suffix) {
    String input = name + "_" + suffix;
    return bits ? b.booleans().inputs(input, party, rows) : b.inputBitVector(input, party, rows);
  }

  /**
   * Inputs the columns that follow, and what else is to be known of rows, as numbers over the
   * field, also with bits in TinyOT. So it is cheaper for columns that are only added and
   * multiplied; and clients of services give no others.
   */
  public TableInput overField() {
    bits = false;
    return this;
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
    Cells values = values(column, type);
    SecretBitVector none = flags(column + "_null");
    add(column, new Column(values.zeroWhere(none), none));
    return this;
  }

  /**
   * Says that rows may be none: adds an input of bits that are 1 for valid rows. So the number of
   * valid rows is secret.
   */
  public TableInput padded() {
    valid = flags("valid");
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
