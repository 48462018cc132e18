package org.schurmpc.vm.compile;

import java.util.Arrays;
import org.schurmpc.vm.code.Code;
import org.schurmpc.vm.ir.Operation;
import org.schurmpc.vm.ir.Operation.Role;
import org.schurmpc.vm.ir.TapeIr;

/**
 * Orders the instructions of basic blocks around their rounds, in linear time: before a startopen
 * what its openings need, between startopen and stopopen what can be done while messages travel,
 * and behind the stopopen what must not be done in between. Material and constants come with their
 * first users, so that registers are taken late; a block's inputs come first, in one instruction.
 *
 * <p>The order is by a number for each instruction, four to a round: at its begin, before its
 * start, its openings, and between start and stop. Equal numbers keep the program's order, so that
 * a source has the number of its users at most.
 */
final class Placement {
  private static final int INPUTS = -1;
  private static final int BEGIN = 0;
  private static final int BEFORE = 1;
  private static final int OPENINGS = 2;
  private static final int BETWEEN = 3;
  private static final int STEPS = 4;
  private static final int NEVER = Integer.MAX_VALUE;

  private final TapeIr tape;
  private final Levels levels;
  private final Sequence sequence = new Sequence();
  private final boolean[] urgent;
  private final int[] numbers;

  /** The least rounds of later accesses that are urgent. */
  private final MemoryPlaces.Order urgentAccesses;

  /** The last rounds of accesses that stand behind the stop. */
  private final MemoryPlaces.Order waitingAccesses;

  private int[] counts = new int[16];
  private int[] sorted = new int[16];
  private int from;
  private int to;

  /** Number of groups that are started and not stopped. */
  private int started;

  private Placement(TapeIr tape, int arrays) {
    this.tape = tape;
    MemoryPlaces places = new MemoryPlaces(tape, arrays);
    urgentAccesses = new MemoryPlaces.Order(tape, places, false);
    waitingAccesses = new MemoryPlaces.Order(tape, places, true);
    levels = new Levels(tape, places);
    urgent = new boolean[tape.size()];
    numbers = new int[tape.size()];
  }

  /** Returns the order of a tape with the least number of rounds of each block. */
  static Sequence order(TapeIr tape, int arrays) {
    Placement placement = new Placement(tape, arrays);
    int from = 0;
    for (int i = 0; i <= tape.size(); i++) {
      if (i == tape.size() || tape.operation(i).role() == Role.CONTROL) {
        placement.block(from, i);
        if (i < tape.size()) {
          placement.sequence.add(i);
        }
        from = i + 1;
      }
    }
    return placement.sequence;
  }

  private void block(int first, int behind) {
    from = first;
    to = behind;
    if (from == to) {
      return;
    }
    levels.label(from, to);
    markUrgent();
    number();
    numberSources();
    emit();
  }

  /** Marks what openings need in their own round. */
  private void markUrgent() {
    urgentAccesses.begin(NEVER);
    Arrays.fill(urgent, from, to, false);
    for (int i = to - 1; i >= from; i--) {
      Role role = tape.operation(i).role();
      int level = levels.of(i);
      if (MemoryPlaces.isAccess(role)) {
        urgent[i] |= urgentAccesses.of(i) == level;
      }
      if (!urgent[i] && role != Role.OPEN) {
        continue;
      }
      if (MemoryPlaces.isAccess(role)) {
        urgentAccesses.note(i, level);
      }
      for (int k = 0; k < tape.sources(i); k++) {
        int definition = levels.definition(tape.source(i, k));
        if (definition >= 0 && levels.of(definition) == level) {
          urgent[definition] = true;
        }
      }
    }
  }

  private void number() {
    waitingAccesses.begin(-1);
    int rounds = levels.rounds();
    for (int i = from; i < to; i++) {
      Operation operation = tape.operation(i);
      int level = levels.of(i);
      int step;
      if (operation.role() == Role.INPUT) {
        numbers[i] = INPUTS;
        continue;
      } else if (operation.role() == Role.OPEN) {
        step = OPENINGS;
      } else if (Levels.isLast(operation)) {
        step = BETWEEN;
      } else if (urgent[i] || level == rounds) {
        step = BEFORE;
      } else if (mustWait(i, operation.role(), level)) {
        if (MemoryPlaces.isAccess(operation.role())) {
          waitingAccesses.note(i, level);
        }
        step = BEGIN;
        level++;
      } else {
        step = BETWEEN;
      }
      numbers[i] = level * STEPS + step;
    }
  }

