package org.schurmpc.core.prep;

import org.schurmpc.core.abort.MpcException;

/** A cheater's store: one item of one kind, or every one, is altered when it is leased. */
public final class AlteredStore implements PrepStore {
  /** For an item's number: every item. */
  public static final int EVERY = -1;

  /** What is done to an item. */
  public interface Alteration {
    /** Alters an item that starts at {@code offset}. */
    void alter(long[] data, int offset);
  }

  private final PrepStore store;
  private final MaterialKind kind;
  private final int item;
  private final Alteration alteration;
  private int leased;

  public AlteredStore(PrepStore store, MaterialKind kind, int item, Alteration alteration) {
    this.store = store;
    this.kind = kind;
    this.item = item;
    this.alteration = alteration;
  }

  /** Whether the item was among those leased. */
  public boolean altered() {
    return leased > Math.max(0, item);
  }

  @Override
  public void acquire() {
    store.acquire();
  }

  @Override
  public void release() {
    store.release();
  }

  @Override
  public void keys(String protocol, long[] keys) throws MpcException {
    store.keys(protocol, keys);
  }

  @Override
  public void put(MaterialKind kind, long[] data, int offset, int items) throws MpcException {
    store.put(kind, data, offset, items);
  }

  @Override
  public long[] keys(String protocol) {
    return store.keys(protocol);
  }

  @Override
  public void reserve(Demand demand) throws MpcException {
    store.reserve(demand);
  }

  @Override
  public long position(MaterialKind kind) {
    return store.position(kind);
  }

  @Override
  public long available(MaterialKind kind) {
    return store.available(kind);
  }

  @Override
  public Lease lease(MaterialKind wanted, int most) throws MpcException {
    Lease lease = store.lease(wanted, most);
    if (wanted.equals(kind)) {
      for (int i = 0; i < lease.items(); i++) {
        if (item == EVERY || item == leased + i) {
          alteration.alter(lease.data(), lease.offset() + i * kind.longsPerItem());
        }
      }
      leased += lease.items();
    }
    return lease;
  }

  @Override
  public boolean burnt() {
    return store.burnt();
  }

  @Override
  public void burn() {
    store.burn();
  }

  @Override
  public void close() {
    store.close();
  }
}
