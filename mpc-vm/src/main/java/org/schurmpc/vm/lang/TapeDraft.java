package org.schurmpc.vm.lang;

import java.util.ArrayList;
import java.util.List;
import org.schurmpc.vm.ir.Operation;
import org.schurmpc.vm.ir.TapeIr;

/** A tape that is written. Not thread-safe. */
final class TapeDraft {
  final TapeIr ir;

  /** Whether the tape is a piece of the main program, whose values later pieces may use. */
  final boolean main;

  /** Number of runs of the tape in a step. */
  int runs = 1;

  Region region;

  /** Number of the basic block. */
  int block;

  private final List<Cell> changed = new ArrayList<>();

  /** The routines that are called, in the order of their first calls. */
  private final List<Routine> routines = new ArrayList<>();

  TapeDraft(String name, boolean main) {
    ir = new TapeIr(name);
    this.main = main;
    region = new Region(null, this, Region.Kind.BRANCH);
  }

  /** Ends the basic block: writes the variables that changed. */
  void boundary() {
    changed.forEach(Cell::flush);
    changed.clear();
    block++;
  }

  void changed(Cell cell) {
    changed.add(cell);
  }

  /** Appends the control instruction that ends a block. */
  int control(Operation operation, int first, int line) {
    boundary();
    return ir.add(operation, 0, first, TapeIr.NO, line);
  }

  void call(Routine routine, int line) {
    if (!routines.contains(routine)) {
      routines.add(routine);
    }
    int call = control(Operation.CALL, TapeIr.NO, line);
    ir.setImmediate(call, routines.indexOf(routine));
  }

  /** Records the routines that are called, and those that they call; the tape's own code ends. */
  void recordRoutines(Draft draft) {
    boundary();
    for (int number = 0; number < routines.size(); number++) {
      int line = draft.lines.none();
      int begin = control(Operation.ROUTINE, TapeIr.NO, line);
      ir.setImmediate(begin, number);
      region = new Region(region, this, Region.Kind.ROUTINE);
      draft.loops++;
      routines.get(number).record();
      draft.loops--;
      boundary();
      close();
      control(Operation.END_ROUTINE, TapeIr.NO, line);
    }
    routines.clear();
  }

  void open(boolean loop) {
    region = new Region(region, this, loop ? Region.Kind.LOOP : Region.Kind.BRANCH);
  }

  void close() {
    region.closed = true;
    region = region.parent;
  }
}
