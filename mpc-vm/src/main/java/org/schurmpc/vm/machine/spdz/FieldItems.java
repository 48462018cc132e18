package org.schurmpc.vm.machine.spdz;

import java.util.List;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.spdz.material.LookupKind;
import org.schurmpc.spdz.material.Material;
import org.schurmpc.vm.code.Counts;
import org.schurmpc.vm.code.PublicTable;

/** The items of a program over one field as SPDZ's material. */
final class FieldItems {
  private final Material material;
  private final List<PublicTable> tables;

  /** By table, the kind of its masked copies; null if the field does not have the table. */
  private final LookupKind[] kinds;

  /**
   * Creates the items.
   *
   * @param tables all tables of the program
   */
  FieldItems(Material material, List<PublicTable> tables) {
    Field field = material.field();
    this.material = material;
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

  /** Returns numbers of items as a demand. */
  Demand demand(Counts counts) {
    Demand.Builder demand = Demand.of(material.storeName());
    demand.add(material.triples(), counts.triples());
    demand.add(material.bits(), counts.bits());
    if (!material.field().isBinary()) {
      demand.add(material.squares(), counts.squares());
      demand.add(material.inverses(), counts.inverses());
    }
    for (int party = 0; party < counts.inputs().length; party++) {
      demand.add(material.inputs(party), counts.inputs()[party]);
      demand.add(material.ownBits(party), counts.ownBits()[party]);
    }
    for (int t = 0; t < kinds.length; t++) {
      if (counts.lookups(t) > 0) {
        demand.add(kinds[t].kind(), counts.lookups(t), tables.get(t).entries());
      }
    }
    return demand.build();
  }
}
