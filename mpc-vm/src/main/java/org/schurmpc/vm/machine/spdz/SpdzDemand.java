package org.schurmpc.vm.machine.spdz;

import org.schurmpc.core.prep.Demand;
import org.schurmpc.spdz.material.Material;
import org.schurmpc.vm.code.Counts;

/** Numbers of items as a demand for SPDZ's material. */
final class SpdzDemand {
  private SpdzDemand() {}

  /** Returns the demand for the items of one field. */
  static Demand of(Material material, FieldTables tables, Counts counts) {
    Demand.Builder demand = Demand.of(material.storeName());
    demand.add(material.triples(), counts.triples());
    demand.add(material.bits(), counts.bits());
    if (!material.field().isBinary()) {
      demand.add(material.squares(), counts.squares());
      demand.add(material.inverses(), counts.inverses());
    }
    for (int party = 0; party < counts.inputs().length; party++) {
      demand.add(material.inputs(party), counts.inputs()[party]);
    }
    tables.add(counts, demand);
    return demand.build();
  }
}
