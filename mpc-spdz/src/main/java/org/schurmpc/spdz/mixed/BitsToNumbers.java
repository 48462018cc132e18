package org.schurmpc.spdz.mixed;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.spdz.prep.GivenBits;
import org.schurmpc.spdz.share.Shares;
import org.schurmpc.tinyot.material.Material;
import org.schurmpc.tinyot.prep.BitBlocks;

/**
 * Makes numbers over F_p of bits in TinyOT, at one of two parties. What is opened in TinyOT has
 * passed its check before it decides anything over F_p.
 *
 * <p>A batch of daBits is used once, by both parties for the same bits. After an exception the
 * session is unusable.
 */
final class BitsToNumbers {
  private final GivenBits given;
  private final BlockOpening opening;
  private final BitBlocks blocks;
  private final long[] one;

  BitsToNumbers(GivenBits given, BlockOpening opening, BitBlocks blocks) {
    this.given = given;
    this.opening = opening;
    this.blocks = blocks;
    this.one = given.field().element(1);
  }

  /**
   * Makes numbers of bits: opens b + d in TinyOT. A round, and that of a check.
   *
   * @param bits blocks of bits that are checked; not changed
   * @param daBits as many daBits that nobody knows, not used before
   * @return the bits over F_p, 64 for each block
   * @throws org.schurmpc.core.abort.PeerCheated with MAC if the peer opened a wrong value
   */
  Shares convert(long[] bits, MixedBatch daBits) throws MpcException {
    int count = daBits.numbers().count();
    if (bits.length != daBits.blocks().length) {
      throw new IllegalArgumentException("bits and daBits of other numbers");
    }
    daBits.spend(MixedBatch.Masks.BITS);
    long[] masked = bits.clone();
    int n = count / Material.BITS;
    for (int i = 0; i < n; i++) {
      blocks.add(masked, i * blocks.longs(), daBits.blocks(), i * blocks.longs());
    }
    long[] opened;
    try {
      opened = opening.open(masked, 0, n);
    } finally {
      Secrets.wipe(masked);
    }
    // e + d - 2 e d, that is d or 1 - d.
    Shares numbers = new Shares(given.field(), count);
    numbers.copy(0, daBits.numbers(), 0, count);
    for (int i = 0; i < count; i++) {
      if ((opened[i / Material.BITS] >>> i & 1) != 0) {
        given.arithmetic().subtractFromPublic(one, 0, numbers, i, numbers, i, 1);
      }
    }
    return numbers;
  }
}
