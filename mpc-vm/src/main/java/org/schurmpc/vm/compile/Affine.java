package org.schurmpc.vm.compile;

import org.schurmpc.vm.ir.Operation;
import org.schurmpc.vm.ir.TapeIr;
import org.schurmpc.vm.ir.Values;

/**
 * Ranges of a tape's integers, if these are sums of a multiple of the tape's argument, of constants
 * and of multiples of loops' counters: value = stride * argument + [low, high].
 */
final class Affine {
  /** Larger numbers are taken as unknown, so that sums and products cannot overflow. */
  private static final long MOST = 1L << 31;

  private final TapeIr tape;
  private final Values values;
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
