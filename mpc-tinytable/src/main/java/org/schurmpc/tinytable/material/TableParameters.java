package org.schurmpc.tinytable.material;

import org.schurmpc.core.bits.LaneLayout;

/**
 * All parameters on which material depends, except the function that it is for.
 *
 * @param sigma statistical security of the preprocessing in bits
 * @param layout of the lanes of the circuits
 */
public record TableParameters(Scheme scheme, int sigma, LaneLayout layout) {
  /** Returns what the {@link #storeName} of all material under a scheme begins with. */
  public static String storePrefix(Scheme scheme) {
    return "%s, %s, ".formatted(Material.PROTOCOL, scheme.name());
  }

  /** Returns what a store's material is for: the name of the protocol and all parameters. */
  public String storeName() {
    return "%ssigma %d, lanes %d".formatted(storePrefix(scheme), sigma, layout.lanes());
  }
}
