package org.schurmpc.vm.programs;

import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecureProgram;
import org.schurmpc.vm.lib.Sorting;

/**
 * Sorts a list of {@code n} numbers of {@code bits} bits, of which all parties have a part (KSS13,
 * section 6.1.3).
 */
public final class Sort implements SecureProgram {
  private static final int USUAL_BITS = 32;

  /** Creates the program. */
  public Sort() {}

  @Override
  public void define(ProgramBuilder b) {
    int n = Batches.argument(b, "n", b.parties(), Batches.MOST);
    int bits = Batches.argument(b, "bits", USUAL_BITS, 1, Batches.MOST_BITS);
    b.output("sorted", new Sorting(b).ascending(Parts.inputs(b, "list", IntType.signed(bits), n)));
  }
}
