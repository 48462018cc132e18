package org.schurmpc.vm.lib;

import java.math.BigInteger;
import java.util.List;
import org.schurmpc.vm.lang.ClearInts;
import org.schurmpc.vm.lang.Masks;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretBit;
import org.schurmpc.vm.lang.SecretBitVector;
import org.schurmpc.vm.lang.SecretInt;
import org.schurmpc.vm.lang.SecretInts;
import org.schurmpc.vm.lib.parts.BitBorrows;
import org.schurmpc.vm.lib.parts.BitComparison;

/**
 * Test of secret integers for 0 (Catrina, de Hoogh: Improved primitives for secure multiparty
 * integer computation, SCN 2010). Exact.
 *
 * <p>A value x of w bits, one of them for the sign, is 0 if c = x + r and r have the same w lowest
 * bits. The parties open c for w - 1 + sigmaMask random bits r, which is at statistical distance
 * 2^-sigmaMask from r alone as {@link Shift} says. The field has room for w + sigmaMask bits;
 * otherwise the program does not compile, and the message names the prime that is needed.
 *
 * <p>A test takes 1 + ⌈log2 ⌈w/2⌉⌉ rounds, w - 1 + sigmaMask random bits, and w - 1 triples. Values
 * of k bits have a difference of w = k + 1 bits.
 */
public final class Equality {
  private final ProgramBuilder b;

  /** Creates the test of values of a program. */
  public Equality(ProgramBuilder b) {
    this.b = b;
  }

  /** Returns whether x is 0. */
  public SecretBitVector isZero(SecretInts x) {
    int w = x.width();
    Masks masks = b.masks(x.size(), w, 0, w);
    ClearInts half = b.clear(BigInteger.TWO.pow(w - 1)).asVector();
    // x + 2^(w-1) + r is not negative; adding 2^(w-1) again leaves x + r mod 2^w.
    ClearInts c = x.openMasked(masks).plus(half).lowBits(w).plus(half).lowBits(w);
    List<SecretBitVector> r = masks.bits().subList(0, w);
    return r.get(0).isBoolean()
        ? new BitBorrows(c, r).equal().asInts().assumeBits()
        : new BitComparison(c, r).equal();
  }

  /** Returns whether x is 0. */
  public SecretBit isZero(SecretInt x) {
    return isZero(x.asVector()).get(0);
  }

  /** Returns whether x = y. */
  public SecretBitVector of(SecretInts x, SecretInts y) {
    return isZero(x.minus(y));
  }

  /** Returns whether x = y. */
  public SecretBitVector of(SecretInts x, long y) {
    return isZero(x.minus(y));
  }

  /** Returns whether x = y. */
  public SecretBit of(SecretInt x, SecretInt y) {
    return isZero(x.minus(y));
  }

  /** Returns whether x = y. */
  public SecretBit of(SecretInt x, long y) {
    return isZero(x.minus(y));
  }
}
