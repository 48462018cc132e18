package org.schurmpc.vm.lib.table;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretBitVector;

/**
 * Joins of a table with the rows of another one that are equal in some columns. The rows of both
 * are sorted by these columns, those of the other table first; what a group of equal rows begins
 * with is copied along it.
 */
final class Join {
  private static final String SIDE = "";

  private final Tables tables;
  private final ProgramBuilder b;
  private final Table left;
  private final Table right;
  private final List<String> on;

  /** Whether rows of the left table with equal keys need to keep their order. */
  private final boolean stable;

  /**
   * Creates a join.
   *
   * @param left the table whose rows are kept
   * @param right the table in which rows are looked up
   * @param on the columns in which rows are equal
   */
  Join(Table left, Table right, String... on) {
    tables = left.tables();
    b = tables.builder();
    this.left = left;
    this.right = right;
    this.on = List.of(on);
    stable = !left.facts().isUnique(this.on);
    left.requireKeys(Key.allAscending(on).toArray(Key[]::new));
    right.requireKeys(Key.allAscending(on).toArray(Key[]::new));
  }

  /** Returns the columns of the right table that are joined. */
  private List<String> joined() {
    List<String> names = new ArrayList<>(right.columns());
    names.removeAll(on);
    for (String name : names) {
      if (left.columns().contains(name)) {
        throw new IllegalArgumentException(
            "both tables have a column %s: rename one".formatted(name));
      }
    }
    return names;
  }

  /** Rows of both tables, those of a key together, those of the right table before others. */
  final class Sorted {
    final Table rows;

    /** By row but the first one, whether it has the key of the row before. */
    final SecretBitVector same;

    /** Whether a valid row of the right table begins the row's group. */
    SecretBitVector found;

    /** What the right table has in the row that begins the row's group. */
    List<Cells> first;

    Sorted(List<String> names, boolean stable) {
      Table other = withoutNulls(right);
      Map<String, Column> columns = new LinkedHashMap<>();
      for (String name : on) {
        columns.put(name, Rows.joined(other, other.find(name), left, left.find(name)));
      }
      for (String name : left.columns()) {
        if (!on.contains(name)) {
          columns.put(name, padded(left.find(name), right.rows(), false));
        }
      }
      for (String name : names) {
        columns.put(name, padded(right.find(name), left.rows(), true));
      }
      boolean bits = tables.asBits(columns.values().stream().map(Column::values).toList());
      SecretBitVector zero = Publics.flags(b, bits, right.rows(), false);
      SecretBitVector one = Publics.flags(b, bits, left.rows(), true);
      SecretBitVector side = SecretBitVector.join(zero, one);
      columns.put(SIDE, new Column(Cells.flags(b, side), null));
      SecretBitVector valid = null;
      if (!other.allValid() || !left.allValid()) {
        valid = SecretBitVector.join(other.valid(), left.valid());
      }
      Facts facts = other.facts().union(left.facts(), right.rows(), false);
      List<Key> keys = Key.allAscending(on.toArray(String[]::new));
      boolean runs = facts.run() > 0 && facts.startsWith(keys);
      List<Key> order = new ArrayList<>(keys);
      order.add(Key.ascending(SIDE));
      Facts known = new Facts(order, Set.of(), false, false, runs ? right.rows() : 0, List.of());
      Table all = new Table(tables, columns, valid, runs ? known : Facts.none(false));
      rows = Rows.sorted(all, order, stable);
      same = rows.key(keys).same(1);
    }

    /** Copies what the right table has in columns along the groups. */
    void copy(List<String> names) {
      List<Cells> cells = new ArrayList<>();
      for (String name : names) {
        cells.add(rows.find(name).values());
        if (rows.find(name).nullable()) {
          cells.add(Cells.flags(b, rows.find(name).isNull()));
        }
      }
      cells.add(Cells.flags(b, ofRight()));
      first = Segments.ofFirst(tables.pack(cells), same).columns();
      found = first.get(first.size() - 1).flags();
    }

