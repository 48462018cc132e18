package org.schurmpc.vm.programs;

import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretInts;
import org.schurmpc.vm.lang.SecureProgram;

/**
 * Multiplies fixed-point numbers of the first party by those of the second one (KSS13, section
 * 6.1.4); with {@code exact} 1, products are rounded down as in the paper, and otherwise up or
 * down, by chance; with {@code coarse} 1, inputs count units of half the fraction's bits, and no
 * product is rounded, so that its value is known beforehand. {@link Batches} and {@link
 * FixedOperands} describe the other arguments.
 */
public final class FixedMultiplications implements SecureProgram {
  /** Creates the program. */
  public FixedMultiplications() {}

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
