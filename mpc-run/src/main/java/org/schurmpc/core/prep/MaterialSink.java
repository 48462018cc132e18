package org.schurmpc.core.prep;

import org.schurmpc.core.abort.MpcException;

/** Takes one party's part of generated material. */
public interface MaterialSink {
  /**
   * Takes the party's MAC keys; once, before any item.
   *
   * @param protocol the protocol and its parameters, as in {@link Demand#protocol}, for which the
   *     material is valid
   * @param keys the keys in the protocol's own layout; copied
   */
  void keys(String protocol, long[] keys) throws MpcException;

  /**
   * Takes what later sessions need in order to generate more material under the same keys; at most
   * once, after the keys and before any item. A sink that keeps no keys ignores it.
   *
   * @param words secret, in the protocol's own layout; copied
   */
  default void setup(long[] words) throws MpcException {}

  /**
   * Takes items of a kind, in the order in which they will be leased.
   *
   * @param data items one after the other from {@code offset} on; copied
   */
  void put(MaterialKind kind, long[] data, int offset, int items) throws MpcException;
}
