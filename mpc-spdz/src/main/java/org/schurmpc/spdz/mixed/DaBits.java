package org.schurmpc.spdz.mixed;

import java.util.Arrays;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.field.Field;
import org.schurmpc.spdz.prep.GivenBits;
import org.schurmpc.spdz.share.Shares;
import org.schurmpc.tinyot.material.Material;
import org.schurmpc.tinyot.prep.BitBlocks;

/**
 * daBits: uniform bits d that nobody knows, in TinyOT and over F_p. d is the lowest bit of an
 * edaBit r all of whose other bits are opened, the carry out among them: over F_p it is r less the
 * public number of these. Malicious security with abort, as {@link EdaBits}.
 *
 * <p>The opened number shows d only at the ends of its range. With ℓ bits of each party this has
 * probability 2^-ℓ, for which reason ℓ is σ and ⌈log2⌉ of the number of daBits made together.
 *
 * <p>Costs ℓ ANDs, ℓ authenticated elements of each party and ℓ opened bits for each daBit.
 */
final class DaBits {
  private final GivenBits given;
  private final EdaBits edaBits;
  private final BlockOpening opening;
  private final BitBlocks blocks;
  private final int sigma;

  DaBits(GivenBits given, EdaBits edaBits, BlockOpening opening, BitBlocks blocks, int sigma) {
    this.given = given;
    this.edaBits = edaBits;
    this.opening = opening;
    this.blocks = blocks;
    this.sigma = sigma;
  }

  /**
   * Makes daBits; all checks have passed when the method returns.
   *
   * @param groups a 64th of the number of daBits
   * @return the bits over F_p, and blocks of them
   * @throws org.schurmpc.core.abort.Refused if the field has no room for the checks; before
   *     anything is sent
   */
  MixedBatch make(int groups) throws MpcException {
    int count = Math.multiplyExact(groups, Material.BITS);
    int low = MixedPlan.daBitLength(sigma, count);
    try (MixedBatch masks = edaBits.make(low, 0, groups, true)) {
      long[] higher = opening.open(masks.blocks(), groups, low * groups);
      Shares numbers = new Shares(given.field(), count);
      long[] less = negated(higher, low, count);
      given.arithmetic().addPublic(less, 0, masks.numbers(), 0, numbers, 0, count);
      return new MixedBatch(
          MixedBatch.Masks.BITS, numbers, Arrays.copyOf(masks.blocks(), groups * blocks.longs()));
    }
  }

  /**
   * Returns the negatives of numbers as elements.
   *
   * @param words bit 1 of all numbers, then bit 2, and so on to bit {@code top}
   */
  private long[] negated(long[] words, int top, int count) {
    Field field = given.field();
    int limbs = field.limbs();
    long[] one = field.element(1);
    long[] numbers = new long[count * limbs];
    for (int k = top; k >= 1; k--) {
      for (int i = 0; i < count; i++) {
        long word = words[(k - 1) * (count / Material.BITS) + i / Material.BITS];
        if ((word >>> i & 1) != 0) {
          field.add(numbers, i * limbs, one, 0, numbers, i * limbs, 1);
        }
      }
      field.add(numbers, 0, numbers, 0, numbers, 0, count);
    }
    field.subtract(new long[numbers.length], 0, numbers, 0, numbers, 0, count);
    return numbers;
  }
}
