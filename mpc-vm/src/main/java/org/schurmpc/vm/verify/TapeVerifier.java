package org.schurmpc.vm.verify;

import java.util.ArrayDeque;
import java.util.Deque;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.vm.code.Code;
import org.schurmpc.vm.code.Counts;
import org.schurmpc.vm.code.Op;
import org.schurmpc.vm.code.Op.Kind;
import org.schurmpc.vm.code.Op.Operand;
import org.schurmpc.vm.code.Op.Shape;
import org.schurmpc.vm.code.Program;
import org.schurmpc.vm.code.Tape;

/**
 * Verifies the instructions of one tape: each by itself, then loops, openings under way and jumps.
 * Time and memory are linear in the number of words, up to logarithms.
 */
final class TapeVerifier {
  private static final String UNCOUNTABLE = ": the tape consumes more material than can be counted";

  private final Program program;
  private final Tape tape;
  private final TapePlace place;
  private final int[] code;
  private final TapeIndex index;
  private final Routines routines;

  /** The innermost loop around each instruction: the number of its first instruction plus one. */
  private final int[] loops;

  /** Whether each instruction is behind a startopen, up to its stopopen. */
  private final boolean[] pending;

  /**
   * For loop, endloop and startopen, where to go on or where the pair's end is; for a stopopen, the
   * startopen over the other field that stands before it and behind its own, or 0.
   */
  private final int[] partner;

  private final DemandCount demand;
  private int depth;
  private boolean backward;

  TapeVerifier(Program program, int tape, String where) throws BadFile {
    this.program = program;
    this.tape = program.tapes().get(tape);
    this.place = new TapePlace(program, where, tape);
    this.code = this.tape.words();
    this.index = new TapeIndex(code, place);
    this.routines = new Routines(index, code, place);
    this.loops = new int[index.count()];
    this.pending = new boolean[index.count()];
    this.partner = new int[code.length];
    this.demand = new DemandCount(program, this.tape);
  }

  /**
   * Verifies the tape.
   *
   * @param declares whether the tape is given its demand, in place of a check of the declared one
   */
  VerifiedTape verify(boolean declares) throws BadFile {
    instructions();
    loops();
    int[] decoded = jumps();
    int[] lines = program.lines().tapes().get(place.tape()).instructions();
    if (lines.length > 0 && lines[lines.length - 1] >= index.count()) {
      throw place.bad("there are source lines of instructions that are not there");
    }
    if (backward == tape.bounded()) {
      throw place.bad(
          backward
              ? "a jump goes backwards, so the tape must be declared unbounded"
              : "the tape is declared unbounded, and no jump goes backwards");
    }
    Tape verified = tape.withDemand(declares ? demand.totals() : requireDemand());
    return new VerifiedTape(verified, decoded, partner, depth, demand);
  }

  private void instructions() throws BadFile {
    InstructionCheck check = new InstructionCheck(program, tape, place);
    ListCheck lists = new ListCheck(program, code, place, check);
    Groups groups = new Groups(index, code, place, partner);
    for (int i = 0; i < index.count(); i++) {
      int at = index.start(i);
      Op op = index.op(i);
      check.begin(at, i);
      if (op.shape() == Shape.LIST) {
        lists.entries(op, at, at + code[at + 1], i);
      } else {
        check.operands(at);
      }
      pending[i] = groups.pending();
      if (op == Op.STARTOPEN) {
        groups.start(i);
      } else if (op == Op.STOPOPEN) {
        groups.stop(i);
        lists.stop(at);
      } else if (pending[i]) {
        if (op.kind() != Kind.LOCAL
            && op.kind() != Kind.MEMORY
            && op.kind() != Kind.PREPROCESSING) {
          throw place.bad(i, op.mnemonic() + " stands between startopen and stopopen");
        }
        lists.requireUntouched(op, at, i);
      }
    }
    groups.end();
  }

  /** Pairs loops and limits how often their instructions run; counts the demand. */
  private void loops() throws BadFile {
    Deque<Integer> open = new ArrayDeque<>();
    Deque<Long> outer = new ArrayDeque<>();
    long[] turns = new long[index.count()];
    int[] around = new int[index.count()];
    long now = 1;
    for (int i = 0; i < index.count(); i++) {
      int at = index.start(i);
      loops[i] = open.isEmpty() ? 0 : open.peek() + 1;
      turns[i] = now;
      around[i] = open.size();
      if (!open.isEmpty() && routines.isEntry(i)) {
        throw place.bad(i, "a routine begins in a loop");
      }
      switch (index.op(i)) {
        case LOOP -> {
          open.push(i);
          outer.push(now);
          if (Limits.exceedTurns(now, code[at + 2])) {
            throw place.bad(i, "nested loops have more than 2^40 turns");
          }
          now *= code[at + 2];
        }
        case ENDLOOP -> {
          if (open.isEmpty()) {
            throw place.bad(i, "endloop has no loop");
          }
          int loop = index.start(open.pop());
          now = outer.pop();
          partner[loop] = at + 1;
          partner[at] = loop + Code.words(code, loop);
        }
        case END, RET -> {
          if (!open.isEmpty()) {
            throw place.bad(i, index.op(i).mnemonic() + " stands in a loop");
          }
        }
        default -> {
          // Runs as often as the loops around it say.
        }
      }
    }
    if (!open.isEmpty()) {
      throw place.bad(open.peek(), "loop has no endloop");
    }
    routines.count(turns, around);
    for (int i = 0; i < index.count(); i++) {
      int routine = routines.of(i);
      depth = Math.max(depth, routines.loopsAround(routine) + around[i]);
      if (depth > Limits.LOOPS) {
        throw place.bad(i, "loops are nested more than %d deep".formatted(Limits.LOOPS));
      }
      count(i, index.start(i), turns(i, turns[i], routines.runs(routine)));
    }
  }

