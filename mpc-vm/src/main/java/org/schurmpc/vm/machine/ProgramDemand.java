package org.schurmpc.vm.machine;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import org.schurmpc.vm.code.Counts;
import org.schurmpc.vm.code.Schedule;
import org.schurmpc.vm.verify.VerifiedProgram;

/** The items that one run of a program consumes. */
public final class ProgramDemand {
  private ProgramDemand() {}

  /**
   * Returns the items of one run, by field, with those of private outputs. Both sides of a branch
   * count. A loop that depends on memory counts as one turn, and an unbounded tape as what it
   * prepares at once, so that such programs may consume more.
   *
   * @throws ArithmeticException if a number exceeds 63 bits
   */
  public static Counts[] of(VerifiedProgram verified) {
    Counts[] total = verified.outputDemand();
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
