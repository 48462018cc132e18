package org.schurmpc.vm.verify;

import java.util.ArrayList;
import java.util.List;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.vm.code.Code;
import org.schurmpc.vm.code.Op;
import org.schurmpc.vm.code.Op.Operand;
import org.schurmpc.vm.code.Program;
import org.schurmpc.vm.code.ValueType;

/** Checks the entries of lists, and what happens to the registers of openings under way. */
final class ListCheck {
  private static final int ENTRY_ZERO = 0x3fffff;

  private final Program program;
  private final int[] code;
  private final TapePlace place;
  private final InstructionCheck check;

  /** Registers by field that must not be written until the openings under way have stopped. */
  private final Territory.Ranges[] secret = new Territory.Ranges[Code.FIELDS];

  private final Territory.Ranges[] clear = new Territory.Ranges[Code.FIELDS];

  ListCheck(Program program, int[] code, TapePlace place, InstructionCheck check) {
    this.program = program;
    this.code = code;
    this.place = place;
    this.check = check;
  }

  /** Checks a list; {@code end} is the position after the last of its words. */
  void entries(Op op, int at, int end, int number) throws BadFile {
    switch (op) {
      case STARTOPEN -> openings(at, end, number);
      case INPUT -> inputs(at, end, number);
      default -> prints(at, end, number);
    }
  }

  private void requireWhole(int words, int at, int end, int number) throws BadFile {
    if (words == 0) {
      throw place.bad(number, "the list has an entry of unknown kind");
    }
    if (words > end - at) {
      throw place.bad(number, "the last entry of the list is cut short");
    }
  }

  private void inputs(int at, int end, int number) throws BadFile {
    List<long[]> targets = new ArrayList<>();
    long bits = 0;
    for (int i = at + 2; i < end; i += Code.INPUT_WORDS) {
      requireWhole(Code.INPUT_WORDS, i, end, number);
      int n = Code.inputCount(code[i + 2]);
      check.requireCount(n);
      check.port(code[i], program.inputs(), code[i + 1], n);
      int width = program.inputs().get(code[i]).width();
      bits += (long) n * width;
      if (bits > Limits.INPUT_BITS) {
        throw place.bad(number, "the list has values of more than 2^27 bits");
      }
      boolean asBits = (code[i + 2] & Code.AS_BITS) != 0;
      if (asBits && width == 0) {
        throw place.bad(number, "the list has bits of values that may be any element");
      }
      if (!asBits && program.inputs().get(code[i]).isOfBits(program.fields())) {
        throw place.bad(number, "the list has numbers over bits in TinyOT, and not their bits");
      }
      int registers = asBits ? n * width : n;
      check.register('s', code[i + 3], registers);
      targets.add(range(code[i + 3], registers));
    }
    requireApart(targets, number);
  }

  private void requireApart(List<long[]> targets, int number) throws BadFile {
    if (Territory.Ranges.overlap(targets.toArray(long[][]::new))) {
      throw place.bad(number, "two entries of the list have a target in common");
    }
  }

  private static long[] range(int base, int n) {
    return new long[] {base, (long) base + n};
  }

  private void prints(int at, int end, int number) throws BadFile {
    for (int i = at + 2; i < end; i += Code.printWords(code[i])) {
      requireWhole(Code.printWords(code[i]), i, end, number);
      if (code[i] == Code.PRINT_TEXT) {
        if (code[i + 1] < 0 || code[i + 1] >= program.texts().size()) {
          throw place.bad(number, "print uses a text that is not there");
        }
        continue;
      }
      check.requireCount(code[i + 2]);
      check.register(code[i] == Code.PRINT_CLEAR ? 'c' : 'i', code[i + 1], code[i + 2]);
      if (code[i] == Code.PRINT_CLEAR) {
        printed(code[at], code[i + 3], number);
      }
    }
  }

  private void printed(int head, int type, int number) throws BadFile {
    boolean signed = type == ValueType.SIGNED.code();
    boolean binary = program.fields().get(Code.field(head)).field().isBinary();
    if ((!signed && type != ValueType.ELEMENT.code()) || (signed && binary)) {
      throw place.bad(number, "print has a type of values that it does not print");
    }
  }

