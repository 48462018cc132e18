package org.schurmpc.vm.programs;

import java.util.List;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretInts;
import org.schurmpc.vm.lang.SecureProgram;
import org.schurmpc.vm.lib.Comparison;

/**
 * Compares numbers of {@code bits} bits of the first party with those of the second one: 1 where
 * the former is below the latter (KSS13, section 6.1.2); with {@code constant} 1 in constant
 * rounds. {@link Batches} describes the arguments {@code n}, {@code batches} and {@code threads}.
 */
public final class Comparisons implements SecureProgram {
  private static final int USUAL_BITS = 64;

  /** Creates the program. */
  public Comparisons() {}

  @Override
  public void define(ProgramBuilder b) {
    Batches batches = new Batches(b);
    int bits = Batches.argument(b, "bits", USUAL_BITS, 1, Batches.MOST_BITS);
    boolean constant = Batches.argument(b, "constant", 0, 1) == 1;
    Comparison usual = new Comparison(b);
    Comparison comparison = constant ? usual.inConstantRounds() : usual;
    List<SecretInts> operands = batches.operands(IntType.signed(bits));
    b.output(
        "below",
        batches.apply(
            operands, Batches.BIT, x -> comparison.lessThan(x.get(0), x.get(1)).asInts()));
  }
}
