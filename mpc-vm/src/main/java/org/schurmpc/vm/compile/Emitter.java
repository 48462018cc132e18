package org.schurmpc.vm.compile;

import java.util.Arrays;
import org.schurmpc.vm.code.Code;
import org.schurmpc.vm.code.CodeBuffer;
import org.schurmpc.vm.code.Counts;
import org.schurmpc.vm.code.Op;
import org.schurmpc.vm.code.Tape;
import org.schurmpc.vm.code.ValueType;
import org.schurmpc.vm.ir.MemoryArray;
import org.schurmpc.vm.ir.Operation;
import org.schurmpc.vm.ir.Operation.Role;
import org.schurmpc.vm.ir.ProgramIr;
import org.schurmpc.vm.ir.TapeIr;
import org.schurmpc.vm.ir.TapeValues;

/** Writes the bytecode of an ordered tape. */
final class Emitter {
  private final ProgramIr program;
  private final TapeIr tape;
  private final TapeValues values;
  private final Sequence sequence;
  private final RegisterScan registers;
  private final LineRuns lines;
  private final CodeBuffer code = new CodeBuffer();
  private final Jumps jumps = new Jumps(code);
  private int[] entries = new int[64];
  private int entryWords;
  private boolean bounded = true;

  private Emitter(ProgramIr program, TapeIr tape, Sequence sequence, LineRuns lines) {
    this.program = program;
    this.tape = tape;
    this.values = tape.values();
    this.sequence = sequence;
    this.registers = RegisterScan.scan(tape, sequence, program.fields().size());
    this.lines = lines;
  }

  static Tape emit(ProgramIr program, TapeIr tape, Sequence sequence, LineRuns lines) {
    return new Emitter(program, tape, sequence, lines).run();
  }

  private Tape run() {
    emit(false);
    code.op(Op.END, 0, 0, 0);
    emit(true);
    jumps.patchCalls();
    lines.end();
    int fields = program.fields().size();
    int[] secrets = new int[fields];
    int[] clear = new int[fields];
    Counts[] demand = new Counts[fields]; // which the verifier declares
    Arrays.fill(demand, Counts.none(program.parties()));
    Arrays.setAll(secrets, registers::secrets);
    Arrays.setAll(clear, registers::clear);
    return new Tape(
        tape.name(),
        secrets,
        clear,
        registers.ints(),
        demand,
        bounded,
        Footprints.of(tape, program.arrays()),
        code.words());
  }

  /** Writes the tape's own instructions, or those of its routines. */
  private void emit(boolean routines) {
    boolean inRoutine = false;
    for (int at = 0; at < sequence.size(); at++) {
      Operation operation =
          sequence.isInstruction(at) ? tape.operation(sequence.instruction(at)) : null;
      inRoutine |= operation == Operation.ROUTINE;
      if (inRoutine == routines) {
        item(at);
      }
      inRoutine &= operation != Operation.END_ROUTINE;
    }
  }

  private void item(int at) {
    if (sequence.isInstruction(at)) {
      int i = sequence.instruction(at);
      lines.note(code.instructions(), tape.line(i));
      instruction(i);
    } else {
      group(at);
    }
  }

  private int register(int value) {
    return registers.of(value);
  }

  private int source(int i, int k) {
    return register(tape.source(i, k));
  }

  private int target(int i) {
    return register(tape.target(i));
  }

  /** Returns the field of a target or source of elements. */
  private int field(int i) {
    int target = tape.target(i);
    if (target >= 0 && values.kind(target) != 'i') {
      return values.field(target);
    }
    return tape.sources(i) == 0 ? 0 : values.field(tape.source(i, 0));
  }

  private void instruction(int i) {
    Operation operation = tape.operation(i);
    switch (operation.role()) {
      case CONTROL -> control(i, operation);
      case LOAD, STORE -> memory(i, operation);
      case READ -> move(target(i), tape.source(i, 0));
      case WRITE -> move(target(i), tape.source(i, 0));
      case EFFECT -> effect(i, operation);
      default -> compute(i, operation);
    }
  }

  private void compute(int i, Operation operation) {
    int n = tape.count(i);
    Op op = operation.op();
    switch (operation) {
      case LDK -> code.op(op, field(i), 0, n, target(i), (int) tape.immediate(i));
      case INT -> code.integer(target(i), n, tape.immediate(i));
      case ARG -> code.op(op, 0, 0, 0, target(i));
      case BIT, RAND -> code.op(op, field(i), 0, n, target(i));
      case INV -> code.op(op, field(i), 0, n, target(i), target(i) + n);
      case SHL, SHR, MOD2K, TRANS ->
          code.op(op, field(i), tape.flags(i), n, target(i), source(i, 0), (int) tape.immediate(i));
      case JOIN_SECRET, JOIN_CLEAR -> join(i);
      case EDABIT, EDALOW, EDABOTH, DABIT, CTOB, BTOC -> mixed(i, op, n);
      default -> {
        if (tape.sources(i) == 1) {
          code.op(op, field(i), tape.flags(i), n, target(i), source(i, 0));
        } else {
          code.op(op, field(i), tape.flags(i), n, target(i), source(i, 0), source(i, 1));
        }
      }
    }
  }

