package org.schurmpc.vm.compile;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.schurmpc.core.field.Field;
import org.schurmpc.vm.code.Code;
import org.schurmpc.vm.code.Counts;
import org.schurmpc.vm.code.Op;
import org.schurmpc.vm.code.Port;
import org.schurmpc.vm.code.Program;
import org.schurmpc.vm.code.PublicTable;
import org.schurmpc.vm.code.ValueType;
import org.schurmpc.vm.verify.VerifiedProgram;
import org.schurmpc.vm.verify.VerifiedTape;

/**
 * Counts what a run of a tape costs. Both sides of a branch count, and loops whose turns are not
 * known count once.
 */
final class TapeCost {
  private final Program program;
  private final int tape;
  private final int[] code;
  private final int[] partner;
  private final VerifiedProgram verified;
  private final VerifiedTape verifiedTape;
  private final Unchecked unchecked;

  /** The number of the instruction at each position. */
  private final int[] numbers;

  /** Whether a routine begins at a position. */
  private final boolean[] entries;

  private int at;

  /** Number of groups under way. */
  private int started;

  /** What instructions cost from a position to the end of their loop, routine or tape. */
  private final Map<Key, Block> known;

  /** A block and what is unchecked at its begin. */
  record Key(int tape, int from, int unchecked) {}

  /** A block's cost, in all and by line, and what it leaves unchecked. */
  record Block(Cost cost, Map<String, Cost> lines, Unchecked after) {}

  /**
   * Creates a count.
   *
   * @param unchecked what is not checked before the tape and, when it was counted, behind it
   * @param known what was counted before, for all tapes
   */
  TapeCost(VerifiedProgram program, int tape, Unchecked unchecked, Map<Key, Block> known) {
    this.program = program.program();
    this.tape = tape;
    this.verified = program;
    this.verifiedTape = program.tapes().get(tape);
    this.code = verifiedTape.code();
    this.partner = verifiedTape.partner();
    this.unchecked = unchecked;
    this.known = known;
    numbers = new int[code.length];
    entries = new boolean[code.length];
    int number = 0;
    for (int i = 0; i < code.length; i += Code.words(code, i)) {
      numbers[i] = number++;
      if (Code.op(code[i]) == Op.CALL) {
        entries[code[i + 1]] = true;
      }
    }
  }

  /** Returns the cost of a run of the tape. */
  Cost count() {
    return block(0).cost;
  }

  /** Adds the cost of a run of the tape to the costs of source lines, some times. */
  Cost count(Map<String, Cost> lines, long turns) {
    Block block = block(0);
    add(lines, block, turns);
    return block.cost;
  }

  private static void add(Map<String, Cost> lines, Block block, long turns) {
    block.lines.forEach((line, cost) -> lines.merge(line, cost.times(turns), Cost::plus));
  }

  /** Counts a block from its begin, with what is unchecked there. */
  private Block block(int from) {
    Key key = new Key(tape, from, unchecked.number());
    Block block = known.get(key);
    if (block == null) {
      block = sum(from);
      known.put(key, block);
    }
    unchecked.set(block.after);
    return block;
  }

  private Block sum(int from) {
    Cost sum = Cost.none(program.parties());
    Map<String, Cost> lines = new TreeMap<>();
    int next = from;
    while (next < code.length && !ends(next, from)) {
      at = next;
      if (Code.op(code[next]) == Op.LOOP) {
        sum = sum.plus(loop(next, lines));
        next = partner[next];
        continue;
      }
      if (Code.op(code[next]) == Op.CALL) {
        Block routine = block(code[next + 1]);
        add(lines, routine, 1);
        sum = sum.plus(routine.cost);
      } else {
        Cost cost = instruction();
        sum = sum.plus(cost);
        if (!cost.isNone()) {
          lines.merge(program.lines().of(tape, numbers[next]), cost, Cost::plus);
        }
      }
      next += Code.words(code, next);
    }
    return new Block(sum, lines, unchecked.copy());
  }

  /** Whether a block ends before a position: its loop, its routine or the tape's own code. */
  private boolean ends(int position, int from) {
    return Code.op(code[position]) == Op.ENDLOOP || (entries[position] && position > from);
  }

  /** Counts a loop: its first turn, and the others, before which other checks may be due. */
  private Cost loop(int loop, Map<String, Cost> lines) {
    long count = Integer.toUnsignedLong(code[loop + 2]);
    int body = loop + Code.words(code, loop);
    if (count == 0) {
      return Cost.none(program.parties());
    }
    Block first = block(body);
    add(lines, first, 1);
    if (count == 1) {
      return first.cost;
    }
    Block others = block(body);
    add(lines, others, count - 1);
    return first.cost.plus(others.cost.times(count - 1));
  }

