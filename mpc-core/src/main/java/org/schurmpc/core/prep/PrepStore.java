package org.schurmpc.core.prep;

import org.schurmpc.core.abort.Exhausted;
import org.schurmpc.core.abort.MpcException;

/**
 * One party's preprocessing material, each item of which is leased once and never again.
 *
 * <p>Used by one thread at a time.
 */
public interface PrepStore extends MaterialSink, AutoCloseable {
  /**
   * The party's MAC keys, not a copy: wiped when the store is burnt or closed.
   *
   * @throws IllegalStateException if there are none, or the store was burnt or closed
   */
  long[] keys();

  /** Items of a kind that can still be leased. */
  long available(MaterialKind kind);

  /**
   * Leases at least one and at most {@code most} items that lie one after the other. A lease is
   * valid until material of its kind is put or the store is burnt or closed.
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
