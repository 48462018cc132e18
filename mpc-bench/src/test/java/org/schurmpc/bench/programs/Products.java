package org.schurmpc.bench.programs;

import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretInt;
import org.schurmpc.vm.lang.SecretInts;
import org.schurmpc.vm.lang.SecureProgram;

/** Multiplies {@code batch} secret signs at once, {@code batches} times one after the other. */
public final class Products implements SecureProgram {
  @Override
  public void define(ProgramBuilder b) {
    int batch = Math.toIntExact(b.argument("batch"));
    int batches = Math.toIntExact(b.argument("batches"));
    IntType sign = IntType.signed(2);
    SecretInt x = b.inputUnproven("x", 0, IntType.unsigned(1)).times(2).minus(1);
    SecretInt y = b.inputUnproven("y", 1, IntType.unsigned(1)).times(2).minus(1);
    SecretInts zeros = b.secretArray("zeros", sign, batch).vector(0, batch);
    SecretInts factors = zeros.plus(x).assumeFits(sign);
    SecretInts products = zeros.plus(y).assumeFits(sign);
    for (int i = 0; i < batches; i++) {
      products = products.times(factors).assumeFits(sign);
    }
    b.output("sum", products.sum());
  }
}
