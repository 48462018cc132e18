package org.schurmpc.core.prep;

import java.util.Optional;
import org.schurmpc.core.abort.Exhausted;
import org.schurmpc.core.abort.MpcException;

/**
 * Holds one party's preprocessing material. Each item is leased once and never again.
 *
 * <p>A consumer of the material acquires the store first, and is then the only consumer. While the
 * store is acquired, {@link #burn} and {@link #close} end all further leasing at once, but leased
 * items are wiped only on release: a mask that became zero in use would reveal the value that it
 * hides.
 */
public interface PrepStore extends MaterialSink, AutoCloseable {
  /**
   * Makes the caller the only consumer of this store.
   *
   * @throws IllegalStateException if the store has a consumer already, or was burnt or closed
   */
  void acquire();

  /** Ends the use that {@link #acquire} began. */
  void release();

  /**
   * Returns the party's MAC keys, not a copy. They are wiped when the store is burnt or closed and
   * no longer in use.
   *
   * @param protocol the protocol for which the keys must be valid
   * @throws IllegalStateException if the store has no keys, or keys for another protocol, or was
   *     burnt or closed
   */
  long[] keys(String protocol);

  /** Returns the public id of the MAC keys, if they last for more material than this store's. */
  default Optional<String> keyId() throws MpcException {
    return Optional.empty();
  }

  /** Returns the number of items of a kind that were leased so far. */
  long position(MaterialKind kind);

  /** Returns the number of items of a kind that can still be leased. */
  long available(MaterialKind kind);

  /**
   * Ensures that the material of an evaluation is available, and reserves this material
   * permanently: a store that outlives the process records the material as used before any of it is
   * used. A store on disk may read what was reserved, and find it damaged, only when it is leased.
   *
   * @throws Exhausted naming the missing material, or if the store was burnt; nothing is reserved
   *     then
   * @throws IllegalStateException if the demand depends on a circuit and the store's kinds are not
   *     all at the beginning of one evaluation; nothing is reserved then
   */
  void reserve(Demand demand) throws MpcException;

  /**
   * Leases at least one and at most {@code most} consecutive items. A lease is valid until material
   * of its kind is put or reserved, or the store is released.
   *
   * @throws Exhausted with the number wanted if no items are left, or if the store was burnt
   */
  Lease lease(MaterialKind kind, int most) throws MpcException;

  /**
   * Ends a lease before its time. A store that reads large reservations piece by piece may
   * overwrite the items with later ones.
   *
   * @param lease one of {@link #lease} of the kind, not given back yet
   */
  default void giveBack(MaterialKind kind, Lease lease) {}

  /**
   * Uses up items of which nobody needs the content. A store on disk does not read them.
   *
   * @throws Exhausted if fewer are left, or if the store was burnt
   */
  default void drop(MaterialKind kind, long items) throws MpcException {
    for (long left = items; left > 0; ) {
      Lease lease = lease(kind, (int) Math.min(left, Integer.MAX_VALUE));
      lease.wipe(kind);
      left -= lease.items();
      giveBack(kind, lease);
    }
  }

  /**
   * Moves the material of a demand into a store of its own, for a consumer beside this store's. The
   * material is reserved first.
   *
   * @throws Exhausted as {@link #reserve}; nothing is reserved then
   */
  default SplitStore split(Demand demand) throws MpcException {
    return SplitStore.of(this, demand);
  }

  /** Returns whether the store was burnt. */
  boolean burnt();

  /** Destroys the material and the keys after a failed check: nothing can be leased any more. */
  void burn();

  /** Wipes the remaining material. */
  @Override
  void close();
}
