package org.schurmpc.vm.lib;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.schurmpc.vm.lang.Bounds;
import org.schurmpc.vm.lang.ClearInts;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretBitVector;
import org.schurmpc.vm.lang.SecretInt;
import org.schurmpc.vm.lang.SecretInts;
import org.schurmpc.vm.lib.parts.Trees;

/**
 * Products and quotients of secret integers with 2^s for secret s. Exact.
 *
 * <p>s is from 0 to a public number {@code most}: a program whose s can be another number does not
 * compile. With the bits s_i of s, 2^s is the product of the 1 + s_i (2^(2^i) - 1) (Aliasgari,
 * Blanton, Zhang, Steele: Secure computation on floating point numbers, NDSS 2013). The quotient is
 * x 2^(most - s), shifted to the right by most.
 *
 * <p>For l bits of {@code most}, {@link #power(SecretInts, int)} takes a {@link BitDecomposition}
 * of s, with l + sigmaMask random bits, and then ⌈log2 l⌉ rounds and l - 1 triples. {@link #left}
 * takes a triple and a round more; {@link #right} then takes a {@link Shift#right} by {@code most}
 * of values that are {@code most} bits longer than x.
 */
public final class SecretShift {
  private final ProgramBuilder b;

  /** Creates the functions for values of a program. */
  public SecretShift(ProgramBuilder b) {
    this.b = b;
  }

  private static int bitLength(int most) {
    if (most < 1) {
      throw new IllegalArgumentException(
          "the bound of a secret shift is 1 bit or more, not " + most);
    }
    return Integer.SIZE - Integer.numberOfLeadingZeros(most);
  }

  /** Returns the bits of s, the lowest first. */
  private List<SecretBitVector> bits(SecretInts s, int most) {
    int l = bitLength(most);
    SecretInts shift = s.within(new Bounds(BigInteger.ZERO, BigInteger.valueOf(most)), "a shift");
    return new BitDecomposition(b).lowest(shift, Math.min(l, shift.width()));
  }

  private ClearInts constant(BigInteger value) {
    return b.clear(value).asVector();
  }

  /** Returns 2^s. Takes ⌈log2 l⌉ rounds and l - 1 triples for l bits. */
  public SecretInts power(List<SecretBitVector> bits) {
    List<SecretInts> factors = new ArrayList<>();
    for (int i = 0; i < bits.size(); i++) {
      BigInteger more = BigInteger.TWO.pow(1 << i).subtract(BigInteger.ONE);
      IntType type = IntType.unsigned((1 << i) + 1);
      factors.add(bits.get(i).asInts().timesInField(constant(more), type).plus(1).assumeFits(type));
    }
    return Trees.reduced(factors, SecretInts::times).assumeFits(IntType.unsigned(1 << bits.size()));
  }

  /**
   * Returns 2^s.
   *
   * @param s from 0 to most
   */
  public SecretInts power(SecretInts s, int most) {
    return power(bits(s, most)).assumeFits(IntType.unsigned(most + 1));
  }

  /** Returns 2^s as {@link #power(SecretInts, int)}. */
  public SecretInt power(SecretInt s, int most) {
    return power(s.asVector(), most).get(0);
  }

  /** Returns 2^(most - s). */
  private SecretInts counterPower(SecretInts s, int most) {
    List<SecretBitVector> not = bits(s, most).stream().map(SecretBitVector::not).toList();
    // This is 2^(2^l - 1 - s) for l bits.
    SecretInts power = power(not);
    int excess = (1 << not.size()) - 1 - most;
    ClearInts factor = constant(BigInteger.TWO.pow(Math.abs(excess)));
    if (excess > 0) {
      factor = b.clear(1).asVector().overInField(factor);
    }
    return power.timesInField(factor, IntType.unsigned(most + 1));
  }

  /**
   * Returns x times 2^s.
   *
   * @param s from 0 to most
   */
  public SecretInts left(SecretInts x, SecretInts s, int most) {
    return x.times(power(s, most)).assumeFits(IntType.signed(x.width() + most));
  }

  /** Returns x times 2^s as {@link #left(SecretInts, SecretInts, int)}. */
  public SecretInt left(SecretInt x, SecretInt s, int most) {
    return left(x.asVector(), s.asVector(), most).get(0);
  }

  /**
   * Returns x over 2^s, rounded down.
   *
   * @param s from 0 to most
   */
  public SecretInts right(SecretInts x, SecretInts s, int most) {
    IntType range = IntType.signed(x.width() + most);
    SecretInts product = x.times(counterPower(s, most)).assumeFits(range);
    return new Shift(b).right(product, most).assumeFits(IntType.signed(x.width()));
  }

  /** Returns x over 2^s, rounded down, as {@link #right(SecretInts, SecretInts, int)}. */
  public SecretInt right(SecretInt x, SecretInt s, int most) {
    return right(x.asVector(), s.asVector(), most).get(0);
  }
}
