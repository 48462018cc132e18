package org.schurmpc.bench.programs;

import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretInt;
import org.schurmpc.vm.lang.SecretIntArray;
import org.schurmpc.vm.lang.SecureProgram;

/**
 * Multiplies {@code batch} secret signs at once, {@code batches} times one after the other: with a
 * batch of 1, a chain of products.
 */
public final class Products implements SecureProgram {
  @Override
  public void define(ProgramBuilder b) {
    int batch = Math.toIntExact(b.argument("batch"));
    int batches = Math.toIntExact(b.argument("batches"));
    IntType sign = IntType.signed(2);
    SecretInt x = b.inputUnproven("x", 0, IntType.unsigned(1)).times(2).minus(1).assumeFits(sign);
    SecretInt y = b.inputUnproven("y", 1, IntType.unsigned(1)).times(2).minus(1).assumeFits(sign);
    SecretIntArray factors = b.secretArray("factors", sign, batch);
    SecretIntArray products = b.secretArray("products", sign, batch);
    factors.store(0, factors.vector(0, batch).plus(x).assumeFits(sign));
    products.store(0, products.vector(0, batch).plus(y).assumeFits(sign));
    b.repeat(
        batches,
        i ->
            products.store(
                0, products.vector(0, batch).times(factors.vector(0, batch)).assumeFits(sign)));
    b.output("sum", products.vector(0, batch).sum());
  }
}
