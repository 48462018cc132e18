package org.schurmpc.vm.lib;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.schurmpc.vm.lang.ClearInt;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.Mask;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretBit;
import org.schurmpc.vm.lang.SecretInt;

/**
 * Comparison of secret integers by a masked opening (Catrina, de Hoogh: Improved primitives for
 * secure multiparty integer computation, SCN 2010; with a tree of less-than and equality in place
 * of their prefix product).
 *
 * <p>For values of k bits, d = x - y + 2^k has k + 1 bits, and its bit k is 0 if x &lt; y. The
 * parties open c = d + r for random bits of r, and compute d mod 2^k = c mod 2^k - r mod 2^k + 2^k
 * u, where u says whether c mod 2^k is below r mod 2^k. What c tells about d is at statistical
 * distance 2^-sigmaMask from nothing.
 *
 * <p>Takes 1 + ⌈log2 k⌉ rounds, k + 1 + sigmaMask random bits, and 2 (k - 1) - ⌈log2 k⌉ triples at
 * most. The field has room for k + 2 bits under a mask.
 */
public final class LessThan {
  private final ProgramBuilder b;

  /** Creates the comparison of values of a program. */
  public LessThan(ProgramBuilder b) {
    this.b = b;
  }

  /**
   * Returns whether x is less than y.
   *
   * @throws org.schurmpc.vm.lang.ProgramError if the field has no room for the mask
   */
  public SecretBit of(SecretInt x, SecretInt y) {
    int k = Math.max(x.width(), y.width());
    b.requireRoom(k + 2);
    ClearInt power = b.clear(BigInteger.TWO.pow(k));
    SecretInt d = x.minus(y).plus(power).assumeFits(IntType.unsigned(k + 1));
    Mask mask = b.bitMask(k + 2);
    ClearInt c = d.openMasked(mask).lowBits(k);
    List<SecretBit> r = mask.bits().subList(0, k);
    SecretInt low = power.times(below(c, r).asInt()).plus(c);
    for (int i = 0; i < k; i++) {
      ClearInt weight = b.clear(BigInteger.TWO.pow(i));
      low = low.minus(r.get(i).asInt().times(weight)).assumeFits(IntType.unsigned(k + 1));
    }
    ClearInt inverse = b.clear(1).overInField(power);
    return d.minus(low).timesInField(inverse, IntType.unsigned(1)).assumeBit().not();
  }

  /** Whether a range of c's bits is below r's, and whether it is equal. */
  private record Part(SecretBit below, SecretBit equal) {}

  /** Returns whether a public number is below one whose bits are secret, the lowest first. */
  private SecretBit below(ClearInt c, List<SecretBit> r) {
    List<Part> parts = new ArrayList<>();
    for (int i = 0; i < r.size(); i++) {
      ClearInt bit = c.shiftRight(i).lowBits(1).assumeFits(IntType.unsigned(1));
      SecretInt secret = r.get(i).asInt();
      SecretInt both = secret.times(bit);
      SecretBit below = secret.minus(both).assumeBit();
      SecretBit equal = both.times(2).minus(secret).minus(bit).plus(1).assumeBit();
      parts.add(new Part(below, equal));
    }
    while (parts.size() > 1) {
      List<Part> next = new ArrayList<>();
      for (int i = 0; i + 1 < parts.size(); i += 2) {
        next.add(joined(parts.get(i), parts.get(i + 1)));
      }
      if (parts.size() % 2 == 1) {
        next.add(parts.get(parts.size() - 1));
      }
      parts = next;
    }
    return parts.get(0).below;
  }

  private static Part joined(Part low, Part high) {
    // The higher part decides unless it is equal; at most one summand is 1.
    SecretInt below = high.below.asInt().plus(high.equal.and(low.below).asInt());
    return new Part(below.assumeBit(), high.equal.and(low.equal));
  }
}
