package org.schurmpc.vm.programs;

import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecureProgram;
import org.schurmpc.vm.lib.Comparison;

/**
 * Compares fixed-point numbers of the first party with those of the second one: 1 where the former
 * is below the latter (KSS13, section 6.1.4); with {@code few} 1, with few triples and more rounds.
 * {@link Batches} and {@link FixedOperands} describe the arguments.
 */
public final class FixedComparisons implements SecureProgram {
  /** Creates the program. */
  public FixedComparisons() {}

  @Override
  public void define(ProgramBuilder b) {
    Batches batches = new Batches(b);
    FixedOperands operands = FixedOperands.read(b, batches);
    boolean few = Batches.argument(b, "few", 0, 1) == 1;
    Comparison usual = new Comparison(b);
    Comparison comparison = few ? usual.withFewTriples() : usual;
    b.output(
        "below",
        batches.apply(
            operands.units(),
            Batches.BIT,
            operands.function((x, y) -> comparison.lessThan(x.units(), y.units()).asInts())));
  }
}
