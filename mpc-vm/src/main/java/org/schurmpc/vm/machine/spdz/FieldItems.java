package org.schurmpc.vm.machine.spdz;

import java.util.List;
import java.util.Optional;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.spdz.material.LookupKind;
import org.schurmpc.spdz.material.Material;
import org.schurmpc.spdz.material.MixedMaterial;
import org.schurmpc.vm.code.Counts;
import org.schurmpc.vm.code.MaskUse;
import org.schurmpc.vm.code.MixedCounts;
import org.schurmpc.vm.code.PublicTable;

/** The items of a program over one field as SPDZ's material. */
final class FieldItems {
  private final Material material;
  private final Optional<MixedMaterial> mixed;
  private final List<PublicTable> tables;

  /** By table, the kind of its masked copies; null if the field does not have the table. */
  private final LookupKind[] kinds;

  /**
   * Creates the items.
   *
   * @param mixed the material of bits beside a first field, or nothing
   * @param tables all tables of the program
   */
  FieldItems(Material material, Optional<MixedMaterial> mixed, List<PublicTable> tables) {
    this.mixed = mixed;
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
    mixed.ifPresent(kinds -> demand(counts.mixed(), kinds, demand));
    return demand.build();
  }

  private static void demand(MixedCounts counts, MixedMaterial kinds, Demand.Builder demand) {
    demand.add(kinds.ands(), counts.ands());
    demand.add(kinds.randomBits(), counts.bits());
    demand.add(kinds.daBits(), counts.daBits());
    for (int party = 0; party < 2; party++) {
      demand.add(kinds.bitInputs(party), counts.inputs(party));
    }
    counts.masks().forEach((kind, n) -> demand.add(kinds.masks(masks(kind)), n));
  }

  /** Returns masks of a program as those of the material. */
  static MixedMaterial.Masks masks(MaskUse kind) {
    return new MixedMaterial.Masks(kind.bits(), kind.split(), kind.width());
  }
}
