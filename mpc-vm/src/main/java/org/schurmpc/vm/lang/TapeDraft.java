package org.schurmpc.vm.lang;

import java.util.ArrayList;
import java.util.List;
import org.schurmpc.vm.ir.MemoryArray;
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

  /** A tape's top level, or the body of a loop, branch or routine: where values can be used. */
  static final class Region {
    final Region parent;
    final TapeDraft tape;
    final Kind kind;

    /** What a region is the body of; the top level counts as a branch. */
    enum Kind {
      BRANCH,
      LOOP,
      ROUTINE
    }

    /** Whether code behind or beside the region is written. */
    boolean closed;

    Region(Region parent, TapeDraft tape, Kind kind) {
      this.parent = parent;
      this.tape = tape;
      this.kind = kind;
    }

    boolean isTop() {
      return parent == null;
    }

    /** Whether a loop is around the current region and not around this one, which encloses it. */
    boolean isOutsideOfLoop(Region current) {
      return isOutsideOf(Kind.LOOP, current);
    }

    /** Whether a routine is around the current region and not around this one. */
    boolean isOutsideOfRoutine(Region current) {
      return isOutsideOf(Kind.ROUTINE, current);
    }

    private boolean isOutsideOf(Kind kind, Region current) {
      for (Region region = current; region != null && region != this; region = region.parent) {
        if (region.kind == kind) {
          return true;
        }
      }
      return false;
    }
  }

  /**
   * What a variable holds. Within a basic block, the value that was read or set last is used;
   * registers are read once at first and written once at the end.
   */
  static final class Cell {
    private final Draft draft;
    private final char kind;
    private final int line;
    private TapeDraft tape;
    private TapeDraft.Region region;
    private int cell;
    private int value;
    private int block = -1;
    private boolean dirty;
    private MemoryArray home;

    Cell(Draft draft, char kind) {
      this.draft = draft;
      this.kind = kind;
      this.line = draft.lines.here();
      attach();
      draft.addCell(this);
    }

    private void attach() {
      tape = draft.tape;
      region = tape.region;
      cell = tape.ir.cell(kind, 0, 1);
    }

    /** Whether the variable belongs to the top level of a tape. */
    boolean isOf(TapeDraft other) {
      return tape == other && region.isTop();
    }

    private void requireScope() {
      if (region.closed || tape != draft.tape) {
        throw draft.error(
            "the variable of line %s is used outside of its %s"
                .formatted(draft.lines.text(line), region.closed ? "loop or branch" : "tape"));
      }
    }

    void set(int id) {
      requireScope();
      value = id;
      block = tape.block;
      if (!dirty) {
        dirty = true;
        tape.changed(this);
      }
    }

    int get() {
      requireScope();
      if (block != tape.block) {
        int read = tape.ir.add(Operation.READ, 1, cell, TapeIr.NO, draft.lines.here());
        value = tape.ir.define(read, kind, 0, 1);
        block = tape.block;
      }
      return value;
    }

    void flush() {
      int write = tape.ir.add(Operation.WRITE, 1, value, TapeIr.NO, line);
      tape.ir.setTarget(write, cell);
      dirty = false;
    }

    /** Stores the content in memory, since the tape ends. */
    void leave() {
      if (home == null) {
        home = draft.memory.hidden(kind, 0, 1);
      }
      draft.memory.store(home, 0, get(), 1);
    }

    /** Loads the content in the tape that goes on. */
    void enter() {
      attach();
      dirty = false;
      set(draft.memory.load(home, 0, 1));
    }
  }
}
