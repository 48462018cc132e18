package org.schurmpc.vm.compile;

import java.util.Arrays;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.schurmpc.vm.ir.Operation.Role;
import org.schurmpc.vm.ir.TapeIr;

/**
 * Says which loads and stores of a basic block may access equal cells. Accesses at fixed cells that
 * are equal have a place in common, and others none; all others of an array may access any cell of
 * it and have one place in common. A further place stands for all accesses of an array.
 */
final class MemoryPlaces {
  private final TapeIr tape;
  private final int[] places;
  private final int[] all;
  private final int[] lastBlock;
  private final TreeMap<Integer, Fixed>[] fixed;
  private int count;

  /** Fixed cells: their number and their place. */
  private record Fixed(int length, int place) {}

  @SuppressWarnings({"unchecked", "rawtypes"})
  MemoryPlaces(TapeIr tape, int arrays) {
    this.tape = tape;
    places = new int[tape.size()];
    all = new int[arrays];
    lastBlock = new int[arrays];
    fixed = new TreeMap[arrays];
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
        find(i, tape.array(i), from);
      }
    }
  }

  private void find(int i, int array, int block) {
    if (lastBlock[array] != block) {
      lastBlock[array] = block;
      fixed[array] = new TreeMap<>();
      all[array] = count;
      count += 2;
    }
    if (tape.operation(i).isIndexed()) {
      places[i] = any(array);
      return;
    }
    TreeMap<Integer, Fixed> ranges = fixed[array];
    int at = (int) tape.immediate(i);
    Fixed same = ranges.get(at);
    if (same != null) {
      places[i] = same.length == tape.count(i) ? same.place : any(array);
    } else if (overlaps(ranges, at, tape.count(i))) {
      places[i] = any(array);
    } else {
      places[i] = count;
      ranges.put(at, new Fixed(tape.count(i), count++));
    }
  }

  private int any(int array) {
    return all[array] + 1;
  }

  private static boolean overlaps(NavigableMap<Integer, Fixed> ranges, int at, int n) {
    Map.Entry<Integer, Fixed> before = ranges.lowerEntry(at);
    Integer behind = ranges.higherKey(at);
    return (before != null && before.getKey() + before.getValue().length > at)
        || (behind != null && at + n > behind);
  }

  /** Returns the number of places of the block. */
  int count() {
    return count;
  }

  /** Returns the place of an access. */
  int of(int i) {
    return places[i];
  }

  /** Returns the place of all accesses of an access' array. */
  int allOf(int i) {
    return all[tape.array(i)];
  }

  /** Returns the place, besides its own, of which an access may access cells. */
  int otherOf(int i) {
    int any = any(tape.array(i));
    return places[i] == any ? all[tape.array(i)] : any;
  }

  /**
   * The greatest or least number of the accesses of a block so far, by place: a load is ordered
   * against stores, a store against loads and stores.
   */
  static final class Order {
    private final TapeIr tape;
    private final MemoryPlaces places;
    private final boolean greatest;
    private int[] accessed = new int[16];
    private int[] stored = new int[16];

    Order(TapeIr tape, MemoryPlaces places, boolean greatest) {
      this.tape = tape;
      this.places = places;
      this.greatest = greatest;
    }

    /** Begins a block whose places were found; all have a number. */
    void begin(int number) {
      if (places.count() > accessed.length) {
        accessed = new int[2 * places.count()];
        stored = new int[accessed.length];
      }
      Arrays.fill(accessed, 0, places.count(), number);
      Arrays.fill(stored, 0, places.count(), number);
    }

    private int choose(int x, int y) {
      return greatest ? Math.max(x, y) : Math.min(x, y);
    }

    /** Returns the number of the accesses noted so far that must not be exchanged with this one. */
    int of(int i) {
      int[] numbers = tape.operation(i).role() == Role.STORE ? accessed : stored;
      return choose(numbers[places.of(i)], numbers[places.otherOf(i)]);
    }

    /** Notes an access. */
    void note(int i, int number) {
      note(accessed, i, number);
      if (tape.operation(i).role() == Role.STORE) {
        note(stored, i, number);
      }
    }

    private void note(int[] numbers, int i, int number) {
      numbers[places.of(i)] = choose(numbers[places.of(i)], number);
      numbers[places.allOf(i)] = choose(numbers[places.allOf(i)], number);
    }
  }
}
