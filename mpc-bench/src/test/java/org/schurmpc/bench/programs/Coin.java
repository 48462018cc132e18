package org.schurmpc.bench.programs;

import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecureProgram;

/** Reveals a random bit, which nobody can know before. */
public final class Coin implements SecureProgram {
  @Override
  public void define(ProgramBuilder b) {
    b.output("coin", b.randomBit());
  }
}
