package org.schurmpc.tinytable.material;

import java.util.Map;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.bits.LaneLayout;
import org.schurmpc.core.circuit.LookupBatch;
import org.schurmpc.core.circuit.LookupTable;
import org.schurmpc.core.prep.MaterialKind;

/** A dealer's tables whose entries have individual MACs, or none. */
final class PackedMaker implements LayerMaker {
  private final LaneLayout layout;
  private final Material material;
  private final TableMaker ands;
  private final BigTableMaker lookups;
  private final Map<MaterialKind, DealtItems> items;

  PackedMaker(
      LaneLayout layout,
      Material material,
      TableMaker ands,
      BigTableMaker lookups,
      Map<MaterialKind, DealtItems> items) {
    this.layout = layout;
    this.material = material;
    this.ands = ands;
    this.lookups = lookups;
    this.items = items;
  }

  @Override
  public void ands(int instances, long[] left, long[] right, long[] out) throws MpcException {
    for (int word = 0; word * (long) Material.BITS < instances; word++) {
      DealtItems to = items.get(material.andTables());
      int at = to.next();
      ands.make(material, left[word], right[word], out[word], to.data, at);
    }
  }

  @Override
  public void tables(LookupBatch batch, int[] in, int[] out) throws MpcException {
    for (int i = 0; i < batch.size(); i++) {
      LookupTable table = batch.table(i);
      DealtItems to = items.get(material.tables(table.inputBits(), table.outputBits()));
      for (int t = i * layout.lanes(); t < (i + 1) * layout.lanes(); t++) {
        int at = to.next();
        lookups.make(material, table, in[t], out[t], to.data, at);
      }
    }
  }

  @Override
  public void wipe() {
    // The makers outlive a circuit.
  }
}
