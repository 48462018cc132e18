package org.schurmpc.vm.compile;

import java.util.Arrays;
import java.util.TreeMap;
import org.schurmpc.vm.ir.Operation.Role;
import org.schurmpc.vm.ir.TapeIr;

/**
 * Says which loads and stores of a basic block may access equal cells: those with equal numbers of
 * a place. An array is one place, unless all its accesses in the block are at fixed cells and are
 * equal or apart: then each is a place.
 */
final class MemoryPlaces {
  private final TapeIr tape;
  private final int[] places;
  private final TreeMap<Integer, int[]>[] ranges;
  private final int[] lastBlock;
  private final boolean[] whole;
  private int count;

  /** A range's number of cells and number of its place. */
  private static final int LENGTH = 0;

  private static final int PLACE = 1;

  @SuppressWarnings({"unchecked", "rawtypes"})
  MemoryPlaces(TapeIr tape, int arrays) {
    this.tape = tape;
    places = new int[tape.size()];
    ranges = new TreeMap[arrays];
    lastBlock = new int[arrays];
    whole = new boolean[arrays];
    Arrays.fill(lastBlock, -1);
  }

  static boolean isAccess(Role role) {
    return role == Role.LOAD || role == Role.STORE;
  }

  /** Finds the places of a block. */
  void find(int from, int to) {
    count = 0;
    for (int i = from; i < to; i++) {
      if (isAccess(tape.operation(i).role())) {
        note(i, from);
      }
    }
    for (int i = from; i < to; i++) {
      if (isAccess(tape.operation(i).role()) && whole[tape.array(i)]) {
        places[i] = place(tape.array(i), -1, 0);
      }
    }
  }

  private void note(int i, int block) {
    int array = tape.array(i);
    if (lastBlock[array] != block) {
      lastBlock[array] = block;
      whole[array] = false;
      ranges[array] = new TreeMap<>();
    }
    if (!whole[array]) {
      int at = (int) tape.immediate(i);
      whole[array] = tape.operation(i).isIndexed() || overlaps(array, at, tape.count(i));
      places[i] = whole[array] ? 0 : place(array, at, tape.count(i));
    }
  }

  private boolean overlaps(int array, int at, int n) {
    int[] same = ranges[array].get(at);
    if (same != null) {
      return same[LENGTH] != n;
    }
    var before = ranges[array].lowerEntry(at);
    var behind = ranges[array].higherKey(at);
    return (before != null && before.getKey() + before.getValue()[LENGTH] > at)
        || (behind != null && at + n > behind);
  }

  private int place(int array, int at, int n) {
    return ranges[array].computeIfAbsent(at, key -> new int[] {n, count++})[PLACE];
  }

  /** Returns the number of places of the block. */
  int count() {
    return count;
  }

  /** Returns the number of the place of a load or store, from 0. */
  int of(int instruction) {
    return places[instruction];
  }
}
