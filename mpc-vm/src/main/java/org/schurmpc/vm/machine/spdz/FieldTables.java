package org.schurmpc.vm.machine.spdz;

import java.util.List;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.spdz.material.LookupKind;
import org.schurmpc.vm.code.Counts;
import org.schurmpc.vm.code.PublicTable;

/** The public tables of a program, and the kinds of their masked copies over one field. */
final class FieldTables {
  private final List<PublicTable> tables;

  /** By table; null if the field does not have the table. */
  private final LookupKind[] kinds;

  FieldTables(Field field, List<PublicTable> tables) {
    this.tables = List.copyOf(tables);
    this.kinds = new LookupKind[tables.size()];
    for (int t = 0; t < kinds.length; t++) {
      PublicTable table = tables.get(t);
      kinds[t] = table.isOver(field) ? LookupKind.of(field, table.entries(), form(table)) : null;
    }
  }

  private static LookupKind.Form form(PublicTable table) {
    return switch (table.form()) {
      case BITS -> LookupKind.Form.BITS;
      case BYTES -> LookupKind.Form.BYTES;
    };
  }

  /** Returns the kind of a table's masked copies. */
  LookupKind kind(int table) {
    return kinds[table];
  }

  /** Adds masked copies to a demand. */
  void add(Counts counts, Demand.Builder demand) {
    for (int t = 0; t < kinds.length; t++) {
      if (counts.lookups(t) > 0) {
        demand.add(kinds[t].kind(), counts.lookups(t), tables.get(t).entries());
      }
    }
  }
}
