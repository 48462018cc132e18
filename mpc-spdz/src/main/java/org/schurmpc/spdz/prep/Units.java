package org.schurmpc.spdz.prep;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.circuit.LookupTable;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.MaterialSink;
import org.schurmpc.core.prep.Sequencer;
import org.schurmpc.spdz.material.LookupKind;
import org.schurmpc.spdz.material.Material;
import org.schurmpc.spdz.material.Span;

/** Divides a demand into units of work for threads, in an order that is equal at all parties. */
final class Units {
  private final MascotParameters parameters;
  private final Field field;
  private final Material material;
  private final int parties;
  private final Generator generator;

  /** The work that a thread does at a time: items of one kind. */
  @FunctionalInterface
  interface Unit {
    /** Makes the items and puts them; all of them are checked. */
    void make(Generator generator, Sequencer.Turn turn, MaterialSink sink) throws MpcException;
  }

  /**
   * Creates the division.
   *
   * @param generator any of the generators, which have equal batches
   */
  Units(MascotParameters parameters, int parties, Generator generator) {
    this.parameters = parameters;
    this.field = parameters.field();
    this.material = new Material(field, parameters.sigma());
    this.parties = parties;
    this.generator = generator;
  }

  /**
   * Returns the units of a demand.
   *
   * @throws IllegalArgumentException if a kind is none of the field's, or lacks its table
   */
  List<Unit> of(Demand demand) {
    List<Unit> units = new ArrayList<>();
    for (Map.Entry<MaterialKind, Long> quota : demand.quotas().entrySet()) {
      MaterialKind kind = quota.getKey();
      long items = quota.getValue();
      Optional<LookupKind> lookups = lookups(kind);
      if (!field.isBinary() && kind.equals(material.voleStarts(parties))) {
        add(items, 1, n -> (by, turn, to) -> by.leave(turn, to), units);
      } else if (lookups.isPresent()) {
        addTables(lookups.get(), table(lookups.get(), demand), items, units);
      } else {
        int owner = owner(kind);
        int most = generator.unit(kind, parameters.batch());
        add(items, most, n -> (by, turn, to) -> by.make(kind, owner, n, turn, to), units);
      }
    }
    return units;
  }

  private void addTables(LookupKind kind, LookupTable table, long items, List<Unit> units) {
    int batch = generator.unit(material.triples(), parameters.batch());
    int most = TableMaker.most(kind, batch);
    add(items, most, n -> (by, turn, to) -> by.tables().make(kind, table, n, turn, to), units);
  }

  private static void add(long items, int most, IntFunction<Unit> unit, List<Unit> to) {
    for (long done = 0; done < items; done += most) {
      to.add(unit.apply((int) Math.min(most, items - done)));
    }
  }

  /** Returns the masked tables that a kind of material is, if the field has such tables. */
  private Optional<LookupKind> lookups(MaterialKind kind) {
    return LookupKind.of(field, kind)
        .filter(each -> field.isBinary())
        .filter(each -> each.form() == LookupKind.Form.BITS || Span.holdsBytes(field));
  }

  private static LookupTable table(LookupKind kind, Demand demand) {
    LookupTable table = demand.tables().get(kind.kind());
    if (table == null || !kind.isOf(table)) {
      throw new IllegalArgumentException("the demand has no table for " + kind);
    }
    return table;
  }

  /** Returns the owner of a kind of inputs or of owners' bits, or -1 for another kind. */
  private int owner(MaterialKind kind) {
    boolean prime = !field.isBinary();
    for (int party = 0; party < parties; party++) {
      if (kind.equals(material.inputs(party)) || (prime && kind.equals(material.ownBits(party)))) {
        return party;
      }
    }
    boolean known =
        kind.equals(material.triples())
            || kind.equals(material.bits())
            || (prime && (kind.equals(material.squares()) || kind.equals(material.inverses())));
    if (!known) {
      throw new IllegalArgumentException("no material of kind " + kind.name());
    }
    return -1;
  }
}
