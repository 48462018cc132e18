package org.schurmpc.vm.verify;

import org.schurmpc.vm.code.Code;
import org.schurmpc.vm.code.Op;
import org.schurmpc.vm.code.Op.Operand;
import org.schurmpc.vm.code.Program;

/** The registers of elements of one field that instructions of a tape write. */
final class TapeWrites {
  private final Program program;
  private final int field;
  private final int[] code;

  /** Receives registers that are written. */
  @FunctionalInterface
  interface Registers {
    /**
     * Takes n registers.
     *
     * @param kind s or c
     */
    void written(char kind, int first, int n);
  }

  TapeWrites(Program program, int field, int[] code) {
    this.program = program;
    this.field = field;
    this.code = code;
  }

  /**
   * Passes on what an instruction writes; of a startopen, what its stopopen writes, and of an input
   * once for each entry.
   */
  void at(int at, Registers to) {
    Op op = Code.op(code[at]);
    if (!op.overField() || Code.field(code[at]) != field) {
      return;
    }
    switch (op) {
      case STARTOPEN -> openings(at, to);
      case INPUT -> inputs(at, to);
      default -> operands(op, at, to);
    }
  }

  private void operands(Op op, int at, Registers to) {
    if (op.shape() != Op.Shape.VECTOR) {
      return;
    }
    for (int i = 0; i < op.operands().size(); i++) {
      Operand operand = op.operands().get(i);
      if (operand == Operand.S_OUT || operand == Operand.C_OUT) {
        to.written(operand.letter(), code[at + 2 + i], (int) op.registers(code, at, i));
      }
      if (operand == Operand.IMM64) {
        return; // no register follows
      }
    }
  }

  private void inputs(int at, Registers to) {
    int end = at + Code.words(code, at);
    for (int i = at + 2; i < end; i += Code.INPUT_WORDS) {
      int n = Code.inputCount(code[i + 2]);
      boolean asBits = (code[i + 2] & Code.AS_BITS) != 0;
      int each = asBits ? program.inputs().get(code[i]).width() : 1;
      to.written('s', code[i + 3], n * each);
    }
  }

  private void openings(int at, Registers to) {
    int end = at + Code.words(code, at);
    for (int i = at + 2; i < end; i += Code.openWords(Code.entryKind(code[i]))) {
      int kind = Code.entryKind(code[i]);
      int each = kind == Code.LOOKUP ? program.tables().get(code[i + 4]).results() : 1;
      char letter = kind == Code.MASKED || kind == Code.REVEAL ? 'c' : 's';
      to.written(letter, code[i + 2], each * code[i + 1]);
    }
  }
}
