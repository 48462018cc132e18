package org.schurmpc.bench.programs;

import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretGf2n;
import org.schurmpc.vm.lang.SecretInt;
import org.schurmpc.vm.lang.SecureProgram;

/**
 * Multiplies {@code turns} times in the second field and, with {@code both}, in the first field
 * between these products.
 */
public final class TwoFields implements SecureProgram {
  private static final IntType SIGN = IntType.signed(2);

  @Override
  public void define(ProgramBuilder b) {
    SecretGf2n g = b.inputGf2n("g", 1);
    SecretGf2n product = g;
    boolean both = b.argument("both") != 0;
    SecretInt x = both ? b.inputUnproven("x", 0, IntType.unsigned(1)).times(2).minus(1) : null;
    SecretInt sign = x;
    for (int i = 0; i < b.argument("turns"); i++) {
      product = product.times(g);
      if (both) {
        sign = sign.times(x).assumeFits(SIGN);
      }
    }
    b.output("product", product);
    if (both) {
      b.output("sign", sign);
    }
  }
}
