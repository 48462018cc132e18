package org.schurmpc.vm.lib.table;

import java.util.ArrayList;
import java.util.List;
import org.schurmpc.vm.lang.Bounds;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretBitVector;
import org.schurmpc.vm.lang.SecretInts;
import org.schurmpc.vm.lib.Shuffle;
import org.schurmpc.vm.lib.parts.SecretPermutation;

/** Moves the rows of tables. */
final class Rows {
  private Rows() {}

  /**
   * Returns rows in an order, the valid ones first.
   *
   * @param stable whether rows that are equal in all keys keep their order
   */
  static Table sorted(Table table, List<Key> keys, boolean stable) {
    Facts facts = table.facts();
    if (facts.run() == 0 && facts.startsWith(keys)) {
      return front(table);
    }
    Facts known = facts.sorted(keys);
    if (table.rows() == 1) {
      return table.with(known);
    }
    Sorter sorter = new Sorter(table.tables(), table.cells(), table.parts(keys), stable);
    boolean merge = facts.run() > 0 && facts.startsWith(keys);
    return table.from(merge ? sorter.merged(facts.run()) : sorter.all(), known);
  }

  static Table top(Table table, int k, List<Key> keys) {
    if (k < 1 || k > table.rows()) {
      throw new IllegalArgumentException("%d rows have no %d first".formatted(table.rows(), k));
    }
    Facts facts = table.facts();
    boolean known = facts.run() == 0 && facts.startsWith(keys);
    if (known || k == table.rows()) {
      return sorted(table, keys, true).slice(k);
    }
    Sorter sorter = new Sorter(table.tables(), table.cells(), table.parts(keys), true);
    return table.from(sorter.first(k), facts.sorted(keys));
  }

  static Table topOfGroups(Table table, int k, List<String> groups, List<Key> keys) {
    if (k < 1) {
      throw new IllegalArgumentException("a group has no %d first rows".formatted(k));
    }
    List<Key> order = new ArrayList<>(Key.allAscending(groups.toArray(String[]::new)));
    List<Key> group = List.copyOf(order);
    order.addAll(keys);
    Table sorted = table.sort(order.toArray(Key[]::new));
    if (k >= sorted.rows()) {
      return sorted;
    }
    SecretBitVector beyond = sorted.key(group).same(k);
    boolean bits = beyond.isBoolean();
    SecretBitVector first = Publics.flags(table.tables().builder(), bits, k, false);
    return sorted.filter(SecretBitVector.join(first, beyond).not());
  }

  static Table front(Table table) {
    Facts facts = table.facts();
    if (facts.front()) {
      return table;
    }
    ProgramBuilder b = table.tables().builder();
    Compaction moves = new Compaction(b, table.valid());
    return table.from(moves.front(table.pack()).columns(), facts.inFront());
  }

  static Table shuffled(Table table) {
    ProgramBuilder b = table.tables().builder();
    List<Cells> cells = table.cells();
    Facts facts = Facts.none(table.allValid()).withUnique(table.facts().unique());
    if (table.tables().asBits(cells)) {
      String name = table.tables().nextName();
      SecretPermutation shuffle = SecretPermutation.ofBits(b, name, table.rows());
      Pack rows = shuffle.apply(table.pack(), Pack::exchanged);
      return table.from(rows.columns(), facts);
    }
    List<SecretInts> numbers = cells.stream().map(Cells::numbers).toList();
    List<SecretInts> moved = new Shuffle(b, table.tables().nextName(), table.rows()).apply(numbers);
    List<Cells> result = new ArrayList<>();
    for (int i = 0; i < moved.size(); i++) {
      result.add(Cells.of(b, moved.get(i).assumeFits(cells.get(i).bounds())));
    }
    return table.from(result, facts);
  }

  /** Returns the cells of a column of two tables, of one behind those of the other. */
  static Column joined(Table x, Column ofX, Table y, Column ofY) {
    SecretBitVector none = null;
    Bounds bounds = ofX.values().bounds().hull(ofY.values().bounds());
    if (ofX.nullable() || ofY.nullable()) {
      none = SecretBitVector.join(isNull(x, ofX, ofY), isNull(y, ofY, ofX));
      bounds = Table.withZero(bounds);
    }
    return new Column(ofX.values().within(bounds).join(ofY.values().within(bounds)), none);
  }

  private static SecretBitVector isNull(Table of, Column column, Column other) {
    ProgramBuilder b = of.tables().builder();
    return column.nullable()
        ? column.isNull()
        : Publics.flags(b, other.isNull().isBoolean(), of.rows(), false);
  }
}
