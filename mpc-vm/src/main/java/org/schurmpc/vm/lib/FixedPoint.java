package org.schurmpc.vm.lib;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import org.schurmpc.core.program.Decimals;
import org.schurmpc.vm.lang.Bounds;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretBitVector;
import org.schurmpc.vm.lang.SecretInt;
import org.schurmpc.vm.lang.SecretInts;
import org.schurmpc.vm.lib.parts.Reals;

/**
 * Fixed-point arithmetic: signed integers of k bits that count units of 2^-f (Catrina, Saxena:
 * Secure computation with fixed-point numbers, FC 2010). Values are from -2^(k-1-f) to 2^(k-1-f) -
 * 2^-f.
 *
 * <p>Each vector has bounds, which begin with the proven ranges of inputs and follow from operation
 * to operation. A program with a result that can leave the range does not compile, whatever the
 * parties would give: state narrower {@linkplain #inputs(String, int, int, int) inputs},
 * {@linkplain SecretFixed#clamp clamp} values, take a wider format, or choose another arithmetic:
 *
 * <ul>
 *   <li>{@link #saturating()} takes the nearest number of the range;
 *   <li>{@link #checked()} does, too, and the run ends before anything is output, at all parties
 *       alike, with {@link org.schurmpc.core.abort.OutOfRange};
 *   <li>{@link #assumeFits()} takes results to be in the range on the developer's word. If one is
 *       not, it is wrong, and so is what depends on it; masks that hide it are then too short, and
 *       bits of it can become known.
 * </ul>
 *
 * <p>An operation follows the arithmetic of its first operand. What saturates or checks costs
 * nothing where bounds show that the result fits, and otherwise a comparison for each end of the
 * range that the result can pass, all at once, a triple for each, and their rounds.
 *
 * <p>Masks are as long as the bounds of what they hide ask for. A product of factors of any size
 * has 2k bits before it is rounded. The field has room for them and sigmaMask bits, below its own
 * length; otherwise the program does not compile, and the message names the prime that is needed.
 */
public final class FixedPoint {
  private static final int BITS = 31;
  private static final int FRACTION = 16;

  private static final String WORD = "FixedPoint.assumeFits";

  /** What happens to a result that can be outside of the range. */
  private enum Overflow {
    REFUSED,
    SATURATED,
    CHECKED,
    ASSUMED
  }

