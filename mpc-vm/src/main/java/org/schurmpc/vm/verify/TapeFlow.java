package org.schurmpc.vm.verify;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import org.schurmpc.vm.code.Code;
import org.schurmpc.vm.code.Op;

/** Where other ways than the order of the code lead to in a tape. */
final class TapeFlow {
  /** The tape's start, before its first instruction. */
  static final int START = -1;

  private final int[] code;

  /** By target of jumps forwards, the position of the first jump. */
  private final Map<Integer, Integer> parted = new HashMap<>();

  /** Positions that are reached with any registers: by jumps backwards, calls and returns. */
  private final BitSet unknown = new BitSet();

  /**
   * Finds the ways.
   *
   * @param tape its code has positions in place of the distances of jumps
   */
  TapeFlow(VerifiedTape tape) {
    code = tape.code();
    for (int at = 0; at < code.length; at += Code.words(code, at)) {
      Op op = Code.op(code[at]);
      switch (op) {
        case JMP, JZ, JNZ, JLT -> jump(at, code[at + op.operands().size()]);
        case LOOP -> {
          if (code[at + 2] == 0) {
            jump(at, tape.partner()[at]);
          }
        }
        case CALL -> {
          unknown.set(code[at + 1]);
          unknown.set(at + Code.words(code, at));
        }
        default -> {
          // The next instruction follows.
        }
      }
    }
  }

  private void jump(int from, int to) {
    if (to <= from) {
      unknown.set(to);
    } else {
      parted.merge(to, from, Math::min);
    }
  }

  /** Whether the registers are unknown at a position. */
  boolean isUnknown(int at) {
    return unknown.get(at);
  }

  /** Returns the position from which on writes may have been left out at a position. */
  int parted(int at) {
    return parted.getOrDefault(at, at);
  }

  /** Whether there is a call between two positions. */
  boolean calls(int from, int to) {
    for (int at = from; at < to; at += Code.words(code, at)) {
      if (Code.op(code[at]) == Op.CALL) {
        return true;
      }
    }
    return false;
  }
}
