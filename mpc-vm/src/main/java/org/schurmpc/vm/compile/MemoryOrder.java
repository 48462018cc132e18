package org.schurmpc.vm.compile;

import java.util.Arrays;
import org.schurmpc.vm.ir.Operation.Role;
import org.schurmpc.vm.ir.TapeIr;

/**
 * The greatest or least number of the accesses of a block so far, by place: a load is ordered
 * against stores, a store against loads and stores.
 */
final class MemoryOrder {
  private final TapeIr tape;
  private final MemoryPlaces places;
  private final boolean greatest;
  private int[] accessed = new int[16];
  private int[] stored = new int[16];

  MemoryOrder(TapeIr tape, MemoryPlaces places, boolean greatest) {
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
