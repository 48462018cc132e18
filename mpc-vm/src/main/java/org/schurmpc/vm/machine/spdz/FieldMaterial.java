package org.schurmpc.vm.machine.spdz;

import java.util.List;
import java.util.Optional;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.spdz.material.Material;
import org.schurmpc.vm.code.Counts;
import org.schurmpc.vm.code.PublicTable;

/** The run's store of one field, and the reservations in it. Used by the control thread. */
final class FieldMaterial implements AutoCloseable {
  private final SpdzMachine.Supply supply;
  private final Material material;
  private final FieldTables tables;
  private final PrepStore store;

  /**
   * Opens the store.
   *
   * @param tables of the program
   * @param first what will be reserved first
   */
  FieldMaterial(
      SpdzMachine.Supply supply, Material material, List<PublicTable> tables, Counts first)
      throws MpcException {
    this.supply = supply;
    this.material = material;
    this.tables = new FieldTables(material.field(), tables);
    this.store = supply.reserve(demand(first));
    store.acquire();
  }

  Material material() {
    return material;
  }

  FieldTables tables() {
    return tables;
  }

  /** Returns the public id of the key, if it lasts. */
  Optional<String> keyId() throws MpcException {
    return store.keyId();
  }

  private Demand demand(Counts counts) {
    return SpdzDemand.of(material, tables, counts);
  }

  /** Ensures that items are in the store. */
  void ensure(Counts counts) throws MpcException {
    if (!counts.isNone()) {
      supply.reserve(demand(counts));
    }
  }

  /** Records items as used, in one step. */
  void reserve(Counts counts) throws MpcException {
    if (!counts.isNone()) {
      store.reserve(demand(counts));
    }
  }

  /** Returns a worker's access to the store, without material. */
  Allotment allotment() {
    return new Allotment(store, material.storeName());
  }

  /** Moves items that were reserved to a worker, in place of what is left there. */
  void allot(Allotment to, Counts counts) throws MpcException {
    to.replace(demand(counts));
  }

  /** Gives items that were reserved to a worker that runs alone, in place of what is left there. */
  void allotAlone(Allotment to, Counts counts) throws MpcException {
    to.replaceAlone(demand(counts));
  }

  /** Ensures that a worker has the items of {@code least}; if not, moves a block to it, too. */
  void extend(Allotment worker, Counts least, Counts block) throws MpcException {
    if (!worker.has(demand(least))) {
      Counts more = least.plus(block);
      ensure(more);
      reserve(more);
      worker.extend(demand(more));
    }
  }

  @Override
  public void close() {
    store.release();
  }
}
