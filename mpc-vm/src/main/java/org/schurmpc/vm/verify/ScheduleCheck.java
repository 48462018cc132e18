package org.schurmpc.vm.verify;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.vm.code.Code;
import org.schurmpc.vm.code.Footprint;
import org.schurmpc.vm.code.Op;
import org.schurmpc.vm.code.Program;
import org.schurmpc.vm.code.Schedule;
import org.schurmpc.vm.code.Tape;

/**
 * Checks the schedule: its form, and that the tapes of a step do not depend on each other. Called
 * after all tapes were verified.
 */
final class ScheduleCheck {
  private final Program program;
  private final String where;
  private final int[] words;
  private final int[][] portsOfTapes;

  /** The last step that uses each port: its position plus one. */
  private final int[] lastStep;

  private long entries;

  /** A loop under way. */
  private static final class Loop {
    final int begin;

    /** How often a step in it runs, a while loop counted as one turn. */
    final long turns;

    /** Whether each turn runs a step, so that no turns pass in which nothing is done. */
    boolean steps;

    Loop(int begin, long turns, boolean steps) {
      this.begin = begin;
      this.turns = turns;
      this.steps = steps;
    }
  }

  ScheduleCheck(Program program, String where) {
    this.program = program;
    this.where = where;
    this.words = program.schedule().words();
    this.portsOfTapes = new int[program.tapes().size()][];
    this.lastStep = new int[program.inputs().size() + program.outputs().size()];
  }

  private BadFile bad(int at, String reason) {
    return new BadFile("%s, schedule, word %,d: %s".formatted(where, at, reason));
  }

  void check() throws BadFile {
    Deque<Loop> around = new ArrayDeque<>();
    Loop now = new Loop(0, 1, true);
    for (int at = 0; at < words.length; ) {
      int word = words[at];
      if (word == Schedule.END) {
        if (around.isEmpty()) {
          throw bad(at, "there is no loop to end");
        }
        if (!now.steps) {
          throw bad(now.begin, "the loop has no step that each of its turns runs");
        }
        boolean always = words[now.begin] == Schedule.LOOP && words[now.begin + 1] > 0;
        now = around.pop();
        now.steps |= always;
        at++;
        continue;
      }
      if (word != Schedule.RUN && word != Schedule.LOOP && word != Schedule.WHILE) {
        throw bad(at, "there is no such instruction");
      }
      if (at + 1 >= words.length || words[at + 1] < 0) {
        throw bad(at, "the number behind the instruction is missing or too large");
      }
      if (word == Schedule.RUN) {
        at = run(at);
        now.steps = true;
        continue;
      }
      around.push(now);
      if (around.size() > Limits.LOOPS) {
        throw bad(at, "loops are nested more than %d deep".formatted(Limits.LOOPS));
      }
      now = loop(at, now.turns);
      at += 2;
    }
    if (!around.isEmpty()) {
      throw bad(words.length, "a loop is not ended");
    }
  }

  /** Begins a loop. */
  private Loop loop(int at, long turns) throws BadFile {
    long count = 1;
    if (words[at] == Schedule.LOOP) {
      count = words[at + 1];
    } else if (words[at + 1] >= program.memory().ints()) {
      throw bad(at, "the loop depends on a cell of integer memory that is not there");
    }
    if (Limits.exceedTurns(turns, count)) {
      throw bad(at, "nested loops have more than 2^40 turns");
    }
    return new Loop(at, turns * count, false);
  }

  private int run(int at) throws BadFile {
    int units = words[at + 1];
    if (units < 1 || units > (words.length - at - 2) / 2) {
      throw bad(at, "the list of tapes is empty or cut short");
    }
    for (int i = at + 2; i < at + 2 + 2 * units; i += 2) {
      if (words[i] < 0 || words[i] >= program.tapes().size()) {
        throw bad(i, "there is no such tape");
      }
      Tape tape = program.tapes().get(words[i]);
      if (words[i + 1] < 0) {
        throw bad(i + 1, "the argument has more than 31 bits");
      }
      if (units > 1 && !tape.bounded()) {
        throw bad(i, "tape %s is unbounded and can only run alone".formatted(tape.name()));
      }
      count(1 + tape.footprints().size(), i);
      requireInMemory(tape, i);
    }
    if (units > 1) {
      requirePortsApart(at, units);
      requireMemoryApart(at, units);
    }
    return at + 2 + 2 * units;
  }

