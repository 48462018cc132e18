package org.schurmpc.vm.programs;

import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecureProgram;

/**
 * Compares floating-point numbers of the first party with those of the second one: 1 where the
 * former is below the latter (KSS13, section 6.1.4). {@link Batches} describes the arguments,
 * {@link FloatOperands} the inputs.
 */
public final class FloatComparisons implements SecureProgram {
  /** Creates the program. */
  public FloatComparisons() {}

  @Override
  public void define(ProgramBuilder b) {
    b.output("below", new FloatOperands(b, new Batches(b)).lessThan());
  }
}
