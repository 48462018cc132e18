package org.schurmpc.bench.programs;

import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecureProgram;

/** A program with no output, and one that keeps its memory. */
public final class Silent implements SecureProgram {
  @Override
  public void define(ProgramBuilder b) {
    b.input("x", 0, IntType.unsigned(4)).reveal();
  }

  /** Keeps its memory between runs. */
  public static final class Keeping implements SecureProgram {
    @Override
    public void define(ProgramBuilder b) {
      b.keepMemory();
      b.output("x", b.input("x", 0, IntType.unsigned(4)));
    }
  }
}
