package org.schurmpc.core.prep;

import java.util.Map;
import org.schurmpc.core.abort.Exhausted;
import org.schurmpc.core.abort.MpcException;

/**
 * Holds a part of another store's material, for a consumer of its own beside those of other parts.
 * The items are reserved in the other store, permanently and in one step, and moved from it; the
 * keys are those of the other store. If the other store is burnt, this one is, too, and the other
 * way round.
 *
 * <p>Only the consumer of the other store splits it and extends parts. Parts are used by one thread
 * each.
 */
public final class SplitStore implements PrepStore {
  private final PrepStore whole;
  private final String protocol;
  private final MemoryPrepStore part = new MemoryPrepStore();

  private SplitStore(PrepStore whole, String protocol) {
    this.whole = whole;
    this.protocol = protocol;
  }

  /**
   * Moves material into a store of its own.
   *
   * @param whole stays open, and is not released before the part
   * @throws Exhausted as {@link PrepStore#reserve}; nothing is reserved then
   */
  static SplitStore of(PrepStore whole, Demand demand) throws MpcException {
    SplitStore split = new SplitStore(whole, demand.protocol());
    boolean filled = false;
    try {
      split.extend(demand);
      filled = true;
      return split;
    } finally {
      if (!filled) {
        split.close();
      }
    }
  }

  /**
   * Moves more material into this store. Leases of its kinds end.
   *
   * @throws Exhausted as {@link PrepStore#reserve}; nothing is reserved then
   */
  public void extend(Demand demand) throws MpcException {
    if (!demand.protocol().equals(protocol)) {
      throw new IllegalArgumentException("material for '" + demand.protocol() + "'");
    }
    follow();
    whole.reserve(demand);
    for (Map.Entry<MaterialKind, Long> quota : demand.quotas().entrySet()) {
      MaterialKind kind = quota.getKey();
      for (long left = quota.getValue(); left > 0; ) {
        Lease lease = whole.lease(kind, (int) Math.min(left, Integer.MAX_VALUE));
        part.put(kind, lease.data(), lease.offset(), lease.items());
        lease.wipe(kind);
        left -= lease.items();
        whole.giveBack(kind, lease);
      }
    }
  }

  /** Burns this part if the other store was burnt. */
  private void follow() {
    if (whole.burnt()) {
      part.burn();
    }
  }

  @Override
  public void acquire() {
    follow();
    part.acquire();
  }

  /** Ends the use, and wipes what is left. */
  @Override
  public void release() {
    part.close();
    part.release();
  }

  /**
   * Refuses: the keys are those of the other store.
   *
   * @throws IllegalStateException always
   */
  @Override
  public void keys(String material, long[] keys) {
    throw new IllegalStateException("a part has the keys of the store that it comes from");
  }

  /**
   * Refuses: material is put into the other store, and comes by {@link #extend}.
   *
   * @throws IllegalStateException always
   */
  @Override
  public void put(MaterialKind kind, long[] data, int offset, int items) {
    throw new IllegalStateException("material is put into the store that a part comes from");
  }

  @Override
  public long[] keys(String material) {
    return whole.keys(material);
  }

  @Override
  public long position(MaterialKind kind) {
    return part.position(kind);
  }

  @Override
  public long available(MaterialKind kind) {
    follow();
    return part.available(kind);
  }

  /** Ensures that the material is in this part; all of it was recorded as used before. */
  @Override
  public void reserve(Demand demand) throws MpcException {
    follow();
    part.reserve(demand);
  }

  @Override
  public Lease lease(MaterialKind kind, int most) throws MpcException {
    follow();
    return part.lease(kind, most);
  }

  @Override
  public void drop(MaterialKind kind, long items) throws MpcException {
    follow();
    part.drop(kind, items);
  }

  @Override
  public void giveBack(MaterialKind kind, Lease lease) {
    part.giveBack(kind, lease);
  }

  @Override
  public boolean burnt() {
    return whole.burnt();
  }

  @Override
  public void burn() {
    whole.burn();
    part.burn();
  }

  @Override
  public void close() {
    part.close();
  }
}