    SecretBitVector side() {
      return rows.find(SIDE).values().flags();
    }

    /** Returns which rows are valid ones of the right table. */
    SecretBitVector ofRight() {
      return rows.allValid() ? side().not() : side().not().and(rows.valid());
    }

    SecretBitVector ofLeft() {
      return rows.allValid() ? side() : side().and(rows.valid());
    }

    /** Returns the marked rows of the left table, as many as it has. */
    Table front(Map<String, Column> columns, SecretBitVector marks) {
      return Table.ofMarked(tables, columns, marks, left.rows(), facts());
    }
  }

  /** Returns a table without the rows that have a null in the columns that are compared. */
  private Table withoutNulls(Table table) {
    Table some = table;
    for (String name : on) {
      if (table.find(name).nullable()) {
        some = some.filter(table.find(name).isNull().not());
      }
    }
    // Nulls of a single key are last, so that valid rows are still in front if they are sorted.
    return on.size() == 1 ? some.with(table.facts()) : some;
  }

  /** Returns a column with rows before or behind its own, which have nothing. */
  private Column padded(Column column, int rows, boolean behind) {
    Cells own = column.values();
    Cells none = tables.least(own, rows);
    SecretBitVector isNull = null;
    if (column.nullable()) {
      SecretBitVector zero = Publics.flags(b, column.isNull().isBoolean(), rows, false);
      isNull =
          behind
              ? SecretBitVector.join(column.isNull(), zero)
              : SecretBitVector.join(zero, column.isNull());
    }
    return new Column(behind ? own.join(none) : none.join(own), isNull);
  }

  /** Returns the rows of the left table with those of the right one, which are unique. */
  Table inner() {
    List<String> names = joined();
    Sorted sorted = new Sorted(names, stable);
    if (!right.facts().isUnique(on)) {
      int n = sorted.rows.rows() - 1;
      SecretBitVector again = sorted.same.and(sorted.ofRight().slice(1, n));
      tables.requireZero(
          again.asInts().sum(), "two rows that are joined with others have the same key");
    }
    sorted.copy(names);
    Map<String, Column> columns = new LinkedHashMap<>();
    for (String name : left.columns()) {
      columns.put(name, withoutNull(name, sorted.rows.find(name)));
    }
    int next = 0;
    for (String name : names) {
      Cells values = sorted.first.get(next++);
      boolean nullable = right.find(name).nullable();
      columns.put(name, new Column(values, nullable ? sorted.first.get(next++).flags() : null));
    }
    SecretBitVector marks = sorted.ofLeft().and(sorted.found);
    return sorted.front(columns, marks);
  }

  /**
   * Returns all pairs of rows that are equal.
   *
   * @param capacity number of rows of the result
   */
  Table pairs(int capacity) {
    List<String> names = joined();
    Sorted sorted = new Sorted(names, true);
    return new Pairs(tables, sorted.rows, sorted.same, sorted.ofLeft(), sorted.ofRight())
        .of(left.columns(), on, names, capacity)
        .with(facts().union(right.facts().sorted(List.of()), 0, true).inOrder(facts().order()));
  }

  /** Returns a column of the result; a null is equal to nothing. */
  private Column withoutNull(String name, Column column) {
    return on.contains(name) ? new Column(column.values(), null) : column;
  }

  private Facts facts() {
    List<Key> keys = Key.allAscending(on.toArray(String[]::new));
    Facts sorted = left.facts().sorted(keys);
    return new Facts(keys, sorted.tells(), sorted.hidden(), true, 0, sorted.unique());
  }

  /** Returns the rows of the left table for which the right one has some, or has none. */
  Table matching(boolean some) {
    Sorted sorted = new Sorted(List.of(), stable);
    sorted.copy(List.of());
    Map<String, Column> columns = new LinkedHashMap<>();
    for (String name : left.columns()) {
      columns.put(name, sorted.rows.find(name));
    }
    SecretBitVector found = some ? sorted.found : sorted.found.not();
    return sorted.front(columns, sorted.ofLeft().and(found));
  }
}
