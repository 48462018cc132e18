package org.schurmpc.vm.lang;

import org.schurmpc.vm.ir.MemoryArray;

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

  /** Returns the number of the index in the enclosing part, -1 when it is outside of this part. */
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
    return draft.loadIndexed(array, from, length, place(at, n), n);
  }

  int load(long at, int n) {
    requireInside(at, n);
    return view == null
        ? draft.load(array, from + (int) at, n)
        : draft.loadIndexed(array, from, length, place(Index.constant(draft, at), n), n);
  }

  void store(Index at, int value, int n) {
    if (at.known() != null) {
      store(at.known(), value, n);
    } else {
      draft.storeIndexed(array, from, length, place(at, n), value, n);
    }
  }

  void store(long at, int value, int n) {
    requireInside(at, n);
    if (view == null) {
      draft.store(array, from + (int) at, value, n);
    } else {
      draft.storeIndexed(array, from, length, place(Index.constant(draft, at), n), value, n);
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
