package org.schurmpc.vm.programs;

import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecureProgram;
import org.schurmpc.vm.lib.SecretFloat;

/**
 * Multiplies floating-point numbers of the first party by those of the second one (KSS13, section
 * 6.1.4). {@link Batches} describes the arguments, {@link FloatOperands} the inputs; the products
 * are bits in IEEE 754 as numbers.
 */
public final class FloatMultiplications implements SecureProgram {
  /** Creates the program. */
  public FloatMultiplications() {}

  @Override
  public void define(ProgramBuilder b) {
    FloatOperands operands = new FloatOperands(b, new Batches(b));
    b.output("products", operands.apply(SecretFloat::times).ieeeBits());
  }
}
