package org.schurmpc.vm.machine;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import org.schurmpc.core.abort.Exhausted;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.field.Field;
import org.schurmpc.vm.code.Counts;
import org.schurmpc.vm.code.PublicTable;
import org.schurmpc.vm.code.Schedule;
import org.schurmpc.vm.verify.VerifiedProgram;

/**
 * Reserves material for several steps at once, so that few reservations are made. Looks ahead as
 * far as the steps are certain, and up to a size. Unbounded tapes reserve by themselves.
 */
public final class Reservations {
  /** Size of the material of one party from which on no further step is added, in bytes. */
  private static final long ENOUGH_BYTES = 1L << 26;

  private static final int MOST_STEPS = 1 << 12;

  private final VerifiedProgram verified;
  private final Workers workers;
  private final Counts[] ofOutputs;

  /** Number of steps to come whose material is reserved. */
  private int steps;

  private boolean outputs;

  Reservations(VerifiedProgram verified, Workers workers) {
    this(verified, workers, verified.outputDemand());
  }

  /**
   * Creates reservations.
   *
   * @param ofOutputs the items that outputs consume
   */
  Reservations(VerifiedProgram verified, Workers workers, Counts[] ofOutputs) {
    this.verified = verified;
    this.workers = workers;
    this.ofOutputs = ofOutputs.clone();
  }

  /**
   * Returns the items that are reserved first, by field.
   *
   * @throws Exhausted if the first step takes more items than any store has
   */
  static Counts[] first(VerifiedProgram verified, Counts[] ofOutputs) throws Exhausted {
    Steps steps = new Steps(verified.program().schedule());
    return steps.next(null)
        ? new Reservations(verified, null, ofOutputs).ahead(steps)
        : none(verified);
  }

  /** Ensures that the material of the next step is reserved. */
  void forStep(Steps next) throws MpcException {
    if (steps == 0) {
      workers.reserve(ahead(next.copy()));
    }
    steps--;
  }

  /** Ensures that the masks of the outputs are reserved. */
  void forOutputs() throws MpcException {
    if (!outputs) {
      outputs = true;
      workers.reserve(ofOutputs);
    }
  }

  /**
   * Counts items of the steps from one on, and of the outputs if they are next.
   *
   * @throws Exhausted if the first step takes more items than any store has
   */
  private Counts[] ahead(Steps next) throws Exhausted {
    Counts[] total = none(verified);
    do {
      try {
        Counts[] more = total.clone();
        add(more, demand(next), 1);
        total = more;
      } catch (ArithmeticException e) {
        if (steps == 0) {
          throw new Exhausted("the tapes of one step take more than 2^63 items", e);
        }
        return total;
      }
      steps++;
      boolean last = unbounded(next) || steps == MOST_STEPS || bytes(total) > ENOUGH_BYTES;
      next.leave();
      if (last) {
        return total;
      }
    } while (next.next(null) && !unbounded(next));
    if (next.over()) {
      add(total, ofOutputs, 1);
      outputs = true;
    }
    return total;
  }

  private Counts[] demand(Steps step) {
    return unbounded(step) ? none(verified) : ofStep(verified, step.at());
  }

  private boolean unbounded(Steps step) {
    for (int unit = 0; unit < step.units(); unit++) {
      if (!verified.tapes().get(step.tape(unit)).tape().bounded()) {
        return true;
      }
    }
    return false;
  }

  /** Returns the size at one party: a value is a share and one of its MAC. */
  private double bytes(Counts[] counts) {
    double bytes = 0;
    for (int f = 0; f < counts.length; f++) {
      Field field = verified.program().fields().get(f).field();
      Counts of = counts[f];
      double values = 3.0 * of.triples() + 2.0 * of.squares() + of.bits() + 2.0 * of.inverses();
      for (long inputs : of.inputs()) {
        values += 1.5 * inputs;
      }
      for (long bits : of.ownBits()) {
        values += 1.5 * bits;
      }
      for (int table = 0; table < of.lookups().length; table++) {
        PublicTable each = verified.program().tables().get(table);
        double entries = (double) each.entries().entries() * each.results();
        values += of.lookups()[table] * (1 + entries);
      }
      bytes += values * 2 * field.limbs() * Long.BYTES;
    }
    return bytes;
  }

  /**
   * Returns the items of one run, by field, with those of private outputs. Both sides of a branch
   * count. A loop that depends on memory counts as one turn, and an unbounded tape as what it
   * prepares at once, so that such programs may consume more.
   *
   * @throws ArithmeticException if a number exceeds 63 bits
   */
  public static Counts[] ofProgram(VerifiedProgram verified) {
    return ofProgram(verified, Clients.NONE);
  }

  /** Returns the items of one run, as above, with those of deliveries to clients. */
  public static Counts[] ofProgram(VerifiedProgram verified, Clients clients) {
    Counts[] total = clients.outputDemand(verified);
    int[] words = verified.program().schedule().words();
    Deque<Long> around = new ArrayDeque<>();
    long turns = 1;
    for (int at = 0; at < words.length; at = Steps.after(words, at)) {
      switch (words[at]) {
        case Schedule.RUN -> add(total, ofStep(verified, at), turns);
        case Schedule.END -> turns = around.pop();
        default -> {
          around.push(turns);
          turns = Math.multiplyExact(turns, words[at] == Schedule.LOOP ? words[at + 1] : 1);
        }
      }
    }
    return total;
  }

  /** Returns the items of the tapes of one step, by field. */
  static Counts[] ofStep(VerifiedProgram verified, int at) {
    int[] words = verified.program().schedule().words();
    Counts[] total = none(verified);
    for (int unit = at + 2; unit < Steps.after(words, at); unit += 2) {
      add(total, verified.tapes().get(words[unit]).tape().demand(), 1);
    }
    return total;
  }

  static Counts[] none(VerifiedProgram verified) {
    Counts[] none = new Counts[verified.program().fields().size()];
    Arrays.fill(none, Counts.none(verified.program().parties()));
    return none;
  }

  static void add(Counts[] total, Counts[] more, long times) {
    for (int f = 0; f < total.length; f++) {
      total[f] = total[f].plus(more[f].times(times));
    }
  }
}
