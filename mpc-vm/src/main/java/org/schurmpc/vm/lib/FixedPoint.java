package org.schurmpc.vm.lib;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.List;
import org.schurmpc.core.program.Decimals;
import org.schurmpc.vm.lang.ClearInts;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretBitVector;
import org.schurmpc.vm.lang.SecretInt;
import org.schurmpc.vm.lang.SecretInts;

/**
 * Fixed-point arithmetic: signed integers of k bits that count units of 2^-f (Catrina, Saxena:
 * Secure computation with fixed-point numbers, FC 2010). Values are from -2^(k-1-f) to 2^(k-1-f) -
 * 2^-f.
 *
 * <p>Results must be in this range: programs keep them there. If one is not, it is wrong, and so is
 * what depends on it; masks that hide it are then too short, and bits of it can become known.
 *
 * <p>A product has k + f bits before it is rounded, since its result has k. The field has room for
 * k + f + sigmaMask bits, below its own length; otherwise products do not compile, and the message
 * names the prime that is needed. Sums and comparisons need room for k + 1 + sigmaMask bits.
 */
public final class FixedPoint {
  private static final int BITS = 31;
  private static final int FRACTION = 16;

  private final ProgramBuilder b;
  private final int bits;
  private final int fraction;
  private final Shift shift;
  private final Comparison comparison;

  /** Creates the arithmetic of numbers of 31 bits, of which 16 are behind the point. */
  public FixedPoint(ProgramBuilder b) {
    this(b, BITS, FRACTION);
  }

  /**
   * Creates the arithmetic of numbers of some bits.
   *
   * @param k number of bits, one of them for the sign
   * @param f number of bits behind the point, from 0 to k - 1
   */
  public FixedPoint(ProgramBuilder b, int k, int f) {
    if (f < 0 || f >= k) {
      throw new IllegalArgumentException(
          "numbers of %d bits have 0 to %d bits behind the point, not %d".formatted(k, k - 1, f));
    }
    this.b = b;
    bits = k;
    fraction = f;
    shift = new Shift(b);
    comparison = new Comparison(b);
  }

  /** Returns the number of bits of a number, one of them for the sign: k. */
  public int bits() {
    return bits;
  }

  /** Returns the number of bits behind the point: f. */
  public int fraction() {
    return fraction;
  }

  ProgramBuilder builder() {
    return b;
  }

  Comparison comparison() {
    return comparison;
  }

  // Values

  /**
   * Returns n inputs of a party, which are proven to be in the range. Parties give decimals, which
   * are rounded to the nearest multiple of 2^-f.
   */
  public SecretFixed inputs(String name, int party, int n) {
    return scaled(b.inputsFixed(name, party, bits, fraction, n));
  }

  /** Returns integers as fixed-point numbers; they must be in the range. Costs nothing. */
  public SecretFixed of(SecretInts integers) {
    return scaled(shift.left(integers, fraction));
  }

  /** Returns numbers of units of 2^-f, which must be in the range. Costs nothing. */
  public SecretFixed scaled(SecretInts units) {
    boolean wide = units.width() > bits;
    return new SecretFixed(this, wide ? units.assumeFits(IntType.signed(bits)) : units);
  }

  /**
   * Returns constants, each rounded to the nearest multiple of 2^-f. Costs nothing.
   *
   * @throws IllegalArgumentException if one is outside of the range
   */
  public SecretFixed constant(double... values) {
    SecretInts[] parts =
        Arrays.stream(values)
            .mapToObj(value -> b.clear(units(value)).toSecret().asVector())
            .toArray(SecretInts[]::new);
    return scaled(SecretInts.join(parts));
  }

  /** Returns the vector of the elements of some vectors, in their order. */
  public SecretFixed join(SecretFixed... parts) {
    for (SecretFixed part : parts) {
      requireSame(part.format());
    }
    return scaled(
        SecretInts.join(Arrays.stream(parts).map(SecretFixed::units).toArray(SecretInts[]::new)));
  }

  /** Gives numbers to all parties, as decimals, when the program ends. */
  public void output(String name, SecretFixed values) {
    requireSame(values.format());
    b.outputFixed(name, values.units(), fraction);
  }

  /** Gives numbers to one party, as decimals, when the program ends. */
  public void outputTo(int party, String name, SecretFixed values) {
    requireSame(values.format());
    b.outputFixedTo(party, name, values.units(), fraction);
  }

  /** Returns the units of the number that is the nearest to a value. */
  BigInteger units(double value) {
    BigInteger units = Decimals.units(exact(value), fraction);
    if (units.bitLength() >= bits) {
      throw new IllegalArgumentException(
          "%s is outside of the range of numbers of %d bits, %d of them behind the point"
              .formatted(value, bits, fraction));
    }
    return units;
  }

