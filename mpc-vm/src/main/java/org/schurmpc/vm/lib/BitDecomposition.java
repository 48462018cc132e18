package org.schurmpc.vm.lib;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.schurmpc.vm.lang.ClearInts;
import org.schurmpc.vm.lang.Masks;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretBit;
import org.schurmpc.vm.lang.SecretBitVector;
import org.schurmpc.vm.lang.SecretBits;
import org.schurmpc.vm.lang.SecretInt;
import org.schurmpc.vm.lang.SecretInts;
import org.schurmpc.vm.lib.parts.BitBorrows;
import org.schurmpc.vm.lib.parts.BitComparison;

/**
 * Bits of secret integers (Catrina, de Hoogh: Improved primitives for secure multiparty integer
 * computation, SCN 2010). Exact.
 *
 * <p>For a value x of w bits, one of them for the sign, the parties open c = x + r for w - 1 +
 * sigmaMask random bits r, which is at statistical distance 2^-sigmaMask from r alone as {@link
 * Shift} says. The bits of x are those of c - r: with u_i, which says whether the lowest i bits of
 * c are below those of r, bit i is c_i - r_i - u_i + 2 u_(i+1). The field has room for w +
 * sigmaMask bits; otherwise the program does not compile, and the message names the prime that is
 * needed.
 *
 * <p>For k bits it takes ⌈log2 k⌉ rounds, at least 1, w - 1 + sigmaMask random bits, and less than
 * k (⌈log2 k⌉ + 1) triples.
 */
public final class BitDecomposition {
  private final ProgramBuilder b;

  /** Creates the decomposition of values of a program. */
  public BitDecomposition(ProgramBuilder b) {
    this.b = b;
  }

  /** Returns the bits of x in two's complement, the lowest first: as many as the width of x. */
  public List<SecretBitVector> of(SecretInts x) {
    return lowest(x, x.width());
  }

  /** Returns a value with its bits in two's complement: as many as the width of x. */
  public SecretBits<SecretInt> of(SecretInt x) {
    List<SecretBit> bits = of(x.asVector()).stream().map(each -> each.get(0)).toList();
    return new SecretBits<>(x, bits);
  }

  /**
   * Returns the k lowest bits of x in two's complement, the lowest first.
   *
   * @param k from 1 to the width of x
   */
  public List<SecretBitVector> lowest(SecretInts x, int k) {
    int w = x.width();
    if (k < 1 || k > w) {
      throw new IllegalArgumentException(
          "a value of %d bits has no %d lowest bits".formatted(w, k));
    }
    Masks masks = b.masks(x.size(), w, 0, k);
    List<SecretBitVector> r = masks.bits().subList(0, k);
    ClearInts half = b.clear(BigInteger.TWO.pow(w - 1)).asVector();
    // x + 2^(w-1) + r is not negative; adding 2^(w-1) again leaves x + r mod 2^w.
    ClearInts c = x.openMasked(masks).plus(half).lowBits(w).plus(half).lowBits(k);
    if (r.get(0).isBoolean()) {
      return new BitBorrows(c, r).difference();
    }
    BitComparison comparison = new BitComparison(c, r);
    List<SecretInts> below = comparison.prefixes();
    List<SecretBitVector> bits = new ArrayList<>();
    for (int i = 0; i < k; i++) {
      SecretInts bit = below.get(i).times(2).minus(r.get(i).asInts()).plus(comparison.bit(i));
      bits.add((i == 0 ? bit : bit.minus(below.get(i - 1))).assumeBits());
    }
    return bits;
  }
}
