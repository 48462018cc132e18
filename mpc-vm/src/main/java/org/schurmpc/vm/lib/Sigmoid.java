package org.schurmpc.vm.lib;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.schurmpc.vm.lang.Bounds;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretBitVector;
import org.schurmpc.vm.lang.SecretInts;
import org.schurmpc.vm.lib.parts.Indicator;

/**
 * The logistic function 1 / (1 + e^-x) of secret fixed-point numbers: a polynomial of degree 2 on
 * each of 32 pieces of length 1/2 from -8 to 8, which meets the function at the Chebyshev nodes; 0
 * below -8, and 1 from 8 on.
 *
 * <p>The error is below 3.4 · 10^-4 at -8 and 8, and elsewhere below 8.2 · 10^-5 + 4 units. It
 * takes a {@link BitDecomposition} of k + 1 bits, k - f + 25 triples, 2 (k + f - 1 + sigmaMask)
 * random bits, and 8 rounds more at most.
 */
public final class Sigmoid {
  private static final int BOUND = 8;
  private static final int PIECE_BITS = 5;
  private static final double HALF_PIECE = 0.25;

  /** Units by which results may be below 0 or above 1. */
  private static final int ERROR = 4;

  private final FixedPoint fixed;
  private final ProgramBuilder b;

  /**
   * Creates the function for numbers of a format.
   *
   * @param fixed with 2 to 48 bits behind the point, and at least 5 before it
   */
  public Sigmoid(FixedPoint fixed) {
    this.fixed = fixed;
    b = fixed.builder();
    int f = fixed.fraction();
    if (f < 2 || f > 48 || fixed.bits() < f + PIECE_BITS) {
      throw new IllegalArgumentException(
          "the logistic function needs 2 to 48 bits behind the point and 5 before it, not %d and %d"
              .formatted(f, fixed.bits() - f));
    }
  }

  /** Returns the function of each number, from about 0 to about 1. */
  public SecretFixed of(SecretFixed x) {
    x.format().requireSame(fixed);
    int f = fixed.fraction();
    IntType type = IntType.signed(fixed.bits() + 1);
    SecretInts moved = x.units().plus(b.clear((long) BOUND << f).asVector()).assumeFits(type);
    List<SecretBitVector> bits = new BitDecomposition(b).of(moved);
    SecretInts inside = Indicator.none(bits.subList(f - 1 + PIECE_BITS, bits.size())).asInts();
    List<SecretInts> piece = Indicator.of(bits.subList(f - 1, f - 1 + PIECE_BITS));
    SecretInts value = polynomial(piece, offset(bits)).units().times(inside);
    SecretInts isNegative = bits.get(bits.size() - 1).asInts();
    SecretInts above = inside.plus(isNegative).negate().plus(1).assumeFits(IntType.signed(2));
    SecretInts all = value.plus(new Shift(b).left(above, f));
    BigInteger error = BigInteger.valueOf(ERROR);
    Bounds bounds = new Bounds(error.negate(), BigInteger.TWO.pow(f).add(error));
    return fixed.scaled(all.assumeFits(bounds));
  }

  /** Returns how far numbers are from the middle of their piece. */
  private SecretFixed offset(List<SecretBitVector> bits) {
    SecretInts offset = new Shift(b).composed(bits.subList(0, fixed.fraction() - 1));
    return fixed.scaled(offset).minus(HALF_PIECE);
  }

  private SecretFixed polynomial(List<SecretInts> piece, SecretFixed offset) {
    List<SecretFixed> coefficients = new ArrayList<>();
    for (int degree = 0; degree <= 2; degree++) {
      coefficients.add(coefficient(piece, degree));
    }
    SecretFixed inner = coefficients.get(2).times(offset).plus(coefficients.get(1));
    return inner.times(offset).plus(coefficients.get(0));
  }

  /** Returns the coefficient of the piece of each number. */
  private SecretFixed coefficient(List<SecretInts> piece, int degree) {
    SecretInts sum = null;
    Bounds bounds = null;
    for (int i = 0; i < piece.size(); i++) {
      double middle = -BOUND + (2 * i + 1) * HALF_PIECE;
      long units = fixed.units(coefficients(middle)[degree]).longValueExact();
      SecretInts one = piece.get(i).times(units);
      sum = sum == null ? one : sum.plus(one);
      Bounds hull = one.bounds();
      bounds = bounds == null ? hull : bounds.hull(hull);
    }
    // One piece is 1, and the others are 0.
    return fixed.scaled(sum.assumeFits(bounds));
  }

  /** Returns the coefficients of the polynomial that meets the function at three nodes. */
  private static double[] coefficients(double middle) {
    double node = HALF_PIECE * Math.sqrt(3) / 2;
    double low = plain(middle - node);
    double high = plain(middle + node);
    double at = plain(middle);
    return new double[] {at, (high - low) / (2 * node), (high + low - 2 * at) / (2 * node * node)};
  }

  static double plain(double x) {
    return 1 / (1 + Math.exp(-x));
  }
}
