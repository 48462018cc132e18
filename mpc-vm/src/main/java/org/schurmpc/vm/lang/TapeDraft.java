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

  Region region;

  /** Number of the basic block. */
  int block;

  private final List<Cell> changed = new ArrayList<>();

  TapeDraft(String name, boolean main) {
    ir = new TapeIr(name);
    this.main = main;
    region = new Region(null, this, false);
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

  void open(boolean loop) {
    region = new Region(region, this, loop);
  }

  void close() {
    region.closed = true;
    region = region.parent;
  }
}
