package org.schurmpc.vm.lib.table;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.schurmpc.vm.lang.Bounds;
import org.schurmpc.vm.lang.ClearInt;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretBitVector;
import org.schurmpc.vm.lang.SecretInt;
import org.schurmpc.vm.lang.SecretInts;
import org.schurmpc.vm.lib.Comparison;

/**
 * A table of secret integers: a public number of rows, some of which are valid. Which ones are
 * valid, and how many, is secret until a method whose name begins with {@code reveal} shows it.
 * Cells of a column may have no value (null). Tables do not change; functions return new ones.
 *
 * <p>What a method takes and leaks is in docs/library.md.
 */
public final class Table {
  private final Tables tables;
  private final ProgramBuilder b;
  private final Facts facts;
  private final int rows;
  private Map<String, Column> columns;

  /** By row, whether it is valid; null if all are. */
  private SecretBitVector valid;

  /**
   * What will move the valid rows to the front once a cell is asked for: until then there are more
   * rows, and columns that are left out before are never moved. Null if all is where it belongs.
   */
  private Compaction waiting;

  Table(Tables tables, Map<String, Column> columns, SecretBitVector valid, Facts facts) {
    this(tables, columns, valid, null, facts, columns.values().iterator().next().values().size());
  }

  private Table(
      Tables tables,
      Map<String, Column> columns,
      SecretBitVector valid,
      Compaction waiting,
      Facts facts,
      int rows) {
    this.tables = tables;
    b = tables.builder();
    this.columns = columns;
    this.valid = valid;
    this.waiting = waiting;
    this.facts = facts;
    this.rows = rows;
  }

  /** Returns the marked rows of longer columns, as many as they can be, in front. */
  static Table ofMarked(
      Tables tables, Map<String, Column> columns, SecretBitVector marks, int rows, Facts facts) {
    Compaction moves = new Compaction(tables.builder(), marks);
    return new Table(tables, columns, marks, moves, facts, rows);
  }

  private void settle() {
    if (waiting == null) {
      return;
    }
    Compaction moves = waiting;
    waiting = null;
    List<Cells> front = moves.front(tables.pack(allCells())).columns();
    Table moved = from(front.stream().map(each -> each.slice(0, rows)).toList(), facts);
    columns = moved.columns;
    valid = moved.valid;
  }

  static BigInteger big(long value) {
    return BigInteger.valueOf(value);
  }

  static Bounds withZero(Bounds bounds) {
    return bounds.hull(Bounds.of(0));
  }

  Tables tables() {
    return tables;
  }

  Facts facts() {
    return facts;
  }

  Table with(Facts other) {
    return new Table(tables, columns, valid, waiting, other, rows);
  }

  /** Returns the number of rows, valid and others. */
  public int rows() {
    return rows;
  }

  /** Returns the names of the columns. */
  public List<String> columns() {
    return List.copyOf(columns.keySet());
  }

  Column find(String name) {
    settle();
    return any(name);
  }

  /** Returns a column, whose rows may not be where they belong. */
  private Column any(String name) {
    Column column = columns.get(name);
    if (column == null) {
      throw new IllegalArgumentException(
          "there is no column %s; the table has %s".formatted(name, String.join(", ", columns())));
    }
    return column;
  }

  /** Returns the values of a column: any in rows that are not valid, and 0 for null. */
  public SecretInts values(String column) {
    return find(column).values().numbers();
  }

  /** Returns where a column has no value. */
  public SecretBitVector isNull(String column) {
    Column found = find(column);
    return found.nullable() ? found.isNull() : Publics.flags(b, false, rows, false);
  }

  /** Returns which rows are valid. */
  public SecretBitVector valid() {
    settle();
    return valid != null ? valid : Publics.flags(b, false, rows, true);
  }

  boolean allValid() {
    return valid == null;
  }

  // Columns

  /** Returns the table with one column more. */
  public Table with(String name, SecretInts values) {
    return with(name, new Column(Cells.of(b, values), null));
  }

  /** Returns the table with one column more, which has no value where bits are 1. */
  public Table with(String name, SecretInts values, SecretBitVector isNull) {
    SecretInts own = isNull.not().asInts().times(values);
    Cells cells = Cells.of(b, own.assumeFits(withZero(values.bounds())));
    return with(name, new Column(cells, isNull));
  }

  private Table with(String name, Column column) {
    if (columns.containsKey(name)) {
      throw new IllegalArgumentException("there is a column %s already".formatted(name));
    }
    if (column.values().size() != rows) {
      throw new IllegalArgumentException(
          "column %s has %d rows, and the table %d".formatted(name, column.values().size(), rows));
    }
    settle();
    Map<String, Column> more = new LinkedHashMap<>(columns);
    more.put(name, column);
    return new Table(tables, more, valid, facts);
  }

  /** Returns some columns, in this order. */
  public Table select(String... names) {
    Map<String, Column> some = new LinkedHashMap<>();
    for (String name : names) {
      some.put(name, any(name));
    }
    if (some.size() != names.length || names.length == 0) {
      throw new IllegalArgumentException("a table has some columns, each once");
    }
    Facts left = facts.renamed(each -> some.containsKey(each) ? each : null);
    return new Table(tables, some, valid, waiting, left, rows);
  }

