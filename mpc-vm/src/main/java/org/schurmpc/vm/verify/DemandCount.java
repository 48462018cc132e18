package org.schurmpc.vm.verify;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.schurmpc.vm.code.Code;
import org.schurmpc.vm.code.Counts;
import org.schurmpc.vm.code.MixedCounts;
import org.schurmpc.vm.code.Op;
import org.schurmpc.vm.code.Port;
import org.schurmpc.vm.code.Program;
import org.schurmpc.vm.code.Tape;
import org.schurmpc.vm.code.ValueType;

/**
 * Counts the preprocessed items that instructions consume (KSS13, Table 1). A value in a range
 * takes a bit of its owner for each bit of its width, or in characteristic 2 a random bit and an
 * input mask of the owner; other inputs take an input mask, and a random element one of each party.
 */
final class DemandCount {
  private final Program program;
  private final int[] code;
  private final boolean bounded;
  private final Counts[] totals;

  /** Items of an unbounded tape by position; those up to stopopen count at startopen. */
  private final Map<Integer, Counts[]> needs = new HashMap<>();

  private int group = -1;

  DemandCount(Program program, Tape tape) {
    this.program = program;
    this.code = tape.words();
    this.bounded = tape.bounded();
    this.totals = none();
  }

  private Counts[] none() {
    Counts[] none = new Counts[program.fields().size()];
    Arrays.fill(none, Counts.none(program.parties()));
    return none;
  }

  /**
   * Adds an instruction.
   *
   * @param pending whether the instruction is behind a startopen, up to its stopopen
   * @throws ArithmeticException if a number exceeds 63 bits
   */
  void add(int at, long turns, boolean pending) {
    group = pending ? group : at;
    Counts counts = items(program, code, at);
    if (counts == null) {
      return;
    }
    // Material of bits belongs to that of the first field: they are made together.
    int of = Code.field(code[at]);
    int field = of == program.bitField() ? 0 : of;
    totals[field] = totals[field].plus(counts.times(turns));
    if (!bounded) {
      Counts[] need = needs.computeIfAbsent(group, position -> none());
      need[field] = need[field].plus(counts);
    }
  }

  /**
   * Returns the items that an instruction consumes each time it runs, or null if there are none.
   */
  static Counts items(Program program, int[] code, int at) {
    long[] none = new long[program.parties()];
    return switch (Code.op(code[at])) {
      case EDABIT, EDALOW, EDABOTH ->
          mixed(program, MixedCounts.masks(Op.mask(code, at), code[at + 1]));
      case DABIT -> mixed(program, MixedCounts.daBits(code[at + 1]));
      case BIT ->
          isOfBits(program, code[at])
              ? mixed(program, MixedCounts.bits(code[at + 1]))
              : new Counts(0, 0, code[at + 1], 0, none);
      case TRIPLE -> new Counts(code[at + 1], 0, 0, 0, none);
      case SQUARE -> new Counts(0, code[at + 1], 0, 0, none);
      case INV -> new Counts(0, 0, 0, code[at + 1], none);
      case RAND -> {
        long[] each = new long[program.parties()];
        Arrays.fill(each, code[at + 1]);
        yield new Counts(0, 0, 0, 0, each);
      }
      case STARTOPEN -> openings(program, code, at);
      case INPUT -> inputs(program, code, at);
      default -> null;
    };
  }

  private static Counts mixed(Program program, MixedCounts counts) {
    return Counts.of(counts, program.parties());
  }

  private static boolean isOfBits(Program program, int head) {
    return Code.field(head) == program.bitField();
  }

  private static Counts openings(Program program, int[] code, int at) {
    boolean binary = program.fields().get(Code.field(code[at])).field().isBinary();
    int end = at + code[at + 1];
    long triples = 0;
    long squares = 0;
    Counts lookups = Counts.none(program.parties());
    for (int i = at + 2; i < end; i += Code.openWords(Code.entryKind(code[i]))) {
      int kind = Code.entryKind(code[i]);
      if (kind == Code.PRODUCT || (kind == Code.SQUARED && binary)) {
        triples += code[i + 1];
      } else if (kind == Code.SQUARED) {
        squares += code[i + 1];
      } else if (kind == Code.LOOKUP) {
        lookups = lookups.plusLookups(code[i + 4], code[i + 1]);
      }
    }
    if (isOfBits(program, code[at])) {
      return triples == 0 ? null : mixed(program, MixedCounts.ands(triples));
    }
    Counts all = lookups.plus(new Counts(triples, squares, 0, 0, new long[program.parties()]));
    return all.isNone() ? null : all;
  }

