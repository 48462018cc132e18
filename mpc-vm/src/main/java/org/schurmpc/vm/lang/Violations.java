package org.schurmpc.vm.lang;

import java.util.LinkedHashMap;
import java.util.Map;
import org.schurmpc.vm.ir.MemoryArray;
import org.schurmpc.vm.ir.Operation;
import org.schurmpc.vm.ir.TapeIr;

/**
 * Secret bits that all must be 0 for a run to go on. Their number is counted in cells that the
 * program does not name: one for the main program, and one for each run of another tape. Opened is
 * the product of the sum of all cells and a uniform element, which shows whether the sum is 0, and
 * nothing else.
 */
final class Violations {
  private static final String REASON =
      "a result is outside of its range, and the program checks that there is none";

  private final Draft draft;
  private final Map<TapeDraft, MemoryArray> byTape = new LinkedHashMap<>();
  private MemoryArray main;

  Violations(Draft draft) {
    this.draft = draft;
  }

  /** Adds the bits of a vector to the cell of the run that is recorded. */
  void add(SecretBitVector bits) {
    int sum = bits.asInts().sum().id();
    if (draft.tape.main) {
      int before = draft.memory.load(ofMain(), 0, 1);
      draft.memory.store(ofMain(), 0, plus(before, sum), 1);
    } else {
      int run = run();
      int before = draft.memory.loadIndexed(ofTape(), run, 1);
      draft.memory.storeIndexed(ofTape(), run, plus(before, sum), 1);
    }
  }

  private MemoryArray ofMain() {
    if (main == null) {
      main = draft.memory.hidden('s', 0, 1);
    }
    return main;
  }

  private MemoryArray ofTape() {
    return byTape.computeIfAbsent(draft.tape, tape -> draft.memory.hidden('s', 0, tape.runs));
  }

  /** Returns the number of the run of the tape that is recorded. */
  private int run() {
    return draft.emit(Operation.ARG, 'i', 0, 1, TapeIr.NO, TapeIr.NO);
  }

  private int plus(int x, int y) {
    return draft.emit(Operation.ADDS, 's', 0, 1, x, y);
  }

  /** Returns whether there are bits. */
  boolean any() {
    return main != null || !byTape.isEmpty();
  }

  /** Ends the run if a bit is 1: in the main program, of all runs before; else of this run. */
  void require() {
    int sum = draft.tape.main ? ofAll() : draft.memory.loadIndexed(ofTape(), run(), 1);
    int factor = draft.emit(Operation.RAND, 's', 0, 1, TapeIr.NO, TapeIr.NO);
    int product = draft.emit(Operation.PRODUCT, 's', 0, 1, sum, factor);
    int opened = draft.emit(Operation.REVEAL, 'c', 0, 1, product, TapeIr.NO);
    Index none = new Index(draft, draft.emit(Operation.ISZERO, 'i', 0, 1, opened, TapeIr.NO));
    draft.require(none, REASON);
  }

  private int ofAll() {
    // Routines that are called may note bits when they are recorded, behind this place.
    int sum = draft.memory.load(ofMain(), 0, 1);
    for (MemoryArray each : byTape.values()) {
      int cells = draft.memory.load(each, 0, each.length());
      int line = draft.lines.here();
      int at = draft.tape.ir.add(Operation.SUMS, each.length(), cells, TapeIr.NO, line);
      sum = plus(sum, draft.tape.ir.define(at, 's', 0, 1));
    }
    return sum;
  }
}
