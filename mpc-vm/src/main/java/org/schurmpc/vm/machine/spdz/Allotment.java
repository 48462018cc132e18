package org.schurmpc.vm.machine.spdz;

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
 */
final class Allotment implements PrepStore {
  private final PrepStore whole;
  private final Demand none;
  private volatile SplitStore part;

  /**
   * Creates an allotment without material.
   *
   * @param whole the run's store, which is released after this allotment
   * @param protocol the name of the material
   */
  Allotment(PrepStore whole, String protocol) {
    this.whole = whole;
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

  /** Whether the material of a demand is in this part. */
  boolean has(Demand demand) {
    for (var quota : demand.quotas().entrySet()) {
      if (available(quota.getKey()) < quota.getValue()) {
        return false;
      }
    }
    return true;
  }

  /** Takes more material out of the run's store. Leases of its kinds end. */
  void extend(Demand demand) throws MpcException {
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
    return part == null ? 0 : part.position(kind);
  }

  @Override
  public long available(MaterialKind kind) {
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
    if (part == null) {
      throw new Exhausted(
          "the tape consumes items of '%s', and none were reserved for it".formatted(kind.name()));
    }
    return part.lease(kind, most);
  }

  @Override
  public boolean burnt() {
    return whole.burnt();
  }

  /** Destroys the run's store. Items in use are wiped on release. */
  @Override
  public void burn() {
    whole.burn();
    SplitStore current = part;
    if (current != null) {
      current.burn();
    }
  }

  /** Wipes what is left. */
  @Override
  public void release() {
    SplitStore current = part;
    part = null;
    if (current != null) {
      current.release();
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
