package org.schurmpc.vm.programs;

import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecureProgram;
import org.schurmpc.vm.lib.SecretFloat;

/**
 * Adds floating-point numbers of the first party and of the second one (KSS13, section 6.1.4).
 * {@link Batches} describes the arguments, {@link FloatOperands} the inputs; the sums are bits in
 * IEEE 754 as numbers.
 */
public final class FloatAdditions implements SecureProgram {
  /** Creates the program. */
  public FloatAdditions() {}

  @Override
  public void define(ProgramBuilder b) {
    FloatOperands operands = new FloatOperands(b, new Batches(b));
    b.output("sums", operands.apply(SecretFloat::plus).ieeeBits());
  }
}
