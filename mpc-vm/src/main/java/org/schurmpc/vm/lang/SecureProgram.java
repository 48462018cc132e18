package org.schurmpc.vm.lang;

/** A program for the machine, as its developer writes it. */
@FunctionalInterface
public interface SecureProgram {
  /** Records what the program does. Called once when the program is compiled. */
  void define(ProgramBuilder b);
}
