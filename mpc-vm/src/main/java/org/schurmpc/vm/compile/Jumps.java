package org.schurmpc.vm.compile;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.schurmpc.vm.code.CodeBuffer;
import org.schurmpc.vm.code.Op;

/**
 * Writes the jumps of branches and of loops whose number of turns is not known, and the calls of
 * routines.
 */
final class Jumps {
  private static final int JMP_DISTANCE = 1;
  private static final int JZ_DISTANCE = 2;

  /** A jump whose distance is written later: the word of the distance, and the instruction. */
  private record Open(int word, int instruction) {}

  /** A call of a routine, whose place is known later. */
  private record Call(Open jump, int routine) {}

  private final CodeBuffer code;
  private final Deque<Open> open = new ArrayDeque<>();
  private final Deque<Integer> begins = new ArrayDeque<>();
  private final List<Call> calls = new ArrayList<>();
  private final Map<Integer, Integer> routines = new HashMap<>();

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

  void call(int routine) {
    calls.add(new Call(new Open(code.at() + JMP_DISTANCE, code.instructions()), routine));
    code.op(Op.CALL, 0, 0, 0, 0);
  }

  /** Notes that a routine begins here. */
  void routine(int routine) {
    routines.put(routine, code.instructions());
  }

  /** Writes the distances of calls. */
  void patchCalls() {
    for (Call each : calls) {
      code.patch(each.jump.word, routines.get(each.routine) - each.jump.instruction);
    }
  }
}