  private Cost instruction() {
    Op op = Code.op(code[at]);
    int parties = program.parties();
    return switch (op) {
      case STARTOPEN -> openings();
      case STOPOPEN -> {
        started--;
        yield Cost.none(parties);
      }
      case INPUT -> inputs();
      case CTOI, ISZERO, PRINT, CHECK, REQUIRE -> unchecked.check();
      case TRIPLE, SQUARE, BIT, INV, RAND, EDABIT, EDALOW, EDABOTH, DABIT ->
          Cost.items(items(), parties);
      default -> Cost.none(parties);
    };
  }

  private Counts items() {
    return verified.items(tape, at);
  }

  private Cost openings() {
    Field field = program.fields().get(Code.field(code[at])).field();
    long elements = 0;
    // Masked indices of one form travel together, with as many bytes each as the longest one.
    long[] lookups = new long[PublicTable.Form.values().length];
    int[] widest = new int[lookups.length];
    int end = at + Code.words(code, at);
    for (int i = at + 2; i < end; i += Code.openWords(Code.entryKind(code[i]))) {
      int kind = Code.entryKind(code[i]);
      if (kind == Code.LOOKUP) {
        PublicTable table = program.tables().get(code[i + 4]);
        int form = table.form().code();
        lookups[form] += code[i + 1];
        widest[form] = Math.max(widest[form], table.indexBytes());
      } else {
        boolean two = kind == Code.PRODUCT || (kind == Code.SQUARED && field.isBinary());
        elements += (two ? 2L : 1L) * code[i + 1];
      }
    }
    int parties = program.parties();
    Cost checks = started == 0 && isCheckedBefore() ? unchecked.check() : Cost.none(parties);
    int rounds = started == 0 ? 1 : 0;
    started++;
    if (elements > 0) {
      unchecked.opened(Code.field(code[at]));
    }
    long opened = elements;
    long bytes = bytes(elements, Code.field(code[at]));
    for (int form = 0; form < lookups.length; form++) {
      opened += lookups[form];
      bytes += lookups[form] * widest[form];
    }
    if (opened > elements) {
      unchecked.lookedUp(Code.field(code[at]));
    }
    Cost.Traffic traffic = Cost.Traffic.of(parties, rounds, bytes);
    return checks.plus(new Cost(rounds, 0, 0, 0, opened, bytes, items(), traffic));
  }

  /** Returns the length of opened elements; bits are packed. */
  private long bytes(long elements, int f) {
    return f == program.bitField()
        ? (elements + Long.SIZE - 1) / Long.SIZE * Long.BYTES
        : elements * program.fields().get(f).field().bytes();
  }

  /**
   * Whether a check stands before the round that begins here: it reveals values, or looks up an
   * index that is not proven.
   */
  private boolean isCheckedBefore() {
    for (int i = at; Code.op(code[i]) != Op.STOPOPEN; i += Code.words(code, i)) {
      if (verifiedTape.looksUpUnproven(i)) {
        return true;
      }
      int end = i + Code.words(code, i);
      int entry = Code.op(code[i]) == Op.STARTOPEN ? i + 2 : end;
      for (; entry < end; entry += Code.openWords(Code.entryKind(code[entry]))) {
        if (Code.entryKind(code[entry]) == Code.REVEAL) {
          return true;
        }
      }
    }
    return false;
  }

  /**
   * Counts an input: values in a range take the round of their bits, behind an opening and a check
   * in characteristic 2, and other values a round.
   */
  private Cost inputs() {
    int parties = program.parties();
    int f = Code.field(code[at]);
    Field field = program.fields().get(f).field();
    int bytes = field.bytes();
    long bits = 0;
    long[] ownersBits = new long[parties];
    long[] elements = new long[parties];
    int end = at + Code.words(code, at);
    for (int i = at + 2; i < end; i += Code.INPUT_WORDS) {
      Port port = program.inputs().get(code[i]);
      boolean ranged = port.type() != ValueType.ELEMENT;
      long each = (long) Code.inputCount(code[i + 2]) * (ranged ? port.width() : 1);
      bits += ranged ? each : 0;
      (ranged ? ownersBits : elements)[port.party()] += each;
    }
    Cost.Traffic traffic = Cost.Traffic.none(parties);
    boolean opens = bits > 0 && field.isBinary();
    if (f == program.bitField()) {
      long[] packed = Arrays.stream(ownersBits).map(each -> bytes(each, f)).toArray();
      return Cost.input(1, 0, items(), new Cost.Traffic(1, packed));
    }
    if (bits > 0) {
      if (opens) {
        unchecked.opened(f);
        traffic = Cost.Traffic.of(parties, 1, bits * bytes).plus(unchecked.check(f));
      }
      traffic =
          traffic.plus(
              new Cost.Traffic(1, Arrays.stream(ownersBits).map(each -> (each + 7) / 8).toArray()));
      unchecked.broadcast(f);
    }
    if (Arrays.stream(elements).sum() > 0) {
      traffic =
          traffic.plus(
              new Cost.Traffic(1, Arrays.stream(elements).map(each -> each * bytes).toArray()));
      unchecked.broadcast(f);
    }
    return Cost.input(1, opens ? 1 : 0, items(), traffic);
  }
}
