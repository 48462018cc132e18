package org.schurmpc.tinytable.online;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.bits.LaneLayout;
import org.schurmpc.core.circuit.LookupBatch;
import org.schurmpc.core.circuit.MulBatch;

/** Tables whose entries have individual MACs, or none: messages consist of shares only. */
final class PackedTables implements LayerTables {
  private final LaneLayout layout;
  private final AndTables ands;
  private final BigTables lookups;

  PackedTables(LaneLayout layout, AndTables ands, BigTables lookups) {
    this.layout = layout;
    this.ands = ands;
    this.lookups = lookups;
  }

  @Override
  public void begin() {}

  @Override
  public long messageBits(MulBatch gates, LookupBatch batch) {
    return Layers.shareBits(layout, gates.size(), batch);
  }

  @Override
  public void open(AndInputs inputs, LookupBatch batch, MaskedWires wires, long[] message)
      throws MpcException {
    if (inputs.gates() > 0) {
      ands.open(inputs.instances(), inputs.left, inputs.right, message);
      layout.trim(message, 0, inputs.gates());
    }
    if (batch.size() > 0) {
      lookups.open(batch, wires, message, inputs.gates());
    }
  }

  @Override
  public void receive(AndInputs inputs, LookupBatch batch, long[] message) {
    if (inputs.gates() > 0) {
      ands.receive(inputs.instances(), message);
    }
    if (batch.size() > 0) {
      lookups.receive(batch, message, inputs.gates());
    }
  }

  @Override
  public void wipe() {
    ands.wipe();
    lookups.wipe();
  }
}
