package org.schurmpc.cli.command;

import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretGf2n;
import org.schurmpc.vm.lang.SecretInt;
import org.schurmpc.vm.lang.SecretInts;
import org.schurmpc.vm.lang.SecureProgram;

/**
 * A program of two or more parties: sums and squares of three values of the first and one of the
 * second. With the argument {@code gf} of 1 the first squares an element of the second field, too.
 */
public final class Sums implements SecureProgram {
  @Override
  public void define(ProgramBuilder b) {
    SecretInts three = b.inputs("a", 0, IntType.unsigned(4), 3);
    SecretInt one = b.input("b", 1, IntType.signed(8));
    SecretInt sum = three.sum().plus(one);
    b.print("sum ", sum.reveal(), " of ", b.index(b.argument("text", 0)));
    b.output("squares", three.times(three));
    b.outputTo(0, "double", one.times(2));
    if (b.argument("gf", 0) == 1) {
      SecretGf2n g = b.inputGf2n("g", 0);
      b.output("h", g.times(g));
    }
  }
}
