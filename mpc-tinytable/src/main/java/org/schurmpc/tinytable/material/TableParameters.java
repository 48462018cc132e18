package org.schurmpc.tinytable.material;

import org.schurmpc.core.bits.LaneLayout;

/**
 * All parameters on which material depends, except its function.
 *
 * @param sigma statistical security of the preprocessing in bits
 * @param layout layout of the lanes of the circuits
 */
public record TableParameters(Scheme scheme, int sigma, LaneLayout layout) {
  /** Returns the prefix of the {@link #storeName} of all material under a scheme. */
  public static String storePrefix(Scheme scheme) {
    return "%s, %s, ".formatted(Material.PROTOCOL, scheme.name());
  }

  /** Returns the name of a store: the protocol and all parameters. */
  public String storeName() {
    return "%ssigma %d, lanes %d".formatted(storePrefix(scheme), sigma, layout.lanes());
  }
}
