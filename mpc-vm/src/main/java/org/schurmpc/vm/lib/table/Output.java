package org.schurmpc.vm.lib.table;

import java.util.List;
import java.util.function.BiConsumer;
import org.schurmpc.vm.lang.SecretBitVector;
import org.schurmpc.vm.lang.SecretInts;

/** Gives out the valid rows of a table, and nothing of others. */
final class Output {
  private final Table table;
  private final String name;

  Output(Table table, String name) {
    this.table = table.facts().hidden() ? withoutTraces(table) : table.front();
    this.name = name;
  }

  /** Returns the rows such that rows that are equal in the keys of their order tell nothing. */
  private static Table withoutTraces(Table table) {
    List<Key> order = table.facts().run() > 0 ? List.of() : table.facts().order();
    Table moved = table.shuffle();
    return order.isEmpty() ? moved.front() : moved.sort(order.toArray(Key[]::new));
  }

  void to(BiConsumer<String, SecretInts> values, BiConsumer<String, SecretBitVector> flags) {
    boolean all = table.allValid();
    SecretInts valid = all ? null : table.valid().asInts();
    for (String each : table.columns()) {
      Column column = table.find(each);
      SecretInts numbers = column.values().numbers();
      if (!all) {
        numbers = valid.times(numbers).assumeFits(Table.withZero(numbers.bounds()));
      }
      values.accept(name + "_" + each, numbers);
      if (column.nullable()) {
        SecretBitVector none = column.isNull();
        flags.accept(name + "_" + each + "_null", all ? none : none.and(table.valid()));
      }
    }
    if (!all) {
      flags.accept(name + "_valid", table.valid());
    }
  }
}
