package org.schurmpc.tinytable;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.Lease;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.PrepStore;

/**
 * A cheater's store: stands further in one kind of material than it says, and leases what it likes.
 */
final class AheadStore implements PrepStore {
  private final PrepStore store;
  private final MaterialKind kind;
  private final long ahead;

  /**
   * @param ahead the items by which the kind is further than it says
   */
  AheadStore(PrepStore store, MaterialKind kind, long ahead) {
    this.store = store;
    this.kind = kind;
    this.ahead = ahead;
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
  public long[] keys(String protocol) {
    return store.keys(protocol);
  }

  @Override
  public void put(MaterialKind of, long[] data, int offset, int items) throws MpcException {
    store.put(of, data, offset, items);
  }

  @Override
  public long position(MaterialKind of) {
    return store.position(of) - (of.equals(kind) ? ahead : 0);
  }

  @Override
  public long available(MaterialKind of) {
    return store.available(of);
  }

  /** Asks nothing of where kinds stand. */
  @Override
  public void reserve(Demand demand) {}

  @Override
  public Lease lease(MaterialKind of, int most) throws MpcException {
    return store.lease(of, most);
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
