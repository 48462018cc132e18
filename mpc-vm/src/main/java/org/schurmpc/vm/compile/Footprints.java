package org.schurmpc.vm.compile;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.schurmpc.vm.code.Footprint;
import org.schurmpc.vm.ir.MemoryArray;
import org.schurmpc.vm.ir.Operation;
import org.schurmpc.vm.ir.Operation.Role;
import org.schurmpc.vm.ir.TapeIr;
import org.schurmpc.vm.ir.TapeValues;

/**
 * Finds the memory that a tape accesses: the range of its fixed accesses in each array, and what
 * its indexed ones can reach. These reach cells that depend on the tape's argument if indices are
 * sums of a multiple of the argument and of what lies in a known range, and the whole array
 * otherwise.
 */
final class Footprints {
  /** A range of cells in an array that moves with the argument. */
  private record Key(int array, boolean write, long stride) {}

  private final List<MemoryArray> arrays;
  private final TapeIr tape;
  private final Affine affine;
  private final TreeMap<Key, long[]> ranges =
      new TreeMap<>(
          (x, y) -> {
            int byArray = Integer.compare(x.array, y.array);
            int byWrite = byArray == 0 ? Boolean.compare(x.write, y.write) : byArray;
            return byWrite == 0 ? Long.compare(x.stride, y.stride) : byWrite;
          });

  private Footprints(TapeIr tape, List<MemoryArray> arrays) {
    this.tape = tape;
    this.arrays = arrays;
    affine = hasArgument(tape) ? new Affine(tape) : null;
  }

  private static boolean hasArgument(TapeIr tape) {
    for (int i = 0; i < tape.size(); i++) {
      if (tape.operation(i) == Operation.ARG) {
        return true;
      }
    }
    return false;
  }

  static List<Footprint> of(TapeIr tape, List<MemoryArray> arrays) {
    Footprints footprints = new Footprints(tape, arrays);
    for (int i = 0; i < tape.size(); i++) {
      if (MemoryPlaces.isAccess(tape.operation(i).role())) {
        footprints.add(i);
      }
    }
    return footprints.list();
  }

  private void add(int i) {
    MemoryArray array = arrays.get(tape.array(i));
    boolean write = tape.operation(i).role() == Role.STORE;
    int n = tape.count(i);
    if (!tape.operation(i).isIndexed()) {
      add(array, write, 0, tape.immediate(i), tape.immediate(i) + n);
      return;
    }
    int from = tape.partFrom(i);
    int length = tape.partLength(i);
    int index = tape.source(i, write ? 1 : 0);
    boolean moves =
        affine != null
            && affine.isKnown(index)
            && affine.stride(index) > 0
            && affine.low(index) >= 0
            && affine.high(index) + n <= length;
    if (moves) {
      long low = from + affine.low(index);
      add(array, write, affine.stride(index), low, from + affine.high(index) + n);
    } else {
      add(array, write, 0, from, from + length);
    }
  }

  private void add(MemoryArray array, boolean write, long stride, long from, long to) {
    long[] range =
        ranges.computeIfAbsent(
            new Key(array.number(), write, stride), key -> new long[] {from, to});
    range[0] = Math.min(range[0], from);
    range[1] = Math.max(range[1], to);
  }

  private List<Footprint> list() {
    List<Footprint> list = new ArrayList<>();
    ranges.forEach(
        (key, range) -> {
          MemoryArray array = arrays.get(key.array);
          list.add(
              new Footprint(
                  array.kind(),
                  array.field(),
                  key.write,
                  array.base() + range[0],
                  key.stride,
                  range[1] - range[0]));
        });
    return list;
  }

  /**
   * Ranges of a tape's integers, if these are sums of a multiple of the tape's argument, of
   * constants and of multiples of loops' counters: value = stride * argument + [low, high].
   */
  private static final class Affine {
    /** Larger numbers are taken as unknown, so that sums and products cannot overflow. */
    private static final long MOST = 1L << 31;

    private final TapeIr tape;
    private final TapeValues values;
    private final boolean[] known;
    private final long[] strides;
    private final long[] lows;
    private final long[] highs;

    Affine(TapeIr tape) {
      this.tape = tape;
      this.values = tape.values();
      known = new boolean[values.size()];
      strides = new long[values.size()];
      lows = new long[values.size()];
      highs = new long[values.size()];
      for (int i = 0; i < tape.size(); i++) {
        int target = tape.target(i);
        if (target >= 0 && values.kind(target) == 'i' && tape.count(i) <= 1) {
          visit(i, target);
        }
      }
    }

    boolean isKnown(int value) {
      return known[values.root(value)];
    }

    long stride(int value) {
      return strides[values.root(value)];
    }

    long low(int value) {
      return lows[values.root(value)];
    }

    long high(int value) {
      return highs[values.root(value)];
    }

    private void set(int target, long stride, long low, long high) {
      known[target] = Math.max(Math.abs(stride), Math.max(Math.abs(low), Math.abs(high))) <= MOST;
      strides[target] = stride;
      lows[target] = low;
      highs[target] = high;
    }

    private void visit(int i, int target) {
      Operation operation = tape.operation(i);
      switch (operation) {
        case INT -> {
          long number = tape.immediate(i);
          if (number != Long.MIN_VALUE) {
            set(target, 0, number, number);
          }
        }
        case ARG -> set(target, 1, 0, 0);
        case LOOP -> set(target, 0, 0, Math.max(0, tape.immediate(i) - 1));
        case ADDI, SUBI, MULI -> combine(operation, target, tape.source(i, 0), tape.source(i, 1));
        default -> {
          // Unknown.
        }
      }
    }

    private void combine(Operation operation, int target, int x, int y) {
      if (!isKnown(x) || !isKnown(y)) {
        return;
      }
      if (operation == Operation.ADDI) {
        set(target, stride(x) + stride(y), low(x) + low(y), high(x) + high(y));
      } else if (operation == Operation.SUBI) {
        set(target, stride(x) - stride(y), low(x) - high(y), high(x) - low(y));
      } else if (isConstant(y)) {
        scale(target, x, low(y));
      } else if (isConstant(x)) {
        scale(target, y, low(x));
      }
    }

    private boolean isConstant(int value) {
      return stride(value) == 0 && low(value) == high(value);
    }

    private void scale(int target, int x, long by) {
      long one = low(x) * by;
      long other = high(x) * by;
      set(target, stride(x) * by, Math.min(one, other), Math.max(one, other));
    }
  }
}
