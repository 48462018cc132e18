package org.schurmpc.core.net;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Chooses who leaves when more callers wait than there is room for: one of the address from which
 * the most wait, so that one address cannot push out the callers of others; among these, one that
 * has said nothing before the others, and the oldest first.
 */
final class Crowd {
  private Crowd() {}

  /**
   * Returns the caller that leaves.
   *
   * @param callers at least one, the oldest first
   * @param address of a caller
   * @param silent whether a caller has said nothing
   */
  static <C> C last(
      Collection<C> callers, Function<C, SocketAddress> address, Predicate<C> silent) {
    Map<Object, Integer> counts = new HashMap<>();
    for (C caller : callers) {
      counts.merge(host(address.apply(caller)), 1, Integer::sum);
    }
    int most = counts.values().stream().max(Integer::compare).orElseThrow();
    C oldest = null;
    for (C caller : callers) {
      if (counts.get(host(address.apply(caller))) == most) {
        if (silent.test(caller)) {
          return caller;
        }
        oldest = oldest == null ? caller : oldest;
      }
    }
    return oldest;
  }

  private static Object host(SocketAddress address) {
    return address instanceof InetSocketAddress inet && inet.getAddress() != null
        ? inet.getAddress()
        : String.valueOf(address);
  }
}
