package org.schurmpc.vm.machine;

import org.schurmpc.vm.code.Schedule;

/**
 * A place in a schedule, which goes on from step to step. A loop of a schedule has a fixed number
 * of turns, or goes on as long as a cell of integer memory is not 0.
 */
final class Steps {
  private final int[] words;

  /** For each instruction that begins or ends a loop, the other end. */
  private final int[] partner;

  /** For each instruction that begins a loop of fixed turns, the number of the current turn. */
  private final int[] turns;

  private int at;

  /** Begins in front of a schedule. */
  Steps(Schedule schedule) {
    this.words = schedule.words();
    this.partner = new int[words.length];
    this.turns = new int[words.length];
    findLoops();
  }

  private Steps(Steps other) {
    this.words = other.words;
    this.partner = other.partner;
    this.turns = other.turns.clone();
    this.at = other.at;
  }

  /** Returns another place, which is the same now and goes on by itself. */
  Steps copy() {
    return new Steps(this);
  }

  private void findLoops() {
    int[] open = new int[words.length];
    int depth = 0;
    for (int i = 0; i < words.length; i = after(words, i)) {
      if (words[i] == Schedule.END) {
        int begin = open[--depth];
        partner[i] = begin;
        partner[begin] = i;
      } else if (words[i] != Schedule.RUN) {
        open[depth++] = i;
      }
    }
  }

  /** Returns the position behind an instruction. */
  static int after(int[] words, int at) {
    return switch (words[at]) {
      case Schedule.RUN -> at + 2 + 2 * words[at + 1];
      case Schedule.END -> at + 1;
      default -> at + 2;
    };
  }

  /**
   * Goes on to the next step.
   *
   * @param memory the cells of integers; null to stop where a loop depends on them
   * @return whether there is a step; if not, the program is at its end, or memory is needed
   */
  boolean next(long[] memory) {
    while (at < words.length && words[at] != Schedule.RUN) {
      boolean end = words[at] == Schedule.END;
      int loop = end ? partner[at] : at;
      boolean counted = words[loop] == Schedule.LOOP;
      if (!counted && memory == null) {
        return false;
      }
      boolean turn = counted ? takesTurn(loop, end) : memory[words[loop + 1]] != 0;
      at = turn ? loop + 2 : partner[loop] + 1;
    }
    return at < words.length;
  }

  private boolean takesTurn(int loop, boolean again) {
    int done = again ? turns[loop] : 0;
    if (done >= words[loop + 1]) {
      return false;
    }
    turns[loop] = done + 1;
    return true;
  }

  /** Whether the schedule is at its end. */
  boolean over() {
    return at == words.length;
  }

  /** Returns the position of the step. */
  int at() {
    return at;
  }

  /** Returns the number of tapes of the step. */
  int units() {
    return words[at + 1];
  }

  /** Returns the tape of a unit of the step. */
  int tape(int unit) {
    return words[at + 2 + 2 * unit];
  }

  /** Returns the argument of a unit of the step. */
  int argument(int unit) {
    return words[at + 3 + 2 * unit];
  }

  /** Leaves the step. */
  void leave() {
    at = after(words, at);
  }

  /** Returns the largest number of tapes of any step. */
  int mostUnits() {
    int most = 0;
    for (int i = 0; i < words.length; i = after(words, i)) {
      most = Math.max(most, words[i] == Schedule.RUN ? words[i + 1] : 0);
    }
    return most;
  }
}
