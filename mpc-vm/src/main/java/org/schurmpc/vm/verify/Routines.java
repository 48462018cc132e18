package org.schurmpc.vm.verify;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.vm.code.Op;

/**
 * The routines of a tape: the instructions from one that is called up to the next one that is. The
 * instructions before are the tape's own. Calls do not form circles and nest at most 64 deep;
 * linear in the number of instructions.
 */
final class Routines {
  private static final int MAX_DEPTH = 64;

  private final TapeIndex index;
  private final TapePlace place;

  /** First instructions, ascending: of the tape itself and of each routine. */
  private final int[] entries;

  /** By call, the number of the routine that is called; by other instructions, 0. */
  private final int[] called;

  /** By routine: how often it runs, and the greatest number of loops around its calls. */
  private final long[] runs;

  private final int[] loopsAround;

  /**
   * Finds the routines.
   *
   * @param code the words, with distances in calls
   */
  Routines(TapeIndex index, int[] code, TapePlace place) throws BadFile {
    this.index = index;
    this.place = place;
    BitSet targets = new BitSet();
    targets.set(0);
    called = new int[index.count()];
    for (int i = 0; i < index.count(); i++) {
      if (index.op(i) == Op.CALL) {
        long target = (long) i + code[index.start(i) + 1];
        if (target < 1 || target >= index.count()) {
          throw place.bad(i, "calls what is no routine of the tape");
        }
        called[i] = (int) target;
        targets.set((int) target);
      }
    }
    entries = targets.stream().toArray();
    for (int i = 0; i < called.length; i++) {
      called[i] = called[i] == 0 ? 0 : of(called[i]);
    }
    runs = new long[entries.length];
    loopsAround = new int[entries.length];
  }

  /** Returns the number of the routine of an instruction, 0 for the tape itself. */
  int of(int instruction) {
    int found = Arrays.binarySearch(entries, instruction);
    return found >= 0 ? found : -found - 2;
  }

  boolean isEntry(int instruction) {
    return Arrays.binarySearch(entries, instruction) >= 0;
  }

  private int end(int routine) {
    return routine + 1 < entries.length ? entries[routine + 1] : index.count();
  }

  /** Requires that no routine runs over its end, and that each ends by the right instruction. */
  void requireEnds() throws BadFile {
    for (int i = 0; i < index.count(); i++) {
      Op op = index.op(i);
      if (op == (of(i) == 0 ? Op.RET : Op.END)) {
        throw place.bad(i, of(i) == 0 ? "ret stands in no routine" : "end stands in a routine");
      }
    }
    for (int routine = 0; routine < entries.length; routine++) {
      Op last = index.count() == 0 ? null : index.op(end(routine) - 1);
      if (last != Op.END && last != Op.JMP && last != Op.RET) {
        throw place.bad(
            routine == 0
                ? "the last instruction is neither end nor jmp"
                : "the last instruction of a routine is neither ret nor jmp");
      }
    }
  }

  /**
   * Counts how often each routine runs.
   *
   * @param turns how often each instruction runs when its routine runs once
   * @param loops number of loops around each instruction
   */
  void count(long[] turns, int[] loops) throws BadFile {
    int[] callers = new int[entries.length];
    int[] depths = new int[entries.length];
    for (int routine : called) {
      callers[routine] += routine == 0 ? 0 : 1;
    }
    Deque<Integer> ready = new ArrayDeque<>();
    ready.add(0);
    runs[0] = 1;
    int done = 0;
    while (!ready.isEmpty()) {
      int caller = ready.remove();
      done++;
      for (int i = entries[caller]; i < end(caller); i++) {
        int routine = called[i];
        if (routine == 0) {
          continue;
        }
        // Both factors are at most 2^40, and a sum that is too large is refused at once.
        runs[routine] += Math.min(Limits.TURNS + 1, saturated(runs[caller], turns[i]));
        depths[routine] = Math.max(depths[routine], depths[caller] + 1);
        loopsAround[routine] = Math.max(loopsAround[routine], loopsAround[caller] + loops[i]);
        if (depths[routine] > MAX_DEPTH) {
          throw place.bad(i, "calls are nested more than 64 deep");
        }
        if (runs[routine] > Limits.TURNS) {
          throw place.bad(i, "a routine runs more than 2^40 times");
        }
        if (--callers[routine] == 0) {
          ready.add(routine);
        }
      }
    }
    if (done < entries.length) {
      throw place.bad("routines call each other in a circle");
    }
  }

  private static long saturated(long x, long y) {
    return Math.multiplyHigh(x, y) != 0 || x * y < 0 ? Long.MAX_VALUE : x * y;
  }

  /** Returns how often a routine runs. */
  long runs(int routine) {
    return runs[routine];
  }

  /** Returns the greatest number of loops around the calls of a routine. */
  int loopsAround(int routine) {
    return loopsAround[routine];
  }
}
