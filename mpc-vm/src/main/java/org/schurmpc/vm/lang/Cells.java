package org.schurmpc.vm.lang;

import org.schurmpc.vm.ir.MemoryArray;

/**
 * A part of an array in memory.
 *
 * @param array the array
 * @param from the first cell of the part
 * @param length the number of cells of the part
 * @param start what is added to all places, or null
 */
record Cells(Draft draft, MemoryArray array, int from, int length, Index start) {
  static Cells all(Draft draft, MemoryArray array) {
    return new Cells(draft, array, 0, array.length(), null);
  }

  private void requireInside(long at, int n) {
    if (at < 0 || n < 1 || at + n > length) {
      throw draft.error(
          "cells %d to %d are outside of array %s, which has %d"
              .formatted(at, at + n - 1, array.name(), length));
    }
  }

  private int place(long at) {
    return from + (int) at;
  }

  private Index place(Index at) {
    Index inPart = from == 0 ? at : at.plus(from);
    return start == null ? inPart : start.plus(inPart);
  }

  /** Returns the number of n cells' value. */
  int load(Index at, int n) {
    if (at.known() != null) {
      return load(at.known(), n);
    }
    return draft.loadIndexed(array, place(at).id(), n);
  }

  int load(long at, int n) {
    requireInside(at, n);
    return start == null
        ? draft.load(array, place(at), n)
        : draft.loadIndexed(array, start.plus(place(at)).id(), n);
  }

  void store(Index at, int value, int n) {
    if (at.known() != null) {
      store(at.known(), value, n);
    } else {
      draft.storeIndexed(array, place(at).id(), value, n);
    }
  }

  void store(long at, int value, int n) {
    requireInside(at, n);
    if (start == null) {
      draft.store(array, place(at), value, n);
    } else {
      draft.storeIndexed(array, start.plus(place(at)).id(), value, n);
    }
  }

  Cells part(int at, int n) {
    requireInside(at, n);
    return new Cells(draft, array, place(at), n, start);
  }

  Cells chunk(Index number, int n) {
    if (n < 1 || n > length) {
      throw draft.error(
          "a chunk has 1 to %d cells of array %s, not %d".formatted(length, array.name(), n));
    }
    Index begin = number.times(n);
    return new Cells(draft, array, from, n, start == null ? begin : start.plus(begin));
  }
}
