package org.schurmpc.vm.lang;

import org.schurmpc.vm.ir.MemoryArray;
import org.schurmpc.vm.ir.Operation;
import org.schurmpc.vm.ir.TapeIr;

/**
 * What a variable holds. Within a basic block, the value that was read or set last is used;
 * registers are read once at first and written once at the end.
 */
final class Cell {
  private final Draft draft;
  private final char kind;
  private final int line;
  private TapeDraft tape;
  private Region region;
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
      home = draft.hidden(kind, 0, 1);
    }
    draft.store(home, 0, get(), 1);
  }

  /** Loads the content in the tape that goes on. */
  void enter() {
    attach();
    dirty = false;
    set(draft.load(home, 0, 1));
  }
}