  private final ProgramBuilder b;
  private final int bits;
  private final int fraction;
  private final Overflow overflow;
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
    this(b, k, f, Overflow.REFUSED);
  }

  private FixedPoint(ProgramBuilder b, int k, int f, Overflow overflow) {
    if (f < 0 || f >= k) {
      throw new IllegalArgumentException(
          "numbers of %d bits have 0 to %d bits behind the point, not %d".formatted(k, k - 1, f));
    }
    this.b = b;
    bits = k;
    fraction = f;
    this.overflow = overflow;
    shift = new Shift(b);
    comparison = new Comparison(b);
  }

  /** Returns the arithmetic whose results are the nearest numbers of the range. */
  public FixedPoint saturating() {
    return new FixedPoint(b, bits, fraction, Overflow.SATURATED);
  }

  /**
   * Returns the arithmetic that ends the run if a result is outside of the range: when the program
   * ends, before anything is output, and before numbers are {@linkplain SecretFixed#reveal
   * revealed}. Nothing is shown but that one of all results was outside.
   */
  public FixedPoint checked() {
    return new FixedPoint(b, bits, fraction, Overflow.CHECKED);
  }

  /**
   * Returns the arithmetic whose results are in the range on the developer's word, as {@link
   * SecretInts#assumeFits(IntType)}.
   */
  public FixedPoint assumeFits() {
    b.noteWord(WORD);
    return new FixedPoint(b, bits, fraction, Overflow.ASSUMED);
  }

  /** Returns the number of bits of a number, one of them for the sign: k. */
  public int bits() {
    return bits;
  }

  /** Returns the number of bits behind the point: f. */
  public int fraction() {
    return fraction;
  }

  /** Returns the least and the greatest number of units. */
  Bounds range() {
    return Bounds.signed(bits);
  }

  ProgramBuilder builder() {
    return b;
  }

  Comparison comparison() {
    return comparison;
  }

  // Results that can be outside of the range

  /** Returns units that may be outside of the range, as the arithmetic takes them. */
  SecretFixed result(SecretInts units, String what) {
    if (range().contains(units.bounds())) {
      return new SecretFixed(this, units);
    }
    return switch (overflow) {
      case REFUSED -> throw refused(what, units.bounds());
      case ASSUMED -> new SecretFixed(this, assumed(units, range()));
      case SATURATED, CHECKED -> {
        Comparison.Cut cut = comparison.cut(units, range());
        cut.outside().forEach(this::note);
        yield new SecretFixed(this, cut.values());
      }
    };
  }

  /** Returns the error for results that can be outside of the range. */
  IllegalArgumentException refused(String what, Bounds units) {
    return new IllegalArgumentException(
        ("%s can be from %s to %s, and numbers of %d bits, %d of them behind the point, are below %s:"
                + " take narrower inputs, clamp(), a wider format with a larger prime, or"
                + " saturating() or checked() arithmetic")
            .formatted(
                what,
                Reals.decimal(units.least(), fraction),
                Reals.decimal(units.most(), fraction),
                bits,
                fraction,
                Reals.decimal(BigInteger.TWO.pow(bits - 1), fraction)));
  }

  /** Returns values that are in bounds; a trial checks it if the developer's word says so. */
  SecretInts assumed(SecretInts values, Bounds bounds) {
    if (assumes()) {
      b.checkWord(WORD, values, bounds);
    }
    return values.assumeFits(bounds);
  }

  /** Whether a function takes its arguments to give results in the range. */
  boolean assumes() {
    return overflow == Overflow.ASSUMED;
  }

  /**
   * Requires that a function may replace results outside of the range by the ends of it.
   *
   * @throws IllegalArgumentException if the arithmetic neither saturates nor checks
   */
  void requireReplaces(String what, Bounds units) {
    if (overflow == Overflow.REFUSED) {
      throw refused(what, units);
    }
  }

  /** Notes which results were outside of the range, if they end the run. */
  void note(SecretBitVector outside) {
    if (overflow == Overflow.CHECKED) {
      b.requireNone(outside);
    }
  }

  /** Ends the run before anything is revealed, if a result was outside of the range. */
  void settle() {
    if (overflow == Overflow.CHECKED) {
      b.requireNoneSoFar();
    }
  }

  // Values

  /**
   * Returns n inputs of a party, which are proven to be in the range. Parties give decimals, which
   * are rounded to the nearest multiple of 2^-f.
   */
  public SecretFixed inputs(String name, int party, int n) {
    return scaled(b.inputsFixed(name, party, bits, fraction, n));
  }

  /**
   * Returns n inputs of a party, which are proven to be from -2^before to below 2^before.
   *
   * @param before number of bits before the point, without the sign: from 0 to k - 1 - f
   */
  public SecretFixed inputs(String name, int party, int n, int before) {
    if (before < 0 || before > bits - 1 - fraction) {
      throw new IllegalArgumentException(
          "inputs of %d bits, %d of them behind the point, have 0 to %d bits before it, not %d"
              .formatted(bits, fraction, bits - 1 - fraction, before));
    }
    return scaled(b.inputsFixed(name, party, before + fraction + 1, fraction, n));
  }

  /** Returns integers as fixed-point numbers. Costs nothing if they are in the range. */
  public SecretFixed of(SecretInts integers) {
    return scaled(shift.left(integers, fraction));
  }

  /** Returns numbers of units of 2^-f. Costs nothing if they are in the range. */
  public SecretFixed scaled(SecretInts units) {
    return result(units, "a number");
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
    requireSame(x.format());
    SecretInt[] sums = new SecretInt[rows.size()];
    for (int i = 0; i < sums.length; i++) {
      requireSame(rows.get(i).format());
      sums[i] = rows.get(i).units().dot(x.units());
    }
    return rounded(SecretInts.of(sums), fraction, "a sum of products");
  }

  // Functions

  /**
   * Returns 1/x, below 2 units from it; 0 if x is 0. |x| must be above 2^(f+1-k), or the result is
   * outside of the range. Takes what {@link SecretFixed#dividedBy(SecretFixed)} does, and a triple
   * less.
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
   * Returns 1/√x, below 2 units from it; 0 if x is not above 0. The result is in the range for all
   * x if 3f/2 is below k - 1.
   */
  public SecretFixed reciprocalSqrt(SecretFixed x) {
    requireSame(x.format());
    return new FixedRoots(this).reciprocalSqrt(x);
  }

  /**
   * Returns the natural logarithm of x, below 2 units from it; 0 if x is not above 0. That of the
   * least number is -f ln 2.
   */
  public SecretFixed log(SecretFixed x) {
    requireSame(x.format());
    return new FixedRoots(this).log(x);
  }

  /**
   * Returns e^x, below 2 units from it. From x = (k - 1 - f) ln 2 on, it is outside of the range.
   */
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

  private SecretInts narrow(SecretInts x, int m) {
    return assumes() ? x.assumeFits(IntType.signed(bits + m)) : x;
  }

  /** Returns x over 2^m by {@link Shift#rightProbabilistic}. */
  SecretFixed rounded(SecretInts x, int m, String what) {
    return result(m == 0 ? x : shift.rightProbabilistic(narrow(x, m), m), what);
  }

  /** Returns x over 2^m, rounded down. */
  SecretFixed roundedDown(SecretInts x, int m, String what) {
    return result(m == 0 ? x : shift.right(narrow(x, m), m), what);
  }
}
