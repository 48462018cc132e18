package org.schurmpc.vm.compile;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The registers of one kind that are free. Single registers are taken from those that were given
 * back last; ranges are the least that fit.
 */
final class RegisterFile {
  private static final int SHIFT = 32;

  private int[] singles = new int[16];
  private int singleCount;
  private final TreeMap<Integer, Integer> byStart = new TreeMap<>();
  // Length in the high half, start in the low one.
  private final TreeSet<Long> bySize = new TreeSet<>();
  private int size;

  /** Begins a routine, whose registers are used by nothing else. */
  RegisterFile within() {
    RegisterFile routine = new RegisterFile();
    routine.size = size;
    return routine;
  }

  /** Ends a routine: keeps its registers apart from those that are taken later. */
  void behind(RegisterFile routine) {
    size = routine.size;
  }

  /** Returns the number of registers that were in use at most. */
  int size() {
    return size;
  }

  /** Takes registers in a row and returns the first one. */
  int take(int n) {
    if (n == 1 && singleCount > 0) {
      return singles[--singleCount];
    }
    Long fit = bySize.ceiling((long) n << SHIFT);
    if (fit == null) {
      return grow(n);
    }
    int start = fit.intValue();
    int length = (int) (fit >>> SHIFT);
    remove(start, length);
    if (length > n) {
      add(start + n, length - n);
    }
    return start;
  }

  private int grow(int n) {
    int start = size;
    Map.Entry<Integer, Integer> last = byStart.lastEntry();
    if (last != null && last.getKey() + last.getValue() == size) {
      start = last.getKey();
      remove(start, last.getValue());
    }
    size = Math.addExact(start, n);
    return start;
  }

  /** Gives registers back. */
  void giveBack(int start, int n) {
    if (n == 1) {
      if (singleCount == singles.length) {
        singles = Arrays.copyOf(singles, 2 * singleCount);
      }
      singles[singleCount++] = start;
      return;
    }
    int from = start;
    int to = start + n;
    Map.Entry<Integer, Integer> before = byStart.floorEntry(start);
    if (before != null && before.getKey() + before.getValue() == from) {
      from = before.getKey();
      remove(from, before.getValue());
    }
    Integer behind = byStart.get(to);
    if (behind != null) {
      remove(to, behind);
      to += behind;
    }
    add(from, to - from);
  }

  private void add(int start, int length) {
    byStart.put(start, length);
    bySize.add((long) length << SHIFT | start);
  }

  private void remove(int start, int length) {
    byStart.remove(start);
    bySize.remove((long) length << SHIFT | start);
  }
}
