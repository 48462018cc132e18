package org.schurmpc.vm.machine.spdz;

import java.util.List;
import java.util.Optional;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.spdz.material.Material;
import org.schurmpc.vm.code.Counts;
import org.schurmpc.vm.code.PublicTable;

/** The run's store of one field, and the reservations in it. Used by the control thread. */
final class FieldMaterial implements AutoCloseable {
  private final SpdzMachine.Supply supply;
  private final Material material;
  private final FieldItems items;
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
    this.items = new FieldItems(material, tables);
    this.store = supply.reserve(items.demand(first));
    store.acquire();
  }

  Material material() {
    return material;
  }

  FieldItems items() {
    return items;
  }

  /** Returns the public id of the key, if it lasts. */
  Optional<String> keyId() throws MpcException {
    return store.keyId();
  }

  /** Ensures that items are in the store. */
  void ensure(Counts counts) throws MpcException {
    if (!counts.isNone()) {
      supply.reserve(items.demand(counts));
    }
  }

  /** Records items as used, in one step. */
  void reserve(Counts counts) throws MpcException {
    if (!counts.isNone()) {
      store.reserve(items.demand(counts));
    }
  }

  /** Returns a worker's access to the store, without material. */
  Allotment allotment() {
    return new Allotment(store, material.storeName());
  }

  /** Moves items that were reserved to a worker, in place of what is left there. */
  void allot(Allotment to, Counts counts) throws MpcException {
    to.replace(items.demand(counts));
  }

  /** Gives items that were reserved to a worker that runs alone, in place of what is left there. */
  void allotAlone(Allotment to, Counts counts) throws MpcException {
    to.replaceAlone(items.demand(counts));
  }

  /** Ensures that a worker has the items of {@code least}; if not, moves a block to it, too. */
  void extend(Allotment worker, Counts least, Counts block) throws MpcException {
    if (!worker.has(items.demand(least))) {
      Counts more = least.plus(block);
      ensure(more);
      reserve(more);
      worker.extend(items.demand(more));
    }
  }

  @Override
  public void close() {
    store.release();
  }
}
