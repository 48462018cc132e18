package org.schurmpc.vm.verify;

import java.util.stream.IntStream;
import org.schurmpc.vm.code.Code;
import org.schurmpc.vm.code.Op;
import org.schurmpc.vm.code.Program;
import org.schurmpc.vm.code.Tape;

/** Replaces masked openings, on which nothing can be verified, by reveals. */
final class Unmasked {
  private Unmasked() {}

  /** Returns a program that checks all earlier openings before it opens any value. */
  static Program of(Program program) {
    return program.withTapes(program.tapes().stream().map(Unmasked::of).toList());
  }

  /** Returns the number of masked openings in the tapes of a program, each counted once. */
  static long count(Program program) {
    return program.tapes().stream().mapToLong(tape -> masked(tape.words()).count()).sum();
  }

  /** Returns the positions of masked openings. */
  private static IntStream masked(int[] code) {
    IntStream.Builder masked = IntStream.builder();
    for (int at = 0; at < code.length; at += Code.words(code, at)) {
      int end = at + Code.words(code, at);
      int entry = Code.op(code[at]) == Op.STARTOPEN ? at + 2 : end;
      for (; entry < end; entry += Code.openWords(Code.entryKind(code[entry]))) {
        if (Code.entryKind(code[entry]) == Code.MASKED) {
          masked.add(entry);
        }
      }
    }
    return masked.build();
  }

  private static Tape of(Tape tape) {
    int[] code = tape.words().clone();
    masked(code).forEach(entry -> code[entry] = Code.entry(Code.REVEAL, 0));
    return tape.withWords(code);
  }
}
