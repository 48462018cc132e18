package org.schurmpc.vm.compile;

import org.schurmpc.core.crypto.Commitment;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.crypto.Prg;
import org.schurmpc.core.field.Field;
import org.schurmpc.vm.code.Program;

/**
 * What no check covers at a place of a program, by field, and what the checks there cost. Checks
 * that are due after many openings are not counted.
 */
final class Unchecked {
  private static final int COMMIT_AND_OPEN = 2;

  /** The least number of bits of a field over which two parties compare a hash of their shares. */
  private static final int LEAST_TAG_BITS = 120;

  private final Program program;
  private final int parties;

  /** Whether opened elements are not checked. */
  private final boolean[] elements;

  /** Whether masked indices of lookups are not checked, which have a σ of their own. */
  private final boolean[] indices;

  /** Whether messages to all are not compared, which two parties need not do. */
  private final boolean[] broadcasts;

  Unchecked(Program program) {
    this.program = program;
    this.parties = program.parties();
    elements = new boolean[program.fields().size()];
    indices = new boolean[program.fields().size()];
    broadcasts = new boolean[program.fields().size()];
  }

  /** Returns a copy of the state, for {@link #set}. */
  Unchecked copy() {
    Unchecked copy = new Unchecked(program);
    copy.set(this);
    return copy;
  }

  void set(Unchecked other) {
    System.arraycopy(other.elements, 0, elements, 0, elements.length);
    System.arraycopy(other.indices, 0, indices, 0, indices.length);
    System.arraycopy(other.broadcasts, 0, broadcasts, 0, broadcasts.length);
  }

  /** Returns a number that is equal for equal states. */
  int number() {
    int number = 0;
    for (int f = 0; f < elements.length; f++) {
      number = number * 2 + (elements[f] ? 1 : 0);
      number = number * 2 + (indices[f] ? 1 : 0);
      number = number * 2 + (broadcasts[f] ? 1 : 0);
    }
    return number;
  }

  private Field field(int f) {
    return program.fields().get(f).field();
  }

  void opened(int f) {
    elements[f] = true;
    broadcast(f);
  }

  void lookedUp(int f) {
    indices[f] = true;
    broadcast(f);
  }

  void broadcast(int f) {
    broadcasts[f] = parties > 2;
  }

  /** Checks the values of all fields. */
  Cost check() {
    Cost cost = Cost.none(parties);
    for (int f = 0; f < elements.length; f++) {
      cost = cost.plus(Cost.checks(elements[f] || indices[f] ? 1 : 0, check(f)));
    }
    return cost;
  }

  /** Checks the values of a field, if there are any. */
  Cost.Traffic check(int f) {
    if (f == program.bitField()) {
      boolean due = elements[f];
      elements[f] = false;
      broadcasts[f] = false;
      return due ? Cost.Traffic.of(parties, 1, FieldHash.BYTES) : Cost.Traffic.none(parties);
    }
    Cost.Traffic comparison =
        parties > 2 ? Cost.Traffic.of(parties, 1, FieldHash.BYTES) : Cost.Traffic.none(parties);
    Cost.Traffic check = Cost.Traffic.none(parties);
    int sums = (elements[f] ? 1 : 0) + (indices[f] ? 1 : 0);
    if (sums > 0) {
      boolean tags = parties == 2 && field(f).bits() >= LEAST_TAG_BITS;
      Cost.Traffic sum =
          tags
              ? Cost.Traffic.of(parties, 1, FieldHash.BYTES)
              : committed(field(f).bytes()).plus(comparison);
      check = committed(Prg.SEED_BYTES).plus(sum.times(sums));
    } else if (broadcasts[f]) {
      check = comparison;
    }
    elements[f] = false;
    indices[f] = false;
    broadcasts[f] = false;
    return check;
  }

  /** Commits to bytes and opens them. */
  private Cost.Traffic committed(int bytes) {
    long messages = (long) FieldHash.BYTES + Commitment.RANDOMNESS_BYTES + bytes;
    return Cost.Traffic.of(parties, COMMIT_AND_OPEN, messages);
  }
}
