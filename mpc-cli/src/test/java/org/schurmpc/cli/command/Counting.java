package org.schurmpc.cli.command;

import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretInt;
import org.schurmpc.vm.lang.SecretIntArray;
import org.schurmpc.vm.lang.SecureProgram;

/** A program that keeps the sum of the first party's values of all runs. */
public final class Counting implements SecureProgram {
  private static final IntType TYPE = IntType.signed(32);

  @Override
  public void define(ProgramBuilder b) {
    b.keepMemory();
    SecretIntArray kept = b.secretArray("sum", TYPE, 1);
    SecretInt sum = kept.get(0).plus(b.input("a", 0, IntType.unsigned(4)));
    kept.set(0, sum.assumeFits(TYPE));
    b.output("sum", sum);
  }
}
