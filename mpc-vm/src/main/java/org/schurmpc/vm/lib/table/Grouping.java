package org.schurmpc.vm.lib.table;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretBitVector;

/**
 * Groups of rows that are equal in some columns. Rows are sorted by these; the last row of each
 * group has what sums up to it, and moves to the front. There the sum of a group is the difference
 * from the row before.
 */
final class Grouping {
  private final ProgramBuilder b;
  private final List<String> groups;

  /** The rows in the order of the groups. */
  private final Table table;

  /** By row but the first one, whether it is in the group of the row before. */
  private final SecretBitVector same;

  private final int n;

  Grouping(Table table, List<String> groups) {
    if (groups.isEmpty()) {
      throw new IllegalArgumentException("groups are those of 1 column or more");
    }
    b = table.tables().builder();
    this.groups = List.copyOf(groups);
    this.table = inOrder(table, groups);
    n = this.table.rows();
    same = n == 1 ? null : this.table.key(Key.allAscending(names())).same(1);
  }

  private String[] names() {
    return groups.toArray(String[]::new);
  }

  private static Table inOrder(Table table, List<String> groups) {
    List<Key> order = table.facts().order();
    boolean grouped =
        table.facts().run() == 0
            && order.size() >= groups.size()
            && Set.copyOf(order.subList(0, groups.size()).stream().map(Key::column).toList())
                .equals(Set.copyOf(groups));
    return grouped
        ? Rows.front(table)
        : Rows.sorted(table, Key.allAscending(groups.toArray(String[]::new)), false);
  }

  /** Returns the different rows of a table. */
  static Table distinct(Table table) {
    Grouping grouping = new Grouping(table, table.columns());
    Facts known =
        Facts.ordered(grouping.table.facts().order())
            .filtered()
            .withUnique(List.of(Set.copyOf(table.columns())));
    if (grouping.n == 1) {
      return grouping.table.with(known);
    }
    SecretBitVector first = Publics.flags(grouping.b, grouping.same.isBoolean(), 1, true);
    SecretBitVector firsts = SecretBitVector.join(first, grouping.same.not());
    return grouping.table.filter(firsts).with(known);
  }

  /** Cells that move with the last row of each group, and where each is. */
  private final List<Cells> moved = new ArrayList<>();

  private final Map<String, Integer> places = new LinkedHashMap<>();

  private void move(String what, Supplier<Cells> cells) {
    if (!places.containsKey(what)) {
      places.put(what, moved.size());
      moved.add(cells.get());
    }
  }

  /** Returns the aggregates of all groups. */
  Table of(List<Aggregate> aggregates) {
    for (String group : groups) {
      Column column = table.find(group);
      move("group " + group, column::values);
      if (column.nullable()) {
        move("null group " + group, () -> Cells.flags(b, column.isNull()));
      }
    }
    aggregates.forEach(this::move);
    SecretBitVector last = last();
    moved.add(Cells.flags(b, last));
    Pack rows = table.tables().pack(moved);
    List<Cells> ends = new Compaction(b, rows.own(last)).front(rows).columns();
    SecretBitVector valid = ends.get(ends.size() - 1).flags();
    return new Groups(table, groups, ends, places, valid).of(aggregates);
  }

  private SecretBitVector last() {
    if (n == 1) {
      return table.valid();
    }
    SecretBitVector one = Publics.flags(b, same.isBoolean(), 1, true);
    SecretBitVector ends = SecretBitVector.join(same.not(), one);
    return table.allValid() ? ends : ends.and(table.valid());
  }

  private void move(Aggregate each) {
    boolean rows = each.column == null;
    Column column = rows ? null : table.find(each.column);
    if (rows || !column.nullable()) {
      move("rows", () -> Publics.numbers(b, table.tables().asBits(table.cells()), n));
    } else {
      move(
          "count " + each.column, () -> Cells.of(b, Segments.sums(column.isNull().not().asInts())));
    }
    switch (each.kind) {
      case SUM, MEAN ->
          move("sum " + each.column, () -> Cells.of(b, Segments.sums(column.values().numbers())));
      case MIN, MAX -> moveLeast(each, column);
      default -> {}
    }
  }

  private void moveLeast(Aggregate each, Column column) {
    String what = each.kind + " " + each.column;
    if (places.containsKey(what)) {
      return;
    }
    boolean max = each.kind == Aggregate.Kind.MAX;
    Cells values = column.values();
    List<Cells> key = new ArrayList<>(List.of(max ? values.complement() : values));
    if (column.nullable()) {
      key.add(Cells.flags(b, column.isNull()));
    }
    Pack pack = Pack.of(b, table.tables().asBits(table.cells()), key);
    Cells least = (n == 1 ? pack : Segments.leastSoFar(pack, same)).column(0);
    move(what, () -> max ? least.original(values.bounds()) : least);
  }
}
