package org.schurmpc.vm.verify;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.UnaryOperator;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.field.Numbers;
import org.schurmpc.vm.code.Code;
import org.schurmpc.vm.code.Op;
import org.schurmpc.vm.code.Port;
import org.schurmpc.vm.code.PublicTable;
import org.schurmpc.vm.code.ValueType;

/** One pass of {@link IndexSpans} over a tape. */
final class TapeSpans {
  /** Loops nested deeper than this begin with unknown registers. */
  private static final int LOOPS = 4;

  /** Number of constants of one instruction that are looked at. */
  private static final int CONSTANTS = 1 << 6;

  private final IndexSpans program;
  private final Subspaces spaces;
  private final VerifiedTape tape;
  private final int[] code;
  private final TapeFlow flow;
  private final TapeWrites writes;
  private final RegisterSpans secret;
  private final RegisterSpans clear;
  private final Numbers numbers;
  private final int limbs;
  private final BitSet unproven = new BitSet();

  /** What the group under way will write at its stopopen. */
  private final List<Result> results = new ArrayList<>();

  private int loops;

  private record Result(RegisterSpans to, int first, int n, int space) {}

  TapeSpans(IndexSpans program, VerifiedTape tape) {
    Field field = program.elements();
    this.program = program;
    this.spaces = program.spaces();
    this.tape = tape;
    this.code = tape.code();
    this.flow = new TapeFlow(tape);
    this.writes = new TapeWrites(program.program(), program.field(), code);
    this.secret = new RegisterSpans(spaces);
    this.clear = new RegisterSpans(spaces);
    this.numbers = new Numbers(field);
    this.limbs = field.limbs();
  }

  /** Returns the positions of startopens that look up an index that is not proven. */
  BitSet unproven() {
    for (int at = 0; at < code.length; at += Code.words(code, at)) {
      forget(flow.isUnknown(at) ? TapeFlow.START : flow.parted(at), at);
      Op op = Code.op(code[at]);
      if (op == Op.LOOP) {
        loop(at);
      } else if (op == Op.ENDLOOP) {
        loops--;
      } else if (op.overField() && Code.field(code[at]) == program.field()) {
        instruction(op, at);
      }
    }
    return unproven;
  }

  private void forget(int from, int to) {
    if (from < to) {
      secret.forget(from, to);
      clear.forget(from, to);
    }
  }

  /** Forgets what a turn of the loop writes, as another turn may have been before. */
  private void loop(int at) {
    int end = tape.partner()[at];
    if (++loops > LOOPS || flow.calls(at, end)) {
      forget(TapeFlow.START, at);
      return;
    }
    for (int i = at; i < end; i += Code.words(code, i)) {
      int position = i;
      writes.at(
          position,
          (kind, first, n) -> (kind == 's' ? secret : clear).write(first, n, Subspaces.ANY, at));
    }
  }

  private void instruction(Op op, int at) {
    switch (op) {
      case STARTOPEN -> open(at);
      case STOPOPEN -> {
        results.forEach(each -> each.to.write(each.first, each.n, each.space, at));
        results.clear();
      }
      case INPUT -> inputs(at);
      case LDK -> constants(at);
      case MOVS -> move(secret, at);
      case MOVC -> move(clear, at);
      case STS -> program.secret().store(code[at + 3], secret.read(code[at + 2], code[at + 1]));
      case STSX -> program.secret().store(code[at + 3], secret.read(code[at + 2], code[at + 1]));
      case STC -> program.clear().store(code[at + 3], clear.read(code[at + 2], code[at + 1]));
      case STCX -> program.clear().store(code[at + 3], clear.read(code[at + 2], code[at + 1]));
      default -> {
        int space = result(op, at);
        writes.at(
            at, (kind, first, n) -> (kind == 's' ? secret : clear).write(first, n, space, at));
      }
    }
  }

