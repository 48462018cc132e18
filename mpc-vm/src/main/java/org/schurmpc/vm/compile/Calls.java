package org.schurmpc.vm.compile;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.schurmpc.vm.code.CodeBuffer;
import org.schurmpc.vm.code.Op;

/** Writes the calls of routines, whose places are known later. */
final class Calls {
  private record Call(int word, int instruction, int routine) {}

  private final CodeBuffer code;
  private final List<Call> calls = new ArrayList<>();
  private final Map<Integer, Integer> begins = new HashMap<>();

  Calls(CodeBuffer code) {
    this.code = code;
  }

  void call(int routine) {
    calls.add(new Call(code.at() + 1, code.instructions(), routine));
    code.op(Op.CALL, 0, 0, 0, 0);
  }

  /** Notes that a routine begins here. */
  void begin(int routine) {
    begins.put(routine, code.instructions());
  }

  /** Writes the distances. */
  void patch() {
    for (Call each : calls) {
      code.patch(each.word, begins.get(each.routine) - each.instruction);
    }
  }
}
