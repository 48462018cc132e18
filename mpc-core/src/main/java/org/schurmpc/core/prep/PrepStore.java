package org.schurmpc.core.prep;

import org.schurmpc.core.abort.Exhausted;
import org.schurmpc.core.abort.MpcException;

/**
 * One party's preprocessing material, each item of which is leased once and never again.
 *
 * <p>Whoever consumes it acquires it first, and is then the only one. While it is acquired, {@link
 * #burn} and {@link #close} end all further leasing at once, but what was leased is wiped only when
 * it is released: a mask that became zero in use would show what it hides.
 */
public interface PrepStore extends MaterialSink, AutoCloseable {
  /**
   * Makes the caller the one consumer of this store.
   *
   * @throws IllegalStateException if it has one already, or was burnt or closed
   */
  void acquire();

  /** Ends what {@link #acquire} began. */
  void release();

  /**
   * The party's MAC keys, not a copy: wiped when the store is burnt or closed and no longer in use.
   *
   * @param protocol what they must be for
   * @throws IllegalStateException if there are none or they are for something else, or the store
   *     was burnt or closed
   */
  long[] keys(String protocol);

  /** Items of a kind that were leased so far. */
  long position(MaterialKind kind);

  /** Items of a kind that can still be leased. */
  long available(MaterialKind kind);

  /**
   * Makes sure that what an evaluation consumes is there, and sets it apart for good: a store that
   * outlives the process writes down that it is used, before any of it is.
   *
   * @throws Exhausted saying what is missing, or if the store was burnt; nothing is set apart then
   * @throws IllegalStateException if the demand depends on a circuit and the store's kinds do not
   *     all stand at the beginning of one evaluation; nothing is set apart then
   */
  void reserve(Demand demand) throws MpcException;

  /**
   * Leases at least one and at most {@code most} items that lie one after the other. A lease is
   * valid until material of its kind is put or reserved, or the store is released.
   *
   * @throws Exhausted if there are none left, with the number wanted, or the store was burnt
   */
  Lease lease(MaterialKind kind, int most) throws MpcException;

  /** Destroys the material and the keys after a failed check: nothing can be leased any more. */
  void burn();

  /** Wipes what is left. */
  @Override
  void close();
}
