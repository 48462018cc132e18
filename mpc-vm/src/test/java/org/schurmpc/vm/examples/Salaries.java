package org.schurmpc.vm.examples;

import org.schurmpc.vm.lang.Index;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretInt;
import org.schurmpc.vm.lang.SecureProgram;

/** Compares the average of the parties' salaries with a threshold. */
public final class Salaries implements SecureProgram {
  @Override
  public void define(ProgramBuilder b) {
    long threshold = b.argument("threshold");
    SecretInt sum = b.secret(0);
    for (int party = 0; party < b.parties(); party++) {
      sum = sum.plus(b.input("salary" + party, party, IntType.unsigned(32)));
    }
    Index total = sum.reveal().toIndex();
    b.ifThenElse(
        b.index(threshold * b.parties()).lt(total),
        () -> b.print("The average is above ", b.index(threshold)),
        () -> b.print("The average is not above ", b.index(threshold)));
    b.output("total", sum);
  }
}
