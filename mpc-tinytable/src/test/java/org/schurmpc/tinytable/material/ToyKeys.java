package org.schurmpc.tinytable.material;

import java.security.SecureRandom;
import org.schurmpc.core.kernel.Kernels;
import org.schurmpc.core.prep.TrustedDealer;

/** For tests that guess global keys: dealers that draw few bits of them. */
public final class ToyKeys {
  private ToyKeys() {}

  /**
   * A dealer.
   *
   * @param deltaMask the bits of a global key that are drawn, the others being zero
   */
  public static TrustedDealer dealer(
      TableParameters parameters, SecureRandom random, Kernels kernels, long deltaMask) {
    return new TinyTableDealer(parameters, random, kernels, deltaMask);
  }
}