  /** Returns the table with a column under another name. */
  public Table rename(String from, String to) {
    any(from);
    Map<String, Column> renamed = new LinkedHashMap<>();
    columns.forEach((name, column) -> renamed.put(name.equals(from) ? to : name, column));
    if (renamed.size() != columns.size()) {
      throw new IllegalArgumentException("there is a column %s already".formatted(to));
    }
    Facts left = facts.renamed(each -> each.equals(from) ? to : each);
    return new Table(tables, renamed, valid, waiting, left, rows);
  }

  // Rows

  /** Returns the table in which only rows whose bits are 1 are valid. Takes a product a row. */
  public Table filter(SecretBitVector which) {
    if (which.size() != rows) {
      throw new IllegalArgumentException(
          "%d bits choose among %d rows".formatted(which.size(), rows));
    }
    settle();
    SecretBitVector left = valid == null ? which : valid.and(which);
    return new Table(tables, columns, left, facts.filtered());
  }

  /**
   * Returns the table in which only rows are valid for whose value in a column a test is 1; a null
   * passes no test.
   */
  public Table filter(String column, Function<SecretInts, SecretBitVector> test) {
    SecretBitVector passed = test.apply(values(column));
    Column found = find(column);
    return filter(found.nullable() ? passed.and(found.isNull().not()) : passed);
  }

  /** Returns all rows of both tables, which have columns of the same names. */
  public Table union(Table other) {
    if (!Set.copyOf(columns()).equals(Set.copyOf(other.columns()))) {
      throw new IllegalArgumentException(
          "tables of columns %s and of %s have no union"
              .formatted(String.join(", ", columns()), String.join(", ", other.columns())));
    }
    Map<String, Column> all = new LinkedHashMap<>();
    for (String name : columns.keySet()) {
      all.put(name, Rows.joined(this, find(name), other, other.find(name)));
    }
    SecretBitVector either = null;
    if (!allValid() || !other.allValid()) {
      either = SecretBitVector.join(valid(), other.valid());
    }
    boolean front = allValid() && other.facts.front();
    Facts known = facts.union(other.facts, rows, front);
    return new Table(tables, all, either, known);
  }

  /**
   * Returns the rows in an order, the valid ones first. Rows that are equal in all keys keep their
   * order. Takes nothing if they are known to be in this order, and a merge for the union of two
   * tables that are.
   */
  public Table sort(Key... keys) {
    return Rows.sorted(this, requireKeys(keys), true);
  }

  List<Key> requireKeys(Key... keys) {
    List<Key> list = List.of(keys);
    if (list.isEmpty() || list.stream().map(Key::column).distinct().count() != keys.length) {
      throw new IllegalArgumentException("an order has some columns, each once");
    }
    list.forEach(key -> find(key.column()));
    return list;
  }

  /** Returns the first k valid rows in an order as {@link #sort}: a table of k rows. */
  public Table top(int k, Key... keys) {
    return Rows.top(this, k, requireKeys(keys));
  }

  /**
   * Returns the rows in the order of groups and then of keys, of which the first k of each group
   * are valid.
   *
   * @param groups names of columns
   */
  public Table topOfGroups(int k, List<String> groups, Key... keys) {
    return Rows.topOfGroups(this, k, groups, List.of(keys));
  }

  /** Returns the table with its valid rows in front, in their order. */
  public Table front() {
    return Rows.front(this);
  }

  /**
   * Returns the valid rows in front of a table of fewer rows. If there are more valid rows than it
   * has, the run ends; that it does is all that is shown.
   *
   * @param capacity number of rows, at least 1
   */
  public Table limit(int capacity) {
    if (capacity < 1) {
      throw new IllegalArgumentException("a table has at least 1 row");
    }
    if (capacity >= rows) {
      return front();
    }
    SecretBitVector more = new Comparison(b).greaterThan(size().asVector(), capacity);
    tables.requireZero(more.asInts().sum(), tooMany(capacity));
    return Rows.front(this).slice(capacity);
  }

  static String tooMany(int capacity) {
    return "there are more valid rows than the %,d for which the program has room"
        .formatted(capacity);
  }

  /** Returns the first rows. */
  Table slice(int n) {
    if (waiting != null) {
      return new Table(tables, columns, valid, waiting, facts, n);
    }
    List<Cells> cut = cells().stream().map(each -> each.slice(0, n)).toList();
    return from(cut, facts);
  }

  /**
   * Returns the rows in a secret uniform order, by a {@link org.schurmpc.vm.lib.Shuffle}, so that
   * their places tell nothing.
   */
  public Table shuffle() {
    return Rows.shuffled(this);
  }

  /** Returns the different valid rows in some columns, in the ascending order of these. */
  public Table distinct(String... names) {
    return Grouping.distinct(select(names));
  }

