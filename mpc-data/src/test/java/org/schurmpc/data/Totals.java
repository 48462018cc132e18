package org.schurmpc.data;

import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretInts;
import org.schurmpc.vm.lang.SecureProgram;

/** The sum of a column of party 1 over the rows that are there, and a number of party 2. */
public final class Totals implements SecureProgram {
  @Override
  public void define(ProgramBuilder b) {
    int rows = (int) b.argument("bills_rows");
    IntType sum = IntType.signed((int) b.argument("bills_sum_bits"));
    SecretInts sums = b.inputs("bills_sum1", 0, sum, rows);
    SecretInts there = b.inputs("bills_valid1", 0, IntType.unsigned(1), rows);
    b.output("total", sums.dot(there).plus(b.inputs("more", 1, sum, 1).get(0)));
  }
}