  private void openings(int at, int end, int number) throws BadFile {
    List<long[]> secretTargets = new ArrayList<>();
    List<long[]> clearTargets = new ArrayList<>();
    List<long[]> sources = new ArrayList<>();
    long opened = 0;
    for (int i = at + 2; i < end; i += Code.openWords(Code.entryKind(code[i]))) {
      int kind = Code.entryKind(code[i]);
      requireWhole(Code.openWords(kind), i, end, number);
      opening(at, i, kind, number);
      opened += opened(kind, code[i + 1], code[at]);
      boolean toClear = kind == Code.MASKED || kind == Code.REVEAL;
      (toClear ? clearTargets : secretTargets).add(range(code[i + 2], targets(i, kind)));
      if (!toClear) {
        addSources(i, kind, sources);
      }
    }
    if (opened > Limits.OPENED) {
      throw place.bad(number, "the list opens more than 2^24 values");
    }
    requireApart(clearTargets, number);
    requireApart(secretTargets, number);
    List<long[]> all = new ArrayList<>(secretTargets);
    all.addAll(sources);
    Territory.Ranges targets = new Territory.Ranges(secretTargets.toArray(long[][]::new));
    for (long[] source : sources) {
      if (targets.meets(source[0], source[1])) {
        throw place.bad(number, "a target of the list is a factor in it");
      }
    }
    int field = Code.field(code[at]);
    secret[field] = new Territory.Ranges(all.toArray(long[][]::new));
    clear[field] = new Territory.Ranges(clearTargets.toArray(long[][]::new));
  }

  /** Returns the number of values that an entry opens: two for a product, and one otherwise. */
  private long opened(int kind, int n, int head) {
    boolean binary = program.fields().get(Code.field(head)).field().isBinary();
    return kind == Code.PRODUCT || (kind == Code.SQUARED && binary) ? 2L * n : n;
  }

  /** Returns the number of registers that an entry writes. */
  private int targets(int at, int kind) {
    int each = kind == Code.LOOKUP ? program.tables().get(code[at + 4]).results() : 1;
    return each * code[at + 1];
  }

  private void opening(int head, int at, int kind, int number) throws BadFile {
    int n = code[at + 1];
    check.requireCount(n);
    if (kind == Code.LOOKUP) {
      requireTable(code[at + 4], Code.field(code[head]), number);
    }
    if (program.fields().get(Code.field(code[head])).isBits()
        && (kind == Code.SQUARED || kind == Code.LOOKUP)) {
      throw place.bad(number, "startopen has an entry that bits do not have");
    }
    boolean product = kind == Code.PRODUCT;
    int flags = code[at] & (Code.ENTRY_X_ONE | Code.ENTRY_Y_ONE);
    if ((code[at] & ENTRY_ZERO) != 0 || (flags != 0 && !product)) {
      throw place.bad(number, "bits of the first word of an entry are not 0");
    }
    char target = kind == Code.MASKED || kind == Code.REVEAL ? 'c' : 's';
    check.register(target, code[at + 2], targets(at, kind));
    check.register('s', code[at + 3], (flags & Code.ENTRY_X_ONE) != 0 ? 1 : n);
    if (product) {
      check.register('s', code[at + 4], (flags & Code.ENTRY_Y_ONE) != 0 ? 1 : n);
    }
  }

  private void requireTable(int table, int field, int number) throws BadFile {
    if (table < 0 || table >= program.tables().size()) {
      throw place.bad(number, "startopen uses a table that is not there");
    }
    if (!program.tables().get(table).isOver(program.fields().get(field).field())) {
      throw place.bad(number, "startopen uses a table that its field does not have");
    }
  }

  /** Adds the factors of an entry, except those that are the entry's own target as a whole. */
  private void addSources(int at, int kind, List<long[]> sources) {
    int n = code[at + 1];
    for (int operand = 3; operand <= (kind == Code.PRODUCT ? 4 : 3); operand++) {
      int flag = operand == 3 ? Code.ENTRY_X_ONE : Code.ENTRY_Y_ONE;
      boolean one = (code[at] & flag) != 0;
      boolean whole = code[at + operand] == code[at + 2] && targets(at, kind) == n;
      if (!whole || (one && n > 1)) {
        sources.add(range(code[at + operand], one ? 1 : n));
      }
    }
  }

  /** Ends a group: its registers may be written again. */
  void stop(int at) {
    secret[Code.field(code[at])] = null;
    clear[Code.field(code[at])] = null;
  }

  /** Requires that an instruction writes to no register of the openings under way. */
  void requireUntouched(Op op, int at, int number) throws BadFile {
    boolean vector = op.shape() == Op.Shape.VECTOR;
    int from = vector ? at + 2 : at + 1;
    int field = Code.field(code[at]);
    for (int i = 0; i < op.operands().size(); i++) {
      Operand operand = op.operands().get(i);
      long n = vector ? op.registers(code, at, i) : 1;
      Territory.Ranges taken =
          switch (operand) {
            case S_OUT -> secret[field];
            case C_OUT -> clear[field];
            case B_OUT -> secret[program.bitField()];
            case D_OUT -> clear[program.bitField()];
            default -> null;
          };
      if (taken != null && taken.meets(code[from], code[from] + n)) {
        throw place.bad(number, op.mnemonic() + " writes to a register of an opening under way");
      }
      from += operand == Operand.IMM64 ? 2 : 1;
    }
  }
}
