package org.schurmpc.vm.lang;

import org.schurmpc.vm.ir.MemoryArray;
import org.schurmpc.vm.ir.Operation;
import org.schurmpc.vm.ir.TapeIr;

/**
 * A value of a program that is written: elements that the machine will hold. Can be used in the
 * loop, branch or tape that makes it and inside of these; the main program's values can be used in
 * all that follows.
 */
public abstract class Value {
  final Draft draft;
  private final TapeDraft.Region region;
  private final int id;
  private final int n;
  private MemoryArray home;

  Value(Draft draft, int id) {
    this.draft = draft;
    this.id = id;
    region = draft.tape.region;
    n = draft.tape.ir.values().count(id);
  }

  /** Returns the number of elements. */
  int n() {
    return n;
  }

  int field() {
    return region.tape.ir.values().field(id);
  }

  char kind() {
    return region.tape.ir.values().kind(id);
  }

  /** Whether the value is used in a loop that does not make it. */
  final boolean isOutsideOfLoop() {
    return region.isOutsideOfLoop(draft.tape.region);
  }

  final boolean isElsewhere() {
    return region.tape != draft.tape;
  }

  final boolean isOutsideOfRoutine() {
    return region.isOutsideOfRoutine(draft.tape.region);
  }

  /** Returns the number of the value in the tape that is written. */
  int id() {
    if (region.closed) {
      throw outside("loop or branch, which sets it perhaps never or often");
    }
    if (isOutsideOfRoutine() && !isElsewhere()) {
      throw draft.error(
          "the value of line %s is used in a routine: pass it through a variable or an array"
              .formatted(draft.lines.text(line())));
    }
    if (!isElsewhere()) {
      return id;
    }
    if (!region.isTop() || !region.tape.main || isOutsideOfRoutine()) {
      throw outside("tape");
    }
    if (home == null) {
      home = draft.memory.storeAtEnd(region.tape, id);
    }
    return draft.memory.load(home, 0, n);
  }

  /** Whether the value can be used where the program is written. */
  final boolean isUsable() {
    return !region.closed && !isElsewhere() && !isOutsideOfRoutine();
  }

  private ProgramError outside(String of) {
    return draft.error(
        "the value of line %s is used outside of its %s: pass it through a variable or an array"
            .formatted(draft.lines.text(line()), of));
  }

  /** Returns the line that makes the value. */
  private int line() {
    TapeIr ir = region.tape.ir;
    return ir.line(ir.values().definition(ir.values().root(id)));
  }

  final Draft.Operand operand() {
    return new Draft.Operand(id(), n);
  }

  /** Returns the number of the vector of the elements of some secret vectors over one field. */
  static int join(Value... vectors) {
    if (vectors.length == 0) {
      throw new IllegalArgumentException("a vector has at least 1 value");
    }
    Draft draft = vectors[0].draft;
    int field = vectors[0].field();
    int[] ids = new int[vectors.length];
    int n = 0;
    for (int i = 0; i < ids.length; i++) {
      vectors[0].requireSameDraft(vectors[i]);
      if (vectors[i].field() != field) {
        throw draft.error("values over different fields are put into one vector");
      }
      ids[i] = vectors[i].id();
      n = Math.addExact(n, vectors[i].n());
    }
    return draft.join(Operation.JOIN_SECRET, 's', field, n, ids);
  }

  final void requireSameDraft(Value other) {
    if (other.draft != draft) {
      throw draft.error("a value of another program is used");
    }
  }

  final void requireSameLength(Value other) {
    requireSameDraft(other);
    if (other.n != n && other.n != 1) {
      throw draft.error("a vector of %d is combined with one of %d".formatted(n, other.n));
    }
  }

  final void requireRange(int from, int count) {
    if (from < 0 || count < 1 || (long) from + count > n) {
      throw draft.error(
          "elements %d to %d are outside of a vector of %d".formatted(from, from + count - 1, n));
    }
  }
}
