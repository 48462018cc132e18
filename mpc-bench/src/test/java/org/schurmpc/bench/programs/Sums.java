package org.schurmpc.bench.programs;

import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretInt;
import org.schurmpc.vm.lang.SecureProgram;

/** Adds the inputs of all parties, and tells each party its product with the sum. */
public final class Sums implements SecureProgram {
  @Override
  public void define(ProgramBuilder b) {
    SecretInt[] inputs = new SecretInt[b.parties()];
    SecretInt sum = b.secret(0);
    for (int party = 0; party < b.parties(); party++) {
      inputs[party] = b.input("x" + party, party, IntType.signed(16));
      sum = sum.plus(inputs[party]);
    }
    for (int party = 0; party < b.parties(); party++) {
      b.outputTo(party, "product" + party, inputs[party].times(sum));
    }
    b.print("The sum is ", sum.reveal());
  }
}
