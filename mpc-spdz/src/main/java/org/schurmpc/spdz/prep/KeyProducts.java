package org.schurmpc.spdz.prep;

import org.schurmpc.core.abort.MpcException;

/**
 * Correlated products with one peer, in both directions: the giver of a value x and the holder of α
 * obtain shares of α x. A giver may deviate and give other values for some bits of α, or to other
 * peers; {@link Authentication} checks what was given.
 */
interface KeyProducts {
  /**
   * Prepares products, in some rounds with the peer or none.
   *
   * @param give number of values that this party gives next
   * @param hold number of values that the peer gives next
   */
  void require(int give, int hold) throws MpcException;

  /** Returns the number of bytes that a giver sends for {@code n} elements. */
  int messageBytes(int n);

  /** Returns the maximum number of elements of a message. */
  int block();

  /**
   * Performs the giver's part.
   *
   * @param n number of elements, at most a block
   * @param message receives the message to the holder, {@link #messageBytes}
   * @param macs this party's shares of the products are added to this array
   */
  void give(long[] x, int at, int n, byte[] message, long[] macs, int macsAt);

  /**
   * Performs the holder's part.
   *
   * @param message message of the giver
   * @param macs this party's shares of the products are added to this array
   */
  void hold(byte[] message, int n, long[] macs, int macsAt) throws MpcException;

  /** Wipes all secrets; nothing can be multiplied afterwards. */
  void wipe();
}