  private void count(int more, int at) throws BadFile {
    entries += more;
    if (entries > Limits.STEPS) {
      throw bad(at, "the tapes of all steps have more than 2^24 footprints and ports");
    }
  }

  private void requireInMemory(Tape tape, int at) throws BadFile {
    for (Footprint footprint : tape.footprints()) {
      if (footprint.stride() == 0) {
        continue;
      }
      long end = Territory.start(footprint, words[at + 1]) + footprint.length();
      if (end > Verifier.cells(program.memory(), footprint)) {
        throw bad(at, "the argument puts a footprint outside of the memory");
      }
    }
  }

  private void requirePortsApart(int at, int units) throws BadFile {
    for (int i = at + 2; i < at + 2 + 2 * units; i += 2) {
      for (int port : ports(words[i])) {
        if (lastStep[port] == at + 1) {
          throw bad(i, "two tapes of the step use one port");
        }
      }
      for (int port : ports(words[i])) {
        lastStep[port] = at + 1;
      }
      count(ports(words[i]).length, i);
    }
  }

  /** Returns the ports that a tape uses; outputs are counted after the inputs. */
  private int[] ports(int tape) {
    if (portsOfTapes[tape] == null) {
      portsOfTapes[tape] = ports(program.tapes().get(tape).words());
    }
    return portsOfTapes[tape];
  }

  private int[] ports(int[] code) {
    BitSet ports = new BitSet();
    for (int at = 0; at < code.length; at += Code.words(code, at)) {
      Op op = Code.op(code[at]);
      if (op == Op.INPUT) {
        for (int i = at + 2; i < at + code[at + 1]; i += Code.INPUT_WORDS) {
          ports.set(code[i]);
        }
      } else if (op == Op.OUTPUT || op == Op.OUTPUTC) {
        ports.set(program.inputs().size() + code[at + 2]);
      }
    }
    return ports.stream().toArray();
  }

  private void requireMemoryApart(int at, int units) throws BadFile {
    List<List<Conflicts.Interval>> kinds = new ArrayList<>();
    for (int kind = 0; kind < Territory.KINDS; kind++) {
      kinds.add(new ArrayList<>());
    }
    for (int unit = 0; unit < units; unit++) {
      int place = at + 2 + 2 * unit;
      for (Footprint each : program.tapes().get(words[place]).footprints()) {
        long start = Territory.start(each, words[place + 1]);
        kinds
            .get(Territory.kind(each.kind(), each.field()))
            .add(new Conflicts.Interval(start, start + each.length(), unit, each.write()));
      }
    }
    for (List<Conflicts.Interval> kind : kinds) {
      if (Conflicts.exist(kind.toArray(Conflicts.Interval[]::new))) {
        throw bad(at, "a tape of the step writes memory that another one uses");
      }
    }
  }

  /**
   * Finds tapes of one step of which one writes what another one accesses. Takes intervals of one
   * kind of memory, sorted by their starts, and remembers the two furthest ends of different tapes.
   */
  static final class Conflicts {
    /**
     * An interval of cells that a tape of the step accesses.
     *
     * @param unit the number of the tape in the step
     */
    record Interval(long start, long end, int unit, boolean write) {}

    private Conflicts() {}

    /** Whether a tape writes what another accesses; sorts the intervals. */
    static boolean exist(Interval[] intervals) {
      Arrays.sort(intervals, (a, b) -> Long.compare(a.start(), b.start()));
      Ends all = new Ends();
      Ends writes = new Ends();
      for (Interval each : intervals) {
        if ((each.write() ? all : writes).ofOthers(each.unit()) > each.start()) {
          return true;
        }
        all.add(each);
        if (each.write()) {
          writes.add(each);
        }
      }
      return false;
    }

    /** The furthest end of any tape, and the furthest of the other tapes. */
    private static final class Ends {
      private int unit = -1;
      private long furthest;
      private long ofOthers;

      long ofOthers(int of) {
        return of == unit ? ofOthers : furthest;
      }

      void add(Interval interval) {
        if (interval.unit() == unit) {
          furthest = Math.max(furthest, interval.end());
        } else if (interval.end() > furthest) {
          ofOthers = furthest;
          furthest = interval.end();
          unit = interval.unit();
        } else {
          ofOthers = Math.max(ofOthers, interval.end());
        }
      }
    }
  }
}
