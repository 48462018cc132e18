package org.schurmpc.bench.programs;

import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretInt;
import org.schurmpc.vm.lang.SecretIntArray;
import org.schurmpc.vm.lang.SecretVar;
import org.schurmpc.vm.lang.SecureProgram;

/** Makes chains of products in {@code tapes} tapes side by side, each of {@code turns} products. */
public final class Tapes implements SecureProgram {
  @Override
  public void define(ProgramBuilder b) {
    int tapes = Math.toIntExact(b.argument("tapes"));
    int turns = Math.toIntExact(b.argument("turns"));
    IntType sign = IntType.signed(2);
    SecretInt x = b.inputUnproven("x", 0, IntType.unsigned(1)).times(2).minus(1).assumeFits(sign);
    SecretIntArray chains = b.secretArray("chains", sign, tapes);
    chains.store(0, chains.vector(0, tapes).plus(x).assumeFits(sign));
    b.parallel(
        tapes,
        tape -> {
          SecretIntArray own = chains.chunk(tape, 1);
          SecretVar product = b.secretVar(sign, own.get(0));
          b.repeat(turns, i -> product.set(product.get().times(x).assumeFits(sign)));
          own.set(0, product.get());
        });
    b.output("sum", chains.vector(0, tapes).sum());
  }
}
