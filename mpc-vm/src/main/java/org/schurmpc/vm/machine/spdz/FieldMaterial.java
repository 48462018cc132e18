package org.schurmpc.vm.machine.spdz;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.session.Phase;
import org.schurmpc.spdz.material.Material;
import org.schurmpc.spdz.material.MixedMaterial;
import org.schurmpc.vm.code.Counts;
import org.schurmpc.vm.code.PublicTable;

/**
 * The run's store of one field, and the reservations in it. Used by the control thread, or by a
 * worker that runs alone.
 *
 * <p>Many bits of a party, which a large table of inputs takes, are reserved some at a time, when
 * they are used: what generates them need not have all in memory.
 */
final class FieldMaterial implements Allotment.Reserved, AutoCloseable {
  private final SpdzMachine.Supply supply;
  private final Material material;
  private final FieldItems items;
  private final Consumer<Phase> phases;
  private final PrepStore store;

  /** Number of a party's bits that is always reserved at once. */
  static final int MANY_BITS = 1 << 20;

  private static final int BLOCK_BITS = 1 << 19;

  /** By owner: bits for the steps to come that are reserved, and those that are not yet. */
  private final long[] ready;

  private final long[] owed;

  /**
   * Opens the store.
   *
   * @param mixed the material of bits beside a first field, or nothing
   * @param tables of the program
   * @param first what will be reserved first
   * @param phases enters a phase of the first worker
   */
  FieldMaterial(
      SpdzMachine.Supply supply,
      Material material,
      Optional<MixedMaterial> mixed,
      List<PublicTable> tables,
      Counts first,
      Consumer<Phase> phases)
      throws MpcException {
    this.phases = phases;
    this.supply = supply;
    this.material = material;
    this.items = new FieldItems(material, mixed, tables);
    this.ready = new long[first.ownBits().length];
    this.owed = new long[first.ownBits().length];
    this.store = supply.reserve(items.demand(now(first)), items.demand(later(first)));
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
      supply.reserve(items.demand(now(counts)), items.demand(later(counts)));
    }
  }

  /** Returns how many of a run's items are in the store at once. */
  static Counts held(Counts run) {
    return run.withOwnBits(LongStream.of(run.ownBits()).map(n -> Math.min(n, MANY_BITS)).toArray());
  }

  private static Counts now(Counts counts) {
    return counts.withOwnBits(
        LongStream.of(counts.ownBits()).map(n -> n > MANY_BITS ? 0 : n).toArray());
  }

  private static Counts later(Counts counts) {
    long[] bits = LongStream.of(counts.ownBits()).map(n -> n > MANY_BITS ? n : 0).toArray();
    return Counts.known(new long[bits.length], bits);
  }

  /** Records items as used, in one step. */
  void reserve(Counts counts) throws MpcException {
    if (!counts.isNone()) {
      store.reserve(items.demand(now(counts)));
      long[] many = later(counts).ownBits();
      for (int owner = 0; owner < many.length; owner++) {
        owed[owner] += many[owner];
        ready[owner] += counts.ownBits()[owner] - many[owner];
      }
    }
  }

  /** Returns the owner of a kind of bits, or -1 for another kind. */
  private int owner(MaterialKind kind) {
    for (int owner = 0; owner < owed.length && !material.field().isBinary(); owner++) {
      if (kind.equals(material.ownBits(owner))) {
        return owner;
      }
    }
    return -1;
  }

  /** Inputs are what takes bits of parties. */
  @Override
  public void require(MaterialKind kind, long n) throws MpcException {
    require(kind, n, Phase.INPUT);
  }

  private void require(MaterialKind kind, long n, Phase then) throws MpcException {
    int owner = owner(kind);
    if (owner >= 0 && ready[owner] < n) {
      phases.accept(Phase.PREPROCESSING);
      long more = Math.min(owed[owner], Math.max(n - ready[owner], BLOCK_BITS));
      ready[owner] += more;
      owed[owner] -= more;
      long[] bits = new long[owed.length];
      bits[owner] = ready[owner];
      Demand all = items.demand(Counts.known(new long[owed.length], bits));
      supply.reserve(all);
      store.reserve(all);
      phases.accept(then);
    }
  }

  @Override
  public void taken(MaterialKind kind, long n) {
    int owner = owner(kind);
    if (owner >= 0) {
      ready[owner] -= n;
    }
  }

  @Override
  public long forgone(MaterialKind kind, long n) {
    int owner = owner(kind);
    if (owner < 0) {
      return n;
    }
    long never = Math.min(owed[owner], n);
    owed[owner] -= never;
    ready[owner] -= n - never;
    return n - never;
  }

  /** Reserves all bits of a demand, and counts them as taken. */
  private Demand moved(Counts counts) throws MpcException {
    Demand demand = items.demand(counts);
    for (Map.Entry<MaterialKind, Long> quota : demand.quotas().entrySet()) {
      require(quota.getKey(), quota.getValue(), Phase.COMPUTE);
      taken(quota.getKey(), quota.getValue());
    }
    return demand;
  }

  /** Returns a worker's access to the store, without material. */
  Allotment allotment() {
    return new Allotment(store, material.storeName(), this);
  }

  /** Moves items that were reserved to a worker, in place of what is left there. */
  void allot(Allotment to, Counts counts) throws MpcException {
    to.replace(moved(counts));
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
      worker.extend(moved(more));
    }
  }

  @Override
  public void close() {
    store.release();
  }
}