  private long turns(int i, long turns, long runs) throws BadFile {
    if (Limits.exceedTurns(runs, turns)) {
      throw place.bad(i, "an instruction runs more than 2^40 times");
    }
    return turns * runs;
  }

  private void count(int i, int at, long turns) throws BadFile {
    try {
      demand.add(at, turns, pending[i]);
    } catch (ArithmeticException e) {
      throw new BadFile(place.of(i) + UNCOUNTABLE, e);
    }
  }

  /** Returns the code with positions in place of the distances of jumps. */
  private int[] jumps() throws BadFile {
    int count = index.count();
    routines.requireEnds();
    int[] decoded = code.clone();
    for (int i = 0; i < count; i++) {
      int operands = index.op(i).operands().size();
      if (operands == 0 || index.op(i).operands().get(operands - 1) != Operand.TARGET) {
        continue;
      }
      int at = index.start(i) + operands;
      long target = (long) i + code[at];
      if (target < 0 || target >= count) {
        throw place.bad(i, "jumps out of the tape");
      }
      boolean call = index.op(i) == Op.CALL;
      if (!call && routines.of((int) target) != routines.of(i)) {
        throw place.bad(i, "jumps into a routine or out of one");
      }
      if (!call && loops[(int) target] != loops[i]) {
        throw place.bad(i, "jumps into a loop or out of one");
      }
      if (pending[(int) target]) {
        throw place.bad(i, "jumps between startopen and stopopen");
      }
      backward |= !call && target <= i;
      decoded[at] = index.start((int) target);
    }
    return decoded;
  }

  /**
   * Requires the demand that the tape declares, or declared before inputs over prime fields took
   * bits of their owners.
   *
   * @return the demand of now
   */
  private Counts[] requireDemand() throws BadFile {
    Counts[] all = new Counts[program.fields().size()];
    for (int f = 0; f < all.length; f++) {
      Counts consumed = demand.totals()[f];
      Counts declared = tape.demand()[f];
      all[f] = isBefore(consumed, declared) ? ofNow(consumed, declared) : declared;
      String name = program.fields().get(f).field().name();
      if (tape.bounded() && !consumed.sameAs(all[f])) {
        throw place.bad(
            "the instructions consume %s over %s, and the tape declares %s"
                .formatted(DemandCount.text(consumed), name, DemandCount.text(declared)));
      }
      if (!tape.bounded() && !DemandCount.sameKinds(consumed, all[f])) {
        throw place.bad(
            "the kinds of items consumed over %s are not those that the tape declares"
                .formatted(name));
      }
    }
    return all;
  }

  private Counts ofNow(Counts consumed, Counts before) {
    return tape.bounded() ? consumed : DemandCount.blockOfNow(consumed, before);
  }

  /** Whether a tape declares what inputs took when they went in through random bits. */
  private boolean isBefore(Counts consumed, Counts declared) throws BadFile {
    try {
      Counts before = consumed.withMaskedBits();
      boolean same =
          tape.bounded() ? before.sameAs(declared) : DemandCount.sameKinds(before, declared);
      return consumed.hasOwnBits() && same;
    } catch (ArithmeticException e) {
      throw new BadFile(place.of() + UNCOUNTABLE, e);
    }
  }

  /**
   * Pairs the startopens and stopopens of a tape. One group of each field may be under way; both
   * then share a round, and the group that started first stops first.
   */
  private static final class Groups {
    private static final int NONE = -1;

    private final TapeIndex index;
    private final int[] code;
    private final TapePlace place;
    private final int[] partner;

    /** The numbers of the startopens of the groups under way. */
    private int first = NONE;

    private int second = NONE;
    private boolean stopped;

    Groups(TapeIndex index, int[] code, TapePlace place, int[] partner) {
      this.index = index;
      this.code = code;
      this.place = place;
      this.partner = partner;
    }

    boolean pending() {
      return first != NONE;
    }

    private int field(int instruction) {
      return Code.field(code[index.start(instruction)]);
    }

    void start(int i) throws BadFile {
      if (first == NONE) {
        first = i;
        stopped = false;
      } else if (second == NONE && !stopped && field(i) != field(first)) {
        second = i;
      } else {
        throw place.bad(i, "a startopen stands before the stopopen of another");
      }
    }

    void stop(int i) throws BadFile {
      if (first == NONE) {
        throw place.bad(i, "stopopen has no startopen");
      }
      if (field(first) != field(i)) {
        throw place.bad(i, "stopopen is over another field than its startopen");
      }
      partner[index.start(first)] = index.start(i);
      partner[index.start(i)] = second == NONE ? 0 : index.start(second);
      first = second;
      second = NONE;
      stopped = true;
    }

    void end() throws BadFile {
      if (first != NONE) {
        throw place.bad(first, "startopen has no stopopen");
      }
    }
  }
}
