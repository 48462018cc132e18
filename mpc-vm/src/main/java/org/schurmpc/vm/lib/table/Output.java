package org.schurmpc.vm.lib.table;

import java.util.List;
import java.util.function.BiConsumer;
import org.schurmpc.vm.lang.SecretBitVector;
import org.schurmpc.vm.lang.SecretInts;

/** Gives out the valid rows of a table, and nothing of others. */
final class Output {
  private final Table table;
  private final String name;

  /** Which rows are valid, over the field; null until a column needs it. */
  private SecretInts validNumbers;

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

  /** Returns the values in valid rows, and 0 in others. */
  private SecretInts ofValid(Cells cells) {
    SecretBitVector valid = table.valid();
    if (cells.isBitsAlone() && valid.isBoolean()) {
      return cells.zeroWhere(valid.not()).numbers();
    }
    if (validNumbers == null) {
      validNumbers = valid.asInts();
    }
    SecretInts numbers = cells.numbers();
    return validNumbers.times(numbers).assumeFits(Table.withZero(numbers.bounds()));
  }

  /** Returns flags over the field, where services deliver outputs. */
  private static SecretBitVector overField(SecretBitVector flags) {
    return flags.isBoolean() ? flags.asInts().assumeBits() : flags;
  }

  void to(BiConsumer<String, SecretInts> values, BiConsumer<String, SecretBitVector> flags) {
    boolean all = table.allValid();
    for (String each : table.columns()) {
      Column column = table.find(each);
      values.accept(name + "_" + each, all ? column.values().numbers() : ofValid(column.values()));
      if (column.nullable()) {
        SecretBitVector none = column.isNull();
        flags.accept(name + "_" + each + "_null", overField(all ? none : none.and(table.valid())));
      }
    }
    if (!all) {
      flags.accept(name + "_valid", overField(table.valid()));
    }
  }
}