  private int result(Op op, int at) {
    return switch (op) {
      case SHARE -> x(clear, at);
      case LDS, LDSX -> program.secret().load(code[at + 3]);
      case LDC, LDCX -> program.clear().load(code[at + 3]);
      case ADDS, SUBS -> spaces.sum(x(secret, at), y(secret, at));
      case ADDM, SUBM, RSUBM -> spaces.sum(x(secret, at), y(clear, at));
      case MULM -> spaces.product(x(secret, at), y(clear, at));
      case SUMS, TRANS -> secret.read(code[at + 3], code[at + 1]);
      case ADDC, SUBC, XOR -> spaces.sum(x(clear, at), y(clear, at));
      case MULC -> spaces.product(x(clear, at), y(clear, at));
      case SHL, SHR, MOD2K -> shifted(op, x(clear, at), code[at + 4]);
      case BIT -> spaces.powers(1);
      default -> Subspaces.ANY;
    };
  }

  private boolean one(int at, int flag) {
    return (code[at] & flag) != 0;
  }

  private int x(RegisterSpans registers, int at) {
    return registers.read(code[at + 3], one(at, Code.X_ONE) ? 1 : code[at + 1]);
  }

  private int y(RegisterSpans registers, int at) {
    return registers.read(code[at + 4], one(at, Code.Y_ONE) ? 1 : code[at + 1]);
  }

  private int shifted(Op op, int space, int k) {
    if (space == Subspaces.ANY) {
      return op == Op.MOD2K ? spaces.powers(k) : Subspaces.ANY;
    }
    UnaryOperator<long[]> shift =
        x -> {
          long[] to = new long[limbs];
          switch (op) {
            case SHL -> numbers.shiftLeft(x, 0, k, to, 0, 1);
            case SHR -> numbers.shiftRight(x, 0, k, to, 0, 1);
            default -> numbers.mod2k(x, 0, k, to, 0, 1);
          }
          return to;
        };
    return spaces.map(space, shift);
  }

  private void constants(int at) {
    int n = code[at + 1];
    int to = code[at + 2];
    if (one(at, Code.X_ONE)) {
      clear.write(to, n, program.constant(code[at + 3]), at);
    } else if (n > CONSTANTS) {
      clear.write(to, n, Subspaces.ANY, at);
    } else {
      for (int i = 0; i < n; i++) {
        clear.write(to + i, 1, program.constant(code[at + 3] + i), at);
      }
    }
  }

  private void move(RegisterSpans registers, int at) {
    int n = code[at + 1];
    int to = code[at + 2];
    int from = code[at + 3];
    if (one(at, Code.X_ONE)) {
      registers.write(to, n, registers.read(from, 1), at);
      return;
    }
    List<Result> parts = new ArrayList<>();
    registers.parts(
        from,
        n,
        (first, count, space) -> parts.add(new Result(registers, to + first - from, count, space)));
    parts.forEach(each -> registers.write(each.first, each.n, each.space, at));
  }

  private void inputs(int at) {
    List<Port> ports = program.program().inputs();
    int[] entry = {at + 2};
    writes.at(
        at,
        (kind, first, n) -> {
          Port port = ports.get(code[entry[0]]);
          boolean asBits = (code[entry[0] + 2] & Code.AS_BITS) != 0;
          boolean any = port.type() == ValueType.ELEMENT;
          int space = any ? Subspaces.ANY : spaces.powers(asBits ? 1 : port.width());
          secret.write(first, n, space, at);
          entry[0] += Code.INPUT_WORDS;
        });
  }

  private void open(int at) {
    int end = at + Code.words(code, at);
    for (int i = at + 2; i < end; i += Code.openWords(Code.entryKind(code[i]))) {
      int n = code[i + 1];
      int x = secret.read(code[i + 3], (code[i] & Code.ENTRY_X_ONE) != 0 ? 1 : n);
      switch (Code.entryKind(code[i])) {
        case Code.MASKED, Code.REVEAL -> results.add(new Result(clear, code[i + 2], n, x));
        case Code.PRODUCT -> {
          int y = secret.read(code[i + 4], (code[i] & Code.ENTRY_Y_ONE) != 0 ? 1 : n);
          results.add(new Result(secret, code[i + 2], n, spaces.product(x, y)));
        }
        case Code.LOOKUP -> {
          PublicTable table = program.program().tables().get(code[i + 4]);
          if (!spaces.contains(program.indices(table), x)) {
            unproven.set(at);
          }
          int targets = n * table.results();
          results.add(new Result(secret, code[i + 2], targets, program.entries(table)));
        }
        default -> results.add(new Result(secret, code[i + 2], n, spaces.squares(x)));
      }
    }
  }
}
