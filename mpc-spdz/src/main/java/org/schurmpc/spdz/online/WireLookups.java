package org.schurmpc.spdz.online;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.schurmpc.core.circuit.LookupBatch;
import org.schurmpc.core.circuit.LookupTable;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.field.Field;
import org.schurmpc.spdz.material.LookupKind;
import org.schurmpc.spdz.material.Span;
import org.schurmpc.spdz.share.Shares;

/**
 * The lookups of a layer on wires: a part for each gate, whose lookups are the lanes. The index is
 * Σ X^i b_i of the wires b_i. Wires are bits whenever all opened elements are right: inputs are
 * proven bits, sums and products of bits are, and so are the entries of tables, whatever is read.
 * So no check is needed before.
 */
final class WireLookups implements Lookups.Operands {
  private final Field field;
  private final Wires wires;
  private final int lanes;
  private final Span bit;
  private final Map<LookupTable, LookupKind> kinds = new HashMap<>();
  private final long[] bits;
  private LookupBatch batch;

  WireLookups(Field field, Wires wires, int lanes) {
    this.field = field;
    this.wires = wires;
    this.lanes = lanes;
    this.bit = Span.powers(field, 1);
    this.bits = new long[lanes];
  }

  /** Sets the layer; returns its parts. */
  List<Lookups.Part> set(LookupBatch lookups) {
    batch = lookups;
    List<Lookups.Part> parts = new ArrayList<>();
    for (int i = 0; i < lookups.size(); i++) {
      parts.add(new Lookups.Part(kind(lookups.table(i)), lanes));
    }
    return parts;
  }

  private LookupKind kind(LookupTable table) {
    return kinds.computeIfAbsent(table, each -> LookupKind.of(field, each, LookupKind.Form.BITS));
  }

  @Override
  public void indices(int gate, long[] coordinates, int at, long[] macs, int macsAt) {
    Shares shares = wires.shares();
    for (int i = 0; i < batch.table(gate).inputBits(); i++) {
      int from = shares.at(wires.element(batch.input(gate, i)));
      bit.coordinates(shares.values(), from, bits, 0, lanes);
      for (int lane = 0; lane < lanes; lane++) {
        coordinates[at + lane] |= bits[lane] << i;
      }
      field.addScaled(field.element(1L << i), 0, shares.macs(), from, macs, macsAt, lanes);
    }
  }

  @Override
  public int target(int gate, int lane, int output) {
    return wires.element(batch.output(gate, output)) + lane;
  }

  @Override
  public Shares targets(int gate) {
    return wires.shares();
  }

  /** Wipes what was computed. */
  void wipe() {
    Secrets.wipe(bits);
  }
}
