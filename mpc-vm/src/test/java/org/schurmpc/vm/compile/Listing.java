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

  /** Returns the number of openings started. */
  static int rounds(Tape tape) {
    return (int) ops(tape).stream().filter(op -> op == Op.STARTOPEN).count();
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
