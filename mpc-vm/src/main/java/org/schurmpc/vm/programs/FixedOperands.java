package org.schurmpc.vm.programs;

import java.util.List;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretInts;
import org.schurmpc.vm.lang.SecureProgram;
import org.schurmpc.vm.lib.Comparison;
import org.schurmpc.vm.lib.FixedPoint;
import org.schurmpc.vm.lib.SecretFixed;
import org.schurmpc.vm.lib.Shift;

/**
 * The fixed-point operands of a program: numbers of {@code bits} bits, of which {@code fraction}
 * are behind the point, of the first party and of the second one.
 *
 * @param fixed the arithmetic of the results
 */
record FixedOperands(FixedPoint fixed, List<SecretInts> units) {
  private static final int USUAL_BITS = 31;
  private static final int USUAL_FRACTION = 16;

  /** A function of numbers. */
  interface Function<R> {
    R of(SecretFixed x, SecretFixed y);
  }

  private static FixedPoint format(ProgramBuilder b) {
    int bits = Batches.argument(b, "bits", USUAL_BITS, 1, Batches.MOST_BITS);
    int fraction = Batches.argument(b, "fraction", USUAL_FRACTION, 0, bits - 1);
    return new FixedPoint(b, bits, fraction);
  }

  /** Reads the format from the arguments, and numbers of its range from the inputs. */
  static FixedOperands read(ProgramBuilder b, Batches batches) {
    FixedPoint fixed = format(b);
    return read(fixed, batches, fixed.bits() - 1 - fixed.fraction());
  }

  private static FixedOperands read(FixedPoint fixed, Batches batches, int before) {
    SecretInts x = fixed.inputs("x", 0, batches.elements(), before).units();
    SecretInts y = fixed.inputs("y", 1, batches.elements(), before).units();
    return new FixedOperands(fixed, List.of(x, y));
  }

  /**
   * Reads the format from the arguments, and numbers whose products are in its range from the
   * inputs: half of the bits before the point are theirs.
   *
   * @param coarse whether the lower half of the fraction of each number is zero, so that no product
   *     of two is rounded, and all runs have equal results
   */
  static FixedOperands readFactors(ProgramBuilder b, Batches batches, boolean coarse) {
    FixedPoint fixed = format(b);
    int fraction = fixed.fraction();
    // The product of the least numbers must not be the end of the range.
    int before = Math.max(0, fixed.bits() - 2 - fraction) / 2;
    if (!coarse) {
      return read(fixed, batches, before);
    }
    int zeros = (fraction + 1) / 2;
    Shift shift = new Shift(b);
    return new FixedOperands(
        fixed,
        batches.operands(IntType.signed(before + fraction + 1 - zeros)).stream()
            .map(units -> shift.left(units, zeros))
            .toList());
  }

  /** Returns the type of the units of a number. */
  IntType type() {
    return IntType.signed(fixed.bits());
  }

  /** Returns a function of the units of both operands. */
  <R> Batches.Function<R> function(Function<R> function) {
    return units -> function.of(fixed.scaled(units.get(0)), fixed.scaled(units.get(1)));
  }

  /**
   * Multiplies fixed-point numbers of the first party by those of the second one (KSS13, section
   * 6.1.4); with {@code exact} 1, products are rounded down as in the paper, and otherwise up or
   * down, by chance; with {@code coarse} 1, inputs count units of half the fraction's bits, and no
   * product is rounded, so that its value is known beforehand. {@link Batches} and {@link
   * FixedOperands} describe the other arguments.
   */
  public static final class FixedMultiplications implements SecureProgram {
    @Override
    public void define(ProgramBuilder b) {
      Batches batches = new Batches(b);
      boolean exact = Batches.argument(b, "exact", 0, 1) == 1;
      boolean coarse = Batches.argument(b, "coarse", 0, 1) == 1;
      FixedOperands operands = FixedOperands.readFactors(b, batches, coarse);
      SecretInts products =
          batches.apply(
              operands.units(),
              operands.type(),
              operands.function((x, y) -> (exact ? x.timesExact(y) : x.times(y)).units()));
      operands.fixed().output("products", operands.fixed().scaled(products));
    }
  }

  /**
   * Compares fixed-point numbers of the first party with those of the second one: 1 where the
   * former is below the latter (KSS13, section 6.1.4); with {@code few} 1, with few triples and
   * more rounds. {@link Batches} and {@link FixedOperands} describe the arguments.
   */
  public static final class FixedComparisons implements SecureProgram {
    @Override
    public void define(ProgramBuilder b) {
      Batches batches = new Batches(b);
      FixedOperands operands = FixedOperands.read(b, batches);
      boolean few = Batches.argument(b, "few", 0, 1) == 1;
      Comparison usual = new Comparison(b);
      Comparison comparison = few ? usual.withFewTriples() : usual;
      b.output(
          "below",
          batches.apply(
              operands.units(),
              Batches.BIT,
              operands.function((x, y) -> comparison.lessThan(x.units(), y.units()).asInts())));
    }
  }
}
