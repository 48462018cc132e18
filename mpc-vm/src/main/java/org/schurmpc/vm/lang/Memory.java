package org.schurmpc.vm.lang;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.schurmpc.vm.code.MemoryLayout;
import org.schurmpc.vm.ir.MemoryArray;
import org.schurmpc.vm.ir.Operation;
import org.schurmpc.vm.ir.TapeIr;

/** The memory of a program that is written, and the loads and stores of its tapes. */
final class Memory {
  private final Draft draft;
  private final List<MemoryArray> arrays = new ArrayList<>();
  private final int[] secret;
  private final int[] clear;
  private int ints;
  private boolean kept;

  Memory(Draft draft, int fields) {
    this.draft = draft;
    secret = new int[fields];
    clear = new int[fields];
  }

  /** Keeps the memory between runs. */
  void keep() {
    kept = true;
  }

  /** Returns the layout over the first fields. */
  MemoryLayout layout(int fields) {
    return new MemoryLayout(
        Arrays.copyOf(secret, fields), Arrays.copyOf(clear, fields), ints, kept);
  }

  /** Whether there are cells over a field. */
  boolean has(int field) {
    return secret[field] + clear[field] > 0;
  }

  List<MemoryArray> arrays() {
    return arrays;
  }

  MemoryArray array(String name, char kind, int field, int length) {
    draft.requireNewName("array", name);
    return place(name, kind, field, length);
  }

  /** Creates an array that the program does not name. */
  MemoryArray hidden(char kind, int field, int length) {
    return place("", kind, field, length);
  }

  private MemoryArray place(String name, char kind, int field, int length) {
    if (length < 1) {
      throw draft.error("an array has at least 1 cell, not %d".formatted(length));
    }
    int base =
        switch (kind) {
          case 's' -> secret[field];
          case 'c' -> clear[field];
          default -> ints;
        };
    int end;
    try {
      end = Math.addExact(base, length);
    } catch (ArithmeticException e) {
      throw draft.error("the program's memory has more than 2^31 cells");
    }
    switch (kind) {
      case 's' -> secret[field] = end;
      case 'c' -> clear[field] = end;
      default -> ints = end;
    }
    MemoryArray array = new MemoryArray(arrays.size(), name, kind, field, base, length);
    arrays.add(array);
    return array;
  }

  private static Operation memory(char kind, boolean store, boolean indexed) {
    return switch (kind) {
      case 's' ->
          store
              ? (indexed ? Operation.STSX : Operation.STS)
              : (indexed ? Operation.LDSX : Operation.LDS);
      case 'c' ->
          store
              ? (indexed ? Operation.STCX : Operation.STC)
              : (indexed ? Operation.LDCX : Operation.LDC);
      default ->
          store
              ? (indexed ? Operation.STIX : Operation.STI)
              : (indexed ? Operation.LDIX : Operation.LDI);
    };
  }

  private int access(
      MemoryArray array, TapeDraft in, boolean store, long at, int index, int n, int... value) {
    Operation operation = memory(array.kind(), store, index != TapeIr.NO);
    int first = store ? value[0] : index;
    int second = store ? index : TapeIr.NO;
    int line = draft.lines.here();
    int instruction = in.ir.add(operation, n, first, second, line);
    in.ir.setArray(instruction, array.number());
    in.ir.setImmediate(instruction, at);
    if (index != TapeIr.NO) {
      in.ir.setOnes(instruction, !store, store);
    }
    return instruction;
  }

  int load(MemoryArray array, int at, int n) {
    int load = access(array, draft.tape, false, at, TapeIr.NO, n);
    return draft.tape.ir.define(load, array.kind(), array.field(), n);
  }

  int loadIndexed(MemoryArray array, int index, int n) {
    return loadIndexed(array, 0, array.length(), index, n);
  }

  /** Loads n cells from an index on in a part of an array. */
  int loadIndexed(MemoryArray array, int from, int length, int index, int n) {
    int load = access(array, draft.tape, false, TapeIr.part(from, length), index, n);
    return draft.tape.ir.define(load, array.kind(), array.field(), n);
  }

  void store(MemoryArray array, int at, int value, int n) {
    access(array, draft.tape, true, at, TapeIr.NO, n, value);
  }

  void storeIndexed(MemoryArray array, int index, int value, int n) {
    storeIndexed(array, 0, array.length(), index, value, n);
  }