  static BigDecimal exact(double value) {
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException(value + " is no fixed-point number");
    }
    return new BigDecimal(value);
  }

  void requireSame(FixedPoint other) {
    if (other.bits != bits || other.fraction != fraction || other.b != b) {
      throw new IllegalArgumentException("fixed-point numbers of two formats are combined");
    }
  }

  // Functions of several vectors

  /** Returns one of two numbers for each bit. Takes a triple for each element, and a round. */
  public SecretFixed choose(SecretBitVector which, SecretFixed ifOne, SecretFixed ifZero) {
    requireSame(ifOne.format());
    requireSame(ifZero.format());
    return scaled(which.choose(ifOne.units(), ifZero.units()));
  }

  /**
   * Returns the products of the rows of a matrix and a vector: each the sum of the products of the
   * elements, rounded once as {@link SecretFixed#dot}. Takes 2 rounds for all rows.
   */
  public SecretFixed dots(List<SecretFixed> rows, SecretFixed x) {
    requireRoom();
    SecretInt[] sums = new SecretInt[rows.size()];
    for (int i = 0; i < sums.length; i++) {
      requireSame(rows.get(i).format());
      sums[i] = rows.get(i).units().dot(x.units());
    }
    return rounded(SecretInts.of(sums), fraction);
  }

  // Functions

  /**
   * Returns 1/x, below 2 units from it; 0 if x is 0. |x| must be above 2^(f+1-k). Takes what {@link
   * SecretFixed#dividedBy(SecretFixed)} does, and a triple less.
   */
  public SecretFixed reciprocal(SecretFixed x) {
    requireSame(x.format());
    return new FixedDivision(this).reciprocal(x);
  }

  /** Returns √x, below 2 units from it; 0 if x is below 0. */
  public SecretFixed sqrt(SecretFixed x) {
    requireSame(x.format());
    return new FixedRoots(this).sqrt(x);
  }

  /**
   * Returns 1/√x, below 2 units from it; 0 if x is not above 0. The result must be in the range: it
   * is for all x if 3f/2 is at most k - 1.
   */
  public SecretFixed reciprocalSqrt(SecretFixed x) {
    requireSame(x.format());
    return new FixedRoots(this).reciprocalSqrt(x);
  }

  /**
   * Returns the natural logarithm of x, below 2 units from it; 0 if x is not above 0. The logarithm
   * of the least number, -f ln 2, must be in the range.
   */
  public SecretFixed log(SecretFixed x) {
    requireSame(x.format());
    return new FixedRoots(this).log(x);
  }

  /** Returns e^x, below 2 units from it. x must be below (k - 1 - f) ln 2. */
  public SecretFixed exp(SecretFixed x) {
    requireSame(x.format());
    return new FixedExponential(this).exp(x);
  }

  /** Returns sin x, below 2 units from it, for x in radians. 1 must be in the range. */
  public SecretFixed sin(SecretFixed x) {
    requireSame(x.format());
    return new FixedSine(this).sine(x, 0);
  }

  /** Returns cos x, below 2 units from it, for x in radians. 1 must be in the range. */
  public SecretFixed cos(SecretFixed x) {
    requireSame(x.format());
    return new FixedSine(this).sine(x, 1);
  }

  // Rounding

  /** Requires that the field has room for products under a mask. */
  void requireRoom() {
    b.requireRoom(bits + fraction);
  }

  private SecretInts narrow(SecretInts x, int m) {
    int width = Math.max(m + 1, Math.min(x.width(), bits + m));
    b.requireRoom(width);
    return x.assumeFits(IntType.signed(width));
  }

  /** Returns x over 2^m, a number of k bits, by {@link Shift#rightProbabilistic}. */
  SecretFixed rounded(SecretInts x, int m) {
    return scaled(m == 0 ? x : shift.rightProbabilistic(narrow(x, m), m));
  }

  /** Returns x over 2^m, a number of k bits, rounded down. */
  SecretFixed roundedDown(SecretInts x, int m) {
    return scaled(m == 0 ? x : shift.right(narrow(x, m), m));
  }

  /**
   * Returns the product with a quotient of two constants, of which k - 1 bits count: below 2 units
   * from the exact product.
   *
   * @param divisor above 0
   */
  SecretFixed scale(SecretFixed x, BigInteger factor, BigInteger divisor) {
    int exponent = exponent(factor.abs(), divisor);
    if (factor.signum() == 0 || exponent <= 1 - bits) {
      // |x factor/divisor| is below one unit.
      return scaled(x.units().minus(x.units()));
    }
    int places = bits - 1 - exponent;
    if (places < 0) {
      throw new IllegalArgumentException(
          "a factor of %d bits takes numbers of %d bits out of their range"
              .formatted(exponent, bits));
    }
    BigInteger rounded = quotient(factor, divisor, places);
    int zeros = Math.min(places, rounded.getLowestSetBit());
    int m = places - zeros;
    rounded = rounded.shiftRight(zeros);
    int width = Math.min(x.units().width() + rounded.abs().bitLength(), bits + m);
    b.requireRoom(width);
    ClearInts constant = b.clear(rounded).asVector();
    return rounded(x.units().timesInField(constant, IntType.signed(width)), m);
  }

  /** Returns e such that the quotient is from 2^(e-1) to below 2^e. */
  private static int exponent(BigInteger factor, BigInteger divisor) {
    int exponent = factor.bitLength() - divisor.bitLength();
    BigInteger left = factor.shiftLeft(Math.max(0, -exponent));
    BigInteger right = divisor.shiftLeft(Math.max(0, exponent));
    return left.compareTo(right) < 0 ? exponent : exponent + 1;
  }

  /** Returns factor/divisor times 2^places, rounded to the nearest. */
  private static BigInteger quotient(BigInteger factor, BigInteger divisor, int places) {
    return new BigDecimal(factor.shiftLeft(places))
        .divide(new BigDecimal(divisor), 0, RoundingMode.HALF_EVEN)
        .unscaledValue();
  }
}
