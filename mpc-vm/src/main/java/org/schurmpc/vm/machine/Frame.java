package org.schurmpc.vm.machine;

import org.schurmpc.core.abort.ProgramFault;
import org.schurmpc.vm.verify.Territory;
import org.schurmpc.vm.verify.VerifiedProgram;
import org.schurmpc.vm.verify.VerifiedTape;

/**
 * One run of a tape.
 *
 * @param number the index of the tape
 * @param territory the memory that this run may access, or null if the verifier has checked that
 *     already
 */
record Frame(
    VerifiedProgram program, int number, VerifiedTape tape, long argument, Territory territory) {
  static Frame of(VerifiedProgram program, int number, long argument) {
    VerifiedTape tape = program.tapes().get(number);
    Territory territory = tape.strided() ? Territory.of(tape.tape().footprints(), argument) : null;
    return new Frame(program, number, tape, argument, territory);
  }

  int[] code() {
    return tape.code();
  }

  /** Returns the error of an instruction. All parties come to it alike. */
  ProgramFault bad(int at, String reason) {
    return program.bad(number, at, reason);
  }
}
