package org.schurmpc.vm.compile;

import java.util.ArrayDeque;
import java.util.Deque;
import org.schurmpc.vm.code.CodeBuffer;
import org.schurmpc.vm.code.Op;

/** Writes the jumps of branches and of loops whose number of turns is not known. */
final class Jumps {
  private static final int JMP_DISTANCE = 1;
  private static final int JZ_DISTANCE = 2;

  /** A jump whose distance is written later: the word of the distance, and the instruction. */
  private record Open(int word, int instruction) {}

  private final CodeBuffer code;
  private final Deque<Open> open = new ArrayDeque<>();
  private final Deque<Integer> begins = new ArrayDeque<>();

  Jumps(CodeBuffer code) {
    this.code = code;
  }

  void ifZero(int register) {
    open.push(new Open(code.at() + JZ_DISTANCE, code.instructions()));
    code.op(Op.JZ, 0, 0, 0, register, 0);
  }

  /** Lets the innermost jump land behind the next instruction, which jumps to the branch's end. */
  void otherwise() {
    Open then = open.pop();
    open.push(new Open(code.at() + JMP_DISTANCE, code.instructions()));
    code.op(Op.JMP, 0, 0, 0, 0);
    land(then);
  }

  /** Lets the innermost jump land here. */
  void end() {
    land(open.pop());
  }

  private void land(Open jump) {
    code.patch(jump.word, code.instructions() - jump.instruction);
  }

  /** Begins a loop. */
  void begin() {
    begins.push(code.instructions());
  }

  /** Jumps back to the begin of the innermost loop, and lets its test land behind. */
  void backAndEnd() {
    code.op(Op.JMP, 0, 0, 0, begins.pop() - code.instructions());
    end();
  }
}
