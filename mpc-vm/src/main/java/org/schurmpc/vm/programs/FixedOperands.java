package org.schurmpc.vm.programs;

import java.util.List;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretInts;
import org.schurmpc.vm.lib.FixedPoint;
import org.schurmpc.vm.lib.SecretFixed;

/**
 * The fixed-point operands of a program: numbers of {@code bits} bits, of which {@code fraction}
 * are behind the point, of the first party and of the second one.
 */
record FixedOperands(FixedPoint fixed, List<SecretInts> units) {
  private static final int USUAL_BITS = 31;
  private static final int USUAL_FRACTION = 16;

  /** A function of numbers. */
  interface Function<R> {
    R of(SecretFixed x, SecretFixed y);
  }

  /** Reads the format from the arguments, and the numbers from the inputs. */
  static FixedOperands read(ProgramBuilder b, Batches batches) {
    int bits = Batches.argument(b, "bits", USUAL_BITS, 1, Batches.MOST_BITS);
    int fraction = Batches.argument(b, "fraction", USUAL_FRACTION, 0, bits - 1);
    FixedPoint fixed = new FixedPoint(b, bits, fraction);
    SecretInts x = fixed.inputs("x", 0, batches.elements()).units();
    SecretInts y = fixed.inputs("y", 1, batches.elements()).units();
    return new FixedOperands(fixed, List.of(x, y));
  }

  /** Returns the type of the units of a number. */
  IntType type() {
    return IntType.signed(fixed.bits());
  }

  /** Returns a function of the units of both operands. */
  <R> Batches.Function<R> function(Function<R> function) {
    return units -> function.of(fixed.scaled(units.get(0)), fixed.scaled(units.get(1)));
  }
}
