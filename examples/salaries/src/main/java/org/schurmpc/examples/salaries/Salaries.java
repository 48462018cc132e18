package org.schurmpc.examples.salaries;

import java.util.ArrayList;
import java.util.List;
import org.schurmpc.vm.lang.Index;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretInt;
import org.schurmpc.vm.lang.SecureProgram;

/**
 * Compares the average salary of the parties' employees with a threshold. Each party also learns
 * how far the sum of its own salaries is above the average of the parties' sums, times their
 * number.
 */
public final class Salaries implements SecureProgram {
  private static final IntType SALARY = IntType.unsigned(20);

  @Override
  public void define(ProgramBuilder b) {
    long threshold = b.argument("threshold");
    int employees = (int) b.argument("employees");
    List<SecretInt> sums = new ArrayList<>();
    SecretInt total = b.secret(0);
    for (int party = 0; party < b.parties(); party++) {
      SecretInt sum = b.inputs("salaries" + (party + 1), party, SALARY, employees).sum();
      sums.add(sum);
      total = total.plus(sum);
    }
    Index known = total.reveal().toIndex();
    b.ifThenElse(
        b.index(threshold * employees * b.parties()).lt(known),
        () -> b.print("The average is above ", b.index(threshold)),
        () -> b.print("The average is not above ", b.index(threshold)));
    for (int party = 0; party < b.parties(); party++) {
      SecretInt above = sums.get(party).times(b.parties()).minus(total);
      b.outputTo(party, "above" + (party + 1), above);
    }
    b.output("total", total);
  }
}
