package org.schurmpc.vm.programs;

import java.util.List;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretInts;
import org.schurmpc.vm.lang.SecureProgram;

/**
 * Multiplies numbers of {@code bits} bits of the first party by those of the second one (KSS13,
 * section 6.1.1). {@link Batches} describes the arguments {@code n}, {@code batches} and {@code
 * threads}.
 */
public final class Multiplications implements SecureProgram {
  private static final int USUAL_BITS = 32;

  /** Creates the program. */
  public Multiplications() {}

  @Override
  public void define(ProgramBuilder b) {
    Batches batches = new Batches(b);
    int bits = Batches.argument(b, "bits", USUAL_BITS, 1, Batches.MOST_BITS);
    List<SecretInts> operands = batches.operands(IntType.signed(bits));
    IntType product = IntType.signed(2 * bits);
    b.output("products", batches.apply(operands, product, x -> x.get(0).times(x.get(1))));
  }
}