  /** Writes an instruction over the first field and bits. */
  private void mixed(int i, Op op, int n) {
    int high = (int) (tape.immediate(i) >>> Integer.SIZE);
    int low = (int) tape.immediate(i);
    int to = target(i);
    switch (op) {
      case EDABIT -> code.op(op, 0, 0, n, to, register(tape.bitTarget(i)), high, low);
      case EDALOW -> code.op(op, 0, 0, n, to, to + n, high, low);
      case EDABOTH -> code.op(op, 0, 0, n, to, to + n, register(tape.bitTarget(i)), high, low);
      case DABIT -> code.op(op, 0, 0, n, to, register(tape.bitTarget(i)));
      case CTOB -> code.op(op, 0, 0, n, to, source(i, 0), high, low);
      default -> code.op(op, 0, 0, n, to, source(i, 0));
    }
  }

  private void join(int i) {
    int at = target(i);
    for (int k = 0; k < tape.sources(i); k++) {
      move(at, tape.source(i, k));
      at += values.count(tape.source(i, k));
    }
  }

  private void move(int to, int value) {
    Op op =
        switch (values.kind(value)) {
          case 's' -> Op.MOVS;
          case 'c' -> Op.MOVC;
          default -> Op.MOVI;
        };
    code.op(op, values.field(value), 0, values.count(value), to, register(value));
  }

  private void memory(int i, Operation operation) {
    MemoryArray array = program.arrays().get(tape.array(i));
    int value = operation.role() == Role.STORE ? source(i, 0) : target(i);
    Op op = operation.op();
    if (operation.isIndexed()) {
      int index = source(i, operation.role() == Role.STORE ? 1 : 0);
      int base = array.base() + tape.partFrom(i);
      code.op(op, array.field(), Code.X_ONE, tape.count(i), value, base, tape.partLength(i), index);
    } else {
      int address = array.base() + (int) tape.immediate(i);
      code.op(op, array.field(), 0, tape.count(i), value, address);
    }
  }

  private int port(int i) {
    return (int) (tape.immediate(i) >>> Integer.SIZE);
  }

  private void effect(int i, Operation operation) {
    if (operation == Operation.PRINT) {
      print(i);
    } else {
      int first = (int) tape.immediate(i);
      code.op(operation.op(), field(i), 0, tape.count(i), port(i), first, source(i, 0));
    }
  }

  private void print(int i) {
    entryWords = 0;
    for (int k = 0; k < tape.sources(i); k++) {
      int source = tape.source(i, k);
      if (source < 0) {
        entry(Code.PRINT_TEXT, ~source);
      } else if (values.kind(source) == 'i') {
        entry(Code.PRINT_INT, register(source), values.count(source));
      } else {
        int type = ValueType.SIGNED.code();
        entry(Code.PRINT_CLEAR, register(source), values.count(source), type);
      }
    }
    code.list(Op.PRINT, 0, entries, 0, entryWords);
  }

  private void entry(int... words) {
    if (entryWords + words.length > entries.length) {
      entries = Arrays.copyOf(entries, 2 * entries.length);
    }
    System.arraycopy(words, 0, entries, entryWords, words.length);
    entryWords += words.length;
  }

  private void control(int i, Operation operation) {
    switch (operation) {
      case LOOP -> code.op(Op.LOOP, 0, 0, 0, target(i), (int) tape.immediate(i));
      case END_LOOP -> code.op(Op.ENDLOOP, 0, 0, 0);
      case IF -> jumps.ifZero(source(i, 0));
      case ELSE -> jumps.otherwise();
      case END_IF -> jumps.end();
      case WHILE -> jumps.begin();
      case TEST -> jumps.ifZero(source(i, 0));
      case END_WHILE -> {
        bounded = false;
        jumps.backAndEnd();
      }
      case CALL -> jumps.call((int) tape.immediate(i));
      case ROUTINE -> jumps.routine((int) tape.immediate(i));
      case END_ROUTINE -> code.op(Op.RET, 0, 0, 0);
      case REQUIRE -> code.op(Op.REQUIRE, 0, 0, 0, source(i, 0), (int) tape.immediate(i));
      default -> throw new IllegalStateException(operation.name());
    }
  }

  // Groups

  private void group(int at) {
    int group = sequence.group(at);
    int first = sequence.memberAt(sequence.from(group));
    if (!sequence.isStart(at)) {
      code.op(Op.STOPOPEN, field(first), 0, 0);
      return;
    }
    lines.note(code.instructions(), tape.line(first));
    entryWords = 0;
    for (int m = sequence.from(group); m < sequence.to(group); m++) {
      int i = sequence.memberAt(m);
      if (tape.operation(i).role() == Role.INPUT) {
        int asBits = tape.operation(i) == Operation.INPUT_BITS ? Code.AS_BITS : 0;
        entry(port(i), (int) tape.immediate(i), tape.count(i) | asBits, target(i));
      } else {
        opening(i);
      }
    }
    code.list(tape.operation(first).op(), field(first), entries, 0, entryWords);
  }

  private void opening(int i) {
    int kind = tape.operation(i).entryKind();
    int flags = (tape.one(i, 0) ? Code.ENTRY_X_ONE : 0) | (tape.one(i, 1) ? Code.ENTRY_Y_ONE : 0);
    int head = Code.entry(kind, flags);
    if (kind == Code.PRODUCT) {
      entry(head, tape.count(i), target(i), source(i, 0), source(i, 1));
    } else if (kind == Code.LOOKUP) {
      entry(head, tape.count(i), target(i), source(i, 0), (int) tape.immediate(i));
    } else {
      entry(head, tape.count(i), target(i), source(i, 0));
    }
  }
}
