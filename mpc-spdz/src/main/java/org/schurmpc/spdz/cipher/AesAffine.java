package org.schurmpc.spdz.cipher;

import java.util.Arrays;
import org.schurmpc.spdz.share.ShareArithmetic;
import org.schurmpc.spdz.share.Shares;

/** The affine map of AES's S-box, on the bits of an inverse. */
final class AesAffine {
  private final ShareArithmetic local;
  private final long[] ones;

  /**
   * Creates the map.
   *
   * @param most maximum number of items
   */
  AesAffine(ShareArithmetic local, int most) {
    this.local = local;
    this.ones = new long[most];
    Arrays.fill(ones, 1);
  }

  /** Computes the bits of the S-box, laid out as in {@link Substitution}. */
  void apply(Shares inverse, Shares to, int n) {
    for (int i = 0; i < AesTables.BITS; i++) {
      to.copy(i * n, inverse, i * n, n);
      for (int turn = 1; turn <= AesTables.WORD; turn++) {
        int from = (i + AesTables.BITS - turn) % AesTables.BITS;
        local.add(to, i * n, inverse, from * n, to, i * n, n);
      }
      if ((AesTables.AFFINE_CONSTANT >> i & 1) != 0) {
        local.addPublic(ones, 0, to, i * n, to, i * n, n);
      }
    }
  }
}
