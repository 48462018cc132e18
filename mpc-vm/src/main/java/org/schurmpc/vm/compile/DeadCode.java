package org.schurmpc.vm.compile;

import java.util.Arrays;
import org.schurmpc.vm.ir.Operation.Role;
import org.schurmpc.vm.ir.TapeIr;
import org.schurmpc.vm.ir.TapeValues;

/**
 * Removes instructions whose results nobody uses, in linear time; with them goes the demand for
 * material. Marks backwards from stores, outputs, prints and control; a variable's writes are
 * marked if one of its reads is.
 */
final class DeadCode {
  private final TapeIr tape;
  private final TapeValues values;
  private final boolean[] live;
  private final int[] stack;
  private int stackSize;

  // Chains of the instructions that write each cell.
  private final int[] writes;
  private final int[] nextWrite;

  private DeadCode(TapeIr tape) {
    this.tape = tape;
    this.values = tape.values();
    live = new boolean[tape.size()];
    stack = new int[tape.size()];
    writes = new int[values.size()];
    nextWrite = new int[tape.size()];
    Arrays.fill(writes, -1);
  }

  static void remove(TapeIr tape) {
    new DeadCode(tape).run();
  }

  private void run() {
    for (int i = 0; i < tape.size(); i++) {
      Role role = tape.operation(i).role();
      if (role == Role.WRITE) {
        nextWrite[i] = writes[tape.target(i)];
        writes[tape.target(i)] = i;
      }
      if (role == Role.STORE || role == Role.EFFECT || role == Role.CONTROL) {
        mark(i);
      }
    }
    while (stackSize > 0) {
      visit(stack[--stackSize]);
    }
    for (int i = 0; i < tape.size(); i++) {
      if (!live[i]) {
        tape.remove(i);
      }
    }
  }

  private void mark(int i) {
    if (!live[i]) {
      live[i] = true;
      stack[stackSize++] = i;
    }
  }

  private void visit(int i) {
    for (int k = 0; k < tape.sources(i); k++) {
      int source = tape.source(i, k);
      if (source < 0) {
        continue;
      }
      int root = values.root(source);
      if (values.definition(root) >= 0) {
        mark(values.definition(root));
      } else {
        for (int write = writes[root]; write >= 0; write = nextWrite[write]) {
          mark(write);
        }
      }
    }
  }
}
