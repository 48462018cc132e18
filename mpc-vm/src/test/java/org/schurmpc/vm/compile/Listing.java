package org.schurmpc.vm.compile;

import java.util.ArrayList;
import java.util.List;
import org.schurmpc.vm.code.Code;
import org.schurmpc.vm.code.Op;
import org.schurmpc.vm.code.Tape;

/** Reads a tape's instructions for tests. */
final class Listing {
  private Listing() {}

  /** Returns the instructions in order. */
  static List<Op> ops(Tape tape) {
    List<Op> ops = new ArrayList<>();
    int[] words = tape.words();
    for (int at = 0; at < words.length; at += Code.words(words, at)) {
      ops.add(Code.op(words[at]));
    }
    return ops;
  }

  /** Returns the number of startopens that do not share the round of another. */
  static int rounds(Tape tape) {
    int rounds = 0;
    int started = 0;
    for (Op op : ops(tape)) {
      rounds += op == Op.STARTOPEN && started == 0 ? 1 : 0;
      started += op == Op.STARTOPEN ? 1 : op == Op.STOPOPEN ? -1 : 0;
    }
    return rounds;
  }

  /** Returns the kinds of the entries of each startopen. */
  static List<List<Integer>> groups(Tape tape) {
    List<List<Integer>> groups = new ArrayList<>();
    int[] words = tape.words();
    for (int at = 0; at < words.length; at += Code.words(words, at)) {
      if (Code.op(words[at]) == Op.STARTOPEN) {
        List<Integer> group = new ArrayList<>();
        int end = at + Code.words(words, at);
        for (int entry = at + 2;
            entry < end;
            entry += Code.openWords(Code.entryKind(words[entry]))) {
          group.add(Code.entryKind(words[entry]));
        }
        groups.add(group);
      }
    }
    return groups;
  }
}
