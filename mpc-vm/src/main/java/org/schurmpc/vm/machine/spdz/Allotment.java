package org.schurmpc.vm.machine.spdz;

import java.util.HashMap;
import java.util.Map;
import org.schurmpc.core.abort.Exhausted;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.Lease;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.prep.SplitStore;

/**
 * The material of one worker over one field: a part of the run's store, and another one from step
 * to step. What a step leaves is wiped. The control thread sets parts; the worker leases.
 *
 * <p>A worker beside others has copies of its items, since the order in which workers lease is not
 * equal at all parties. A worker that runs alone leases from the run's store itself.
 */
final class Allotment implements PrepStore {
  private final PrepStore whole;
  private final Demand none;
  private final Reserved reserved;
  private volatile SplitStore part;

  /** The items of a worker that runs alone, which it has not leased; null beside others. */
  private Map<MaterialKind, Long> unleased;

  /** Reserves items of a worker that runs alone, of which there may be fewer than were allotted. */
  interface Reserved {
    /** Ensures that the next {@code n} allotted items are reserved in the run's store. */
    void require(MaterialKind kind, long n) throws MpcException;

    /** Counts items that were leased. */
    void taken(MaterialKind kind, long n);

    /** Gives allotted items up, and returns how many of them are reserved in the run's store. */
    long forgone(MaterialKind kind, long n);
  }

  /**
   * Creates an allotment without material.
   *
   * @param whole the run's store, which is released after this allotment
   * @param protocol the name of the material
   */
  Allotment(PrepStore whole, String protocol, Reserved reserved) {
    this.whole = whole;
    this.reserved = reserved;
    this.none = Demand.of(protocol).build();
  }

  /** Takes material out of the run's store, in place of what is left. */
  void replace(Demand demand) throws MpcException {
    release();
    if (!demand.quotas().isEmpty()) {
      SplitStore next = whole.split(demand);
      next.acquire();
      part = next;
    }
  }

  /** Lets a worker that runs alone lease items that were reserved, in place of what is left. */
  void replaceAlone(Demand demand) {
    release();
    unleased = new HashMap<>(demand.quotas());
  }

  /** Whether the material of a demand is in this part. */
  boolean has(Demand demand) {
    for (var quota : demand.quotas().entrySet()) {
      if (available(quota.getKey()) < quota.getValue()) {
        return false;
      }
    }
    return true;
  }

  /**
   * Takes more material out of the run's store, after {@link #replace}. Leases of its kinds end.
   */
  void extend(Demand demand) throws MpcException {
    if (unleased != null) {
      throw new IllegalStateException("a worker that runs alone has all of its material");
    }
    if (part == null) {
      SplitStore next = whole.split(none);
      next.acquire();
      part = next;
    }
    part.extend(demand);
  }

  @Override
  public long[] keys(String protocol) {
    return whole.keys(protocol);
  }

  @Override
  public long position(MaterialKind kind) {
    if (unleased != null) {
      return whole.position(kind);
    }
    return part == null ? 0 : part.position(kind);
  }

  @Override
  public long available(MaterialKind kind) {
    if (unleased != null) {
      return whole.burnt() ? 0 : unleased.getOrDefault(kind, 0L);
    }
    return part == null ? 0 : part.available(kind);
  }

  /** Ensures that the material is in this part; all of it was recorded as used before. */
  @Override
  public void reserve(Demand demand) throws MpcException {
    if (!has(demand)) {
      throw new Exhausted("the tape consumes more items than were reserved for it");
    }
  }

  @Override
  public Lease lease(MaterialKind kind, int most) throws MpcException {
    if (part == null && available(kind) == 0 && !whole.burnt()) {
      throw new Exhausted(
          "the tape consumes items of '%s', and none were reserved for it".formatted(kind.name()));
    }
    return unleased == null ? part.lease(kind, most) : leaseAlone(kind, most);
  }

  private Lease leaseAlone(MaterialKind kind, int most) throws MpcException {
    long mine = available(kind);
    int wanted = (int) Math.min(most, Math.max(1, mine));
    reserved.require(kind, Math.min(wanted, mine));
    Lease lease = whole.lease(kind, wanted);
    unleased.put(kind, mine - lease.items());
    reserved.taken(kind, lease.items());
    return lease;
  }

  @Override
  public boolean burnt() {
    return whole.burnt();
  }

  /** Destroys the run's store, and with it this part. Items in use are wiped on release. */
  @Override
  public void burn() {
    whole.burn();
  }

  /** Wipes what is left. */
  @Override
  public void release() {
    SplitStore current = part;
    part = null;
    if (current != null) {
      current.release();
    }
    if (unleased != null) {
      unleased.forEach(this::dropUnused);
      unleased = null;
    }
  }

  /** Takes items that nobody uses out of the run's store, and wipes them. */
  private void dropUnused(MaterialKind kind, long items) {
    try {
      long left = reserved.forgone(kind, items);
      if (!whole.burnt()) {
        whole.drop(kind, left);
      }
    } catch (MpcException e) {
      // The store was burnt meanwhile, or cannot be read: its items are not used any more.
      whole.burn();
    }
  }

  @Override
  public void close() {
    release();
  }

  /**
   * Refuses: there is one consumer from the start.
   *
   * @throws IllegalStateException always
   */
  @Override
  public void acquire() {
    throw new IllegalStateException("an allotment is in use from the start");
  }

  /**
   * Refuses: the key is that of the run's store.
   *
   * @throws IllegalStateException always
   */
  @Override
  public void keys(String protocol, long[] keys) {
    throw new IllegalStateException("an allotment has the key of the run's store");
  }

  /**
   * Refuses: material comes from the run's store.
   *
   * @throws IllegalStateException always
   */
  @Override
  public void put(MaterialKind kind, long[] data, int offset, int items) {
    throw new IllegalStateException("an allotment takes its material from the run's store");
  }
}