  /** Whether an instruction must not be between start and stop of a round. */
  private boolean mustWait(int i, Role role, int level) {
    if (role == Role.GATEWAY || (MemoryPlaces.isAccess(role) && waitingAccesses.of(i) == level)) {
      return true;
    }
    for (int k = 0; k < tape.sources(i); k++) {
      int definition = levels.definition(tape.source(i, k));
      if (definition >= 0 && numbers[definition] == (level + 1) * STEPS + BEGIN) {
        return true;
      }
    }
    return false;
  }

  private boolean isSource(int i) {
    Role role = tape.operation(i).role();
    return role == Role.MATERIAL
        || role == Role.READ
        || (role == Role.PURE && tape.sources(i) == 0);
  }

  /** Moves sources to their first users. */
  private void numberSources() {
    int last = levels.rounds() * STEPS + BEFORE;
    for (int i = from; i < to; i++) {
      numbers[i] = isSource(i) ? last : numbers[i];
    }
    for (int i = to - 1; i >= from; i--) {
      int number = tape.operation(i).role() == Role.OPEN ? numbers[i] - 1 : numbers[i];
      for (int k = 0; k < tape.sources(i); k++) {
        int definition = levels.definition(tape.source(i, k));
        if (definition >= 0 && isSource(definition)) {
          numbers[definition] = Math.min(numbers[definition], number);
        }
      }
    }
  }

  /** Sorts by numbers, stably, and appends the block. */
  private void emit() {
    int size = (levels.rounds() + 1) * STEPS + 1;
    counts = counts.length < size + 1 ? new int[2 * size] : counts;
    sorted = sorted.length < to - from ? new int[2 * (to - from)] : sorted;
    Arrays.fill(counts, 0, size + 1, 0);
    for (int i = from; i < to; i++) {
      counts[numbers[i] + 2] += isThere(i) ? 1 : 0;
    }
    for (int number = 1; number <= size; number++) {
      counts[number] += counts[number - 1];
    }
    for (int i = from; i < to; i++) {
      if (isThere(i)) {
        sorted[counts[numbers[i] + 1]++] = i;
      }
    }
    // Now counts[number + 1] is the end of the instructions with this number.
    int at = append(0, counts[INPUTS + 1], INPUTS);
    for (int number = 0; number < size - 1; number++) {
      at = append(at, counts[number + 1], number);
    }
  }

  private boolean isThere(int i) {
    return tape.operation(i) != Operation.NONE;
  }

  private int append(int first, int end, int number) {
    if (number == INPUTS || number % STEPS == OPENINGS) {
      groups(first, end, number == INPUTS);
      return end;
    }
    for (int at = first; at < end; at++) {
      sequence.add(sorted[at]);
    }
    if (number % STEPS == BETWEEN && number / STEPS < levels.rounds()) {
      for (; started > 0; started--) {
        sequence.stop(sequence.groups() - started);
      }
    }
    return end;
  }

  /** Appends a group for each field. Both share a round and stop after local work. */
  private void groups(int first, int end, boolean inputs) {
    int fields = 0;
    for (int at = first; at < end; at++) {
      fields |= 1 << field(at);
    }
    // Two groups share a round at most.
    boolean alone = Integer.bitCount(fields) == Code.FIELDS && !inputs;
    for (int field = Code.FIELDS - 1; field >= 0; field--) {
      if ((fields >> field & 1) == 0) {
        continue;
      }
      for (int at = first; at < end; at++) {
        if (field(at) == field) {
          sequence.member(sorted[at]);
        }
      }
      sequence.start();
      if (alone && field == Code.FIELDS - 1) {
        sequence.stop(sequence.groups() - 1);
      } else {
        started += inputs ? 0 : 1;
      }
    }
  }

  private int field(int at) {
    return tape.values().field(tape.target(sorted[at]));
  }
}