  /**
   * Returns a row for each group of valid rows that are equal in some columns: these, and an
   * aggregate for each other column. In the ascending order of the columns; nulls are equal.
   */
  public Table groupBy(List<String> groups, Aggregate... aggregates) {
    Set<String> names = new LinkedHashSet<>(groups);
    for (Aggregate each : aggregates) {
      if (each.column != null) {
        names.add(each.column);
      }
    }
    Table some = names.isEmpty() ? this : select(names.toArray(String[]::new));
    return new Grouping(some, groups).of(List.of(aggregates));
  }

  /**
   * Returns each valid row of this table with the row of another one that is equal in some columns,
   * if there is one: in the order of these columns, with all columns of both. A null equals
   * nothing. The table has as many rows as this one.
   *
   * @param unique has no two valid rows that are equal in these columns; else the run ends
   */
  public Table join(Table unique, String... on) {
    return new Join(this, unique, on).inner();
  }

  /**
   * Returns all pairs of a valid row of this table and one of another that are equal in some
   * columns: in the order of these columns, with all columns of both. A null equals nothing. If
   * there are more pairs than the result has rows, the run ends; that it does is all that is shown.
   *
   * @param capacity number of rows of the result, at least 1
   */
  public Table joinAll(Table other, int capacity, String... on) {
    if (capacity < 1) {
      throw new IllegalArgumentException("a table has at least 1 row");
    }
    return new Join(this, other, on).pairs(capacity);
  }

  /** Returns the valid rows for which another table has one that is equal in some columns. */
  public Table semiJoin(Table other, String... on) {
    return new Join(this, other, on).matching(true);
  }

  /** Returns the valid rows for which another table has none that is equal in some columns. */
  public Table antiJoin(Table other, String... on) {
    return new Join(this, other, on).matching(false);
  }

  // Reveals

  private SecretInt size() {
    return (waiting == null ? valid() : waiting.marks()).asInts().sum();
  }

  /** Shows all parties how many rows are valid. */
  public ClearInt revealSize() {
    return size().reveal();
  }

  /**
   * Gives the valid rows to all parties when the program ends, as outputs name_column, also
   * name_column_null if there can be nulls, and name_valid if not all rows are valid; behind the
   * valid rows all is 0. So their number is shown, and their order; if this tells of columns that
   * are not in the table, they are shuffled before.
   */
  public void reveal(String name) {
    new Output(this, name).to(b::output, b::output);
  }

  /** Gives the valid rows to one party when the program ends, as {@link #reveal} does to all. */
  public void revealTo(int party, String name) {
    new Output(this, name)
        .to((port, x) -> b.outputTo(party, port, x), (port, x) -> b.outputTo(party, port, x));
  }

  // What functions move

  /** Returns all that is in the rows: of each column its values and where there is none. */
  List<Cells> cells() {
    settle();
    return allCells();
  }

  private List<Cells> allCells() {
    List<Cells> cells = new ArrayList<>();
    for (Column column : columns.values()) {
      cells.add(column.values());
      if (column.nullable()) {
        cells.add(Cells.flags(b, column.isNull()));
      }
    }
    if (valid != null) {
      cells.add(Cells.flags(b, valid));
    }
    return cells;
  }

  /** Returns a table of these columns from what {@link #cells} has. */
  Table from(List<Cells> cells, Facts known) {
    int next = 0;
    Map<String, Column> moved = new LinkedHashMap<>();
    for (Map.Entry<String, Column> each : columns.entrySet()) {
      Cells values = cells.get(next++);
      SecretBitVector none = each.getValue().nullable() ? cells.get(next++).flags() : null;
      moved.put(each.getKey(), new Column(values, none));
    }
    return new Table(tables, moved, valid == null ? null : cells.get(next).flags(), known);
  }

  /** Returns what rows are compared by as columns of {@link #cells}: valid ones, then keys. */
  List<Sorter.Part> parts(List<Key> keys) {
    List<Sorter.Part> parts = new ArrayList<>();
    for (int i = keys.size() - 1; i >= 0; i--) {
      Key key = keys.get(i);
      int at = 0;
      for (Map.Entry<String, Column> each : columns.entrySet()) {
        boolean nullable = each.getValue().nullable();
        if (each.getKey().equals(key.column())) {
          parts.add(new Sorter.Part(at, key.descending()));
          if (nullable) {
            parts.add(new Sorter.Part(at + 1, false));
          }
        }
        at += nullable ? 2 : 1;
      }
    }
    if (valid != null) {
      parts.add(new Sorter.Part(cells().size() - 1, true));
    }
    return parts;
  }

  /** Returns what rows are compared by. */
  Pack key(List<Key> keys) {
    List<Cells> cells = cells();
    List<Cells> parts = new ArrayList<>();
    for (Sorter.Part part : parts(keys)) {
      Cells each = cells.get(part.column());
      parts.add(part.descending() ? each.complement() : each);
    }
    return Pack.of(b, tables.asBits(cells), parts);
  }

  /** Returns all that is in the rows, to be moved. */
  Pack pack() {
    return tables.pack(cells());
  }
}
