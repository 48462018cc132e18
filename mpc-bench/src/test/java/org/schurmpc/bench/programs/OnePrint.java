package org.schurmpc.bench.programs;

import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecureProgram;

/** Prints one line, and does nothing else. */
public final class OnePrint implements SecureProgram {
  @Override
  public void define(ProgramBuilder b) {
    b.print("done");
  }
}