  private static Counts inputs(Program program, int[] code, int at) {
    boolean binary = program.fields().get(Code.field(code[at])).field().isBinary();
    int end = at + code[at + 1];
    long[] masks = new long[program.parties()];
    long[] bits = new long[program.parties()];
    for (int i = at + 2; i < end; i += Code.INPUT_WORDS) {
      Port port = program.inputs().get(code[i]);
      boolean ranged = port.type() != ValueType.ELEMENT;
      long each = ranged ? port.width() : 1;
      (ranged ? bits : masks)[port.party()] += each * Code.inputCount(code[i + 2]);
    }
    if (isOfBits(program, code[at])) {
      return mixed(program, MixedCounts.inputs(bits));
    }
    Counts counts = Counts.known(masks, bits);
    return binary ? counts.withMaskedBits() : counts;
  }

  /** Returns the items of all runs of all instructions so far, by field; not a copy. */
  Counts[] totals() {
    return totals;
  }

  Map<Integer, Counts[]> needs() {
    return needs;
  }

  /**
   * Returns the items that the private outputs of a program consume: a mask of the receiver for
   * each value.
   */
  static Counts[] outputs(Program program) {
    Counts[] demand = new Counts[program.fields().size()];
    for (int f = 0; f < demand.length; f++) {
      long[] masks = new long[program.parties()];
      for (Port port : program.outputs()) {
        // Bits are opened to one party without a mask.
        if (port.field() == f && port.party() != Port.ALL && f != program.bitField()) {
          masks[port.party()] += port.count();
        }
      }
      demand[f] = new Counts(0, 0, 0, 0, masks);
    }
    return demand;
  }

  /** Whether both have the same kinds of items. */
  static boolean sameKinds(Counts a, Counts b) {
    boolean same =
        a.triples() > 0 == b.triples() > 0
            && a.squares() > 0 == b.squares() > 0
            && a.bits() > 0 == b.bits() > 0
            && a.inverses() > 0 == b.inverses() > 0;
    for (int party = 0; party < a.inputs().length; party++) {
      same &= a.inputs()[party] > 0 == b.inputs()[party] > 0;
      same &= a.ownBits()[party] > 0 == b.ownBits()[party] > 0;
    }
    same &= a.mixed().sameKinds(b.mixed());
    for (int table = 0; table < Limits.TABLES; table++) {
      same &= a.lookups(table) > 0 == b.lookups(table) > 0;
    }
    return same;
  }

  /**
   * Returns what an unbounded tape prepares at once, in place of what it declares as long as inputs
   * took random bits and input masks.
   */
  static Counts blockOfNow(Counts consumed, Counts before) {
    long[] inputs = before.inputs().clone();
    long[] own = before.inputs().clone();
    for (int party = 0; party < inputs.length; party++) {
      inputs[party] = consumed.inputs()[party] > 0 ? inputs[party] : 0;
      own[party] = consumed.ownBits()[party] > 0 ? own[party] : 0;
    }
    long bits = consumed.bits() > 0 ? before.bits() : 0;
    return new Counts(
        before.triples(),
        before.squares(),
        bits,
        before.inverses(),
        inputs,
        own,
        before.lookups(),
        before.mixed());
  }

  static String text(Counts counts) {
    String usual =
        "%d triples, %d squares, %d bits, %d inverses and %s inputs"
            .formatted(
                counts.triples(),
                counts.squares(),
                counts.bits(),
                counts.inverses(),
                Arrays.toString(counts.inputs()));
    String bits =
        counts.hasOwnBits()
            ? "%s and %s bits of parties".formatted(usual, Arrays.toString(counts.ownBits()))
            : usual;
    String all = counts.mixed().isNone() ? bits : bits + " and " + counts.mixed();
    return counts.lookups().length == 0
        ? all
        : "%s and %s lookups".formatted(all, Arrays.toString(counts.lookups()));
  }
}