  /** Stores n cells from an index on in a part of an array. */
  void storeIndexed(MemoryArray array, int from, int length, int index, int value, int n) {
    access(array, draft.tape, true, TapeIr.part(from, length), index, n, value);
  }

  /** Stores a value at the end of an earlier piece of the main program. */
  MemoryArray storeAtEnd(TapeDraft in, int value) {
    int n = in.ir.values().count(value);
    int field = in.ir.values().field(value);
    MemoryArray array = hidden(in.ir.values().kind(value), field, n);
    access(array, in, true, 0, TapeIr.NO, n, value);
    return array;
  }

  /**
   * A part of an array in memory. Accesses stay in it, whatever index they have: what is known when
   * the program is compiled is an error then, and otherwise the run ends at all parties alike. An
   * index that is right by its range takes no instruction.
   *
   * @param array the array
   * @param from the first cell of the enclosing part whose place is known
   * @param length the number of cells of that part
   * @param view where this part is in the enclosing one, or null if both are the same
   */
  record Cells(Draft draft, MemoryArray array, int from, int length, View view) {
    /**
     * A part whose place is known when the program runs.
     *
     * @param start the first cell
     * @param length the number of cells
     * @param inside 1 if the part is in the enclosing one and 0 if not, or null if it always is
     */
    private record View(Index start, int length, Index inside) {}

    static Cells all(Draft draft, MemoryArray array) {
      return new Cells(draft, array, 0, array.length(), null);
    }

    /** Returns the number of cells. */
    int size() {
      return view == null ? length : view.length;
    }

    private void requireInside(long at, int n) {
      if (at < 0 || n < 1 || n > size() || at > size() - n) {
        throw draft.error(
            "%d cells from cell %d on are outside of array %s, which has %d"
                .formatted(n, at, array.name(), size()));
      }
    }

    /**
     * Returns the number of the index in the enclosing part, -1 when it is outside of this part.
     */
    private int place(Index at, int n) {
      if (n < 1 || n > size()) {
        requireInside(0, n);
      }
      if (view == null) {
        return at.id();
      }
      Index inside = and(view.inside, isUpTo(at, size() - n));
      Index place = view.start.plus(at);
      return (inside == null ? place : place.or(inside.minus(1))).id();
    }

    /** Returns whether an index is from 0 to a number, or null if it always is. */
    private static Index isUpTo(Index at, int most) {
      if (at.isWithin(0, most)) {
        return null;
      }
      return at.lt(most + 1L).and(at.lt(0).not());
    }

    private static Index and(Index x, Index y) {
      return x == null ? y : y == null ? x : x.and(y);
    }

    /** Returns the number of n cells' value. */
    int load(Index at, int n) {
      if (at.known() != null) {
        return load(at.known(), n);
      }
      return draft.memory.loadIndexed(array, from, length, place(at, n), n);
    }

    int load(long at, int n) {
      requireInside(at, n);
      return view == null
          ? draft.memory.load(array, from + (int) at, n)
          : draft.memory.loadIndexed(array, from, length, place(Index.constant(draft, at), n), n);
    }

    void store(Index at, int value, int n) {
      if (at.known() != null) {
        store(at.known(), value, n);
      } else {
        draft.memory.storeIndexed(array, from, length, place(at, n), value, n);
      }
    }

    void store(long at, int value, int n) {
      requireInside(at, n);
      if (view == null) {
        draft.memory.store(array, from + (int) at, value, n);
      } else {
        draft.memory.storeIndexed(
            array, from, length, place(Index.constant(draft, at), n), value, n);
      }
    }

    Cells part(int at, int n) {
      requireInside(at, n);
      return view == null
          ? new Cells(draft, array, from + at, n, null)
          : new Cells(draft, array, from, length, new View(view.start.plus(at), n, view.inside));
    }

    Cells chunk(Index number, int n) {
      if (n < 1 || n > size()) {
        throw draft.error(
            "a chunk has 1 to %d cells of array %s, not %d".formatted(size(), array.name(), n));
      }
      int last = size() / n - 1;
      if (number.known() != null) {
        if (number.known() < 0 || number.known() > last) {
          throw draft.error(
              "chunk %d is outside of array %s, which has chunks 0 to %d"
                  .formatted(number.known(), array.name(), last));
        }
        return part((int) (number.known() * n), n);
      }
      Index begin = number.times(n);
      Index start = view == null ? begin : view.start.plus(begin);
      Index inside = and(view == null ? null : view.inside, isUpTo(number, last));
      return new Cells(draft, array, from, length, new View(start, n, inside));
    }
  }
}
