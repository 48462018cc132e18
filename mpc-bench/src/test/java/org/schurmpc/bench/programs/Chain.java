package org.schurmpc.bench.programs;

import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretInt;
import org.schurmpc.vm.lang.SecretVar;
import org.schurmpc.vm.lang.SecureProgram;

/** Multiplies a secret sign by another one, {@code turns} times. */
public final class Chain implements SecureProgram {
  @Override
  public void define(ProgramBuilder b) {
    IntType sign = IntType.signed(2);
    SecretInt x = b.inputUnproven("x", 0, IntType.unsigned(1)).times(2).minus(1);
    SecretInt y = b.inputUnproven("y", 1, IntType.unsigned(1)).times(2).minus(1);
    SecretVar product = b.secretVar(sign, y.assumeFits(sign));
    b.repeat(
        Math.toIntExact(b.argument("turns")),
        i -> product.set(product.get().times(x).assumeFits(sign)));
    b.output("product", product.get());
  }
}
