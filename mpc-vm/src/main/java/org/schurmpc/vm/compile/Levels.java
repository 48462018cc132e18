package org.schurmpc.vm.compile;

import java.util.Arrays;
import org.schurmpc.vm.ir.Operation;
import org.schurmpc.vm.ir.Operation.Role;
import org.schurmpc.vm.ir.TapeIr;
import org.schurmpc.vm.ir.TapeValues;

/**
 * Labels the instructions of a basic block with rounds (KSS13, section 4): an opening with the
 * number of openings before it on the longest path to it, which is the round in which it is opened;
 * another instruction with the number of rounds that must have ended before it. The number of
 * rounds is then the longest path, and least. Takes linear time: instead of edges between accesses
 * of memory, places keep the labels of the latest accesses.
 *
 * <p>Values that are revealed after the first round are revealed as late as their users allow,
 * since a check stands before each such round.
 */
final class Levels {
  private final TapeIr tape;
  private final TapeValues values;
  private final MemoryPlaces places;
  private final int[] levels;
  private final int[] latest;
  private final MemoryPlaces.Order memory;
  private int from;
  private int to;
  private int rounds;

  Levels(TapeIr tape, MemoryPlaces places) {
    this.tape = tape;
    this.values = tape.values();
    this.places = places;
    memory = new MemoryPlaces.Order(tape, places, true);
    levels = new int[tape.size()];
    latest = new int[tape.size()];
  }

  /** Returns the number of rounds of the block that was labelled last. */
  int rounds() {
    return rounds;
  }

  /** Returns the label of an instruction. */
  int of(int instruction) {
    return levels[instruction];
  }

  /** Whether an instruction stands behind all rounds of its block, in the program's order. */
  static boolean isLast(Operation operation) {
    return operation.role() == Role.WRITE || operation == Operation.PRINT;
  }

  /** Labels a block. */
  void label(int first, int behind) {
    from = first;
    to = behind;
    places.find(from, to);
    Arrays.fill(latest, from, to, 0);
    forward();
    if (hasLaterReveal()) {
      backward();
      forward();
    }
  }

  /** Returns the instruction of the block that assigns a source, or -1. */
  int definition(int source) {
    if (source < 0) {
      return -1;
    }
    int definition = values.definition(values.root(source));
    return definition >= from ? definition : -1;
  }

  /** Labels with the least numbers; reveals with those of {@code latest} if these are greater. */
  private void forward() {
    memory.begin(0);
    rounds = 0;
    for (int i = from; i < to; i++) {
      Operation operation = tape.operation(i);
      int level = sources(i);
      switch (operation.role()) {
        case LOAD, STORE -> {
          level = Math.max(level, memory.of(i));
          memory.note(i, level);
        }
        case OPEN -> {
          level = operation == Operation.REVEAL ? Math.max(level, latest[i]) : level;
          rounds = Math.max(rounds, level + 1);
        }
        default -> {
          // Its sources alone decide.
        }
      }
      levels[i] = level;
    }
    for (int i = from; i < to; i++) {
      levels[i] = isLast(tape.operation(i)) ? rounds : levels[i];
    }
  }

  private int sources(int i) {
    int level = 0;
    for (int k = 0; k < tape.sources(i); k++) {
      int definition = definition(tape.source(i, k));
      if (definition >= 0) {
        int opened = tape.operation(definition).role() == Role.OPEN ? 1 : 0;
        level = Math.max(level, levels[definition] + opened);
      }
    }
    return level;
  }

  private boolean hasLaterReveal() {
    for (int i = from; i < to; i++) {
      if (tape.operation(i) == Operation.REVEAL && levels[i] > 0) {
        return true;
      }
    }
    return false;
  }

  /**
   * Finds for each reveal the latest round that does not delay an instruction which must not be.
   */
  private void backward() {
    Arrays.fill(latest, from, to, rounds);
    for (int i = to - 1; i >= from; i--) {
      Operation operation = tape.operation(i);
      if (operation == Operation.REVEAL) {
        latest[i] = levels[i] == 0 ? 0 : Math.max(levels[i], Math.min(latest[i], rounds - 1));
      } else if (!canWait(operation)) {
        latest[i] = levels[i];
      }
      for (int k = 0; k < tape.sources(i); k++) {
        int definition = definition(tape.source(i, k));
        if (definition >= 0) {
          int opened = tape.operation(definition).role() == Role.OPEN ? 1 : 0;
          latest[definition] = Math.min(latest[definition], latest[i] - opened);
        }
      }
    }
  }

  private static boolean canWait(Operation operation) {
    return operation.role() == Role.PURE || operation.role() == Role.EFFECT || isLast(operation);
  }
}
