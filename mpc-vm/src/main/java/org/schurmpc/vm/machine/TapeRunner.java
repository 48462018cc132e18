package org.schurmpc.vm.machine;

import java.util.stream.IntStream;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.ProgramFault;
import org.schurmpc.core.field.Field;
import org.schurmpc.vm.code.Code;
import org.schurmpc.vm.code.Counts;
import org.schurmpc.vm.code.Op;
import org.schurmpc.vm.code.Program;
import org.schurmpc.vm.code.ValueType;
import org.schurmpc.vm.verify.Territory;
import org.schurmpc.vm.verify.VerifiedProgram;
import org.schurmpc.vm.verify.VerifiedTape;

/**
 * Runs tapes, one at a time: the work of one thread (KSS13, section 3). Each instruction is one
 * call on arrays, whatever its length. Not thread-safe.
 */
final class TapeRunner {
  private static final int MOST_CALLS = 64;

  /** Number of instructions, a power of two, after which the peers are required. */
  private static final int INSTRUCTIONS = 64;

  private final VerifiedProgram verified;
  private final Program program;
  private final SecretBackend[] secrets;
  private final Areas registers;
  private final SecretOps[] secretOps;
  private final ClearOps[] clearOps;
  private final IntOps intOps;
  private final MixedOps mixedOps;
  private final MemoryOps memoryOps;
  private final Exchange exchange;
  private final Printing printing;

  /** Whether each peer needs a message of this party after all tapes: that of a secret output. */
  private final boolean peersStay;

  /** The number of turns that each open loop has left; the innermost one is the last. */
  private final int[] turnsLeft;

  private Frame frame;
  private Controller.Printer printer;
  private int[] code;
  private int openLoops;

  /** Where the calls under way go on; the verifier limits their number. */
  private final int[] returns = new int[MOST_CALLS];

  private int calls;

  /**
   * Creates a runner.
   *
   * @param secrets this worker's backends, by field
   * @param kept is told before values are revealed or act
   */
  TapeRunner(
      VerifiedProgram verified,
      SecretBackend[] secrets,
      Areas memory,
      Areas.Outputs outputs,
      KeptMemory kept) {
    this.verified = verified;
    this.program = verified.program();
    this.secrets = secrets;
    this.registers = Areas.registers(program, secrets);
    this.secretOps = new SecretOps[secrets.length];
    this.clearOps = new ClearOps[secrets.length];
    for (int f = 0; f < secrets.length; f++) {
      long[] clear = registers.clear[f];
      secretOps[f] = new SecretOps(secrets[f], registers.secret[f], clear);
      clearOps[f] = new ClearOps(secrets[f].field(), program.pools().get(f), clear, registers.ints);
    }
    this.mixedOps = new MixedOps(secrets, registers, program.bitField());
    this.intOps = new IntOps(registers.ints);
    this.memoryOps = new MemoryOps(registers, memory, secrets);
    this.exchange = new Exchange(secrets, registers, outputs, kept);
    this.printing = new Printing(program, registers);
    this.peersStay =
        IntStream.range(0, program.outputs().size()).anyMatch(i -> !verified.clearOutput(i));
    this.turnsLeft =
        new int[verified.tapes().stream().mapToInt(tape -> tape.depth()).max().orElse(0)];
  }

  /**
   * Runs a tape. The material of a bounded tape was allotted to the worker.
   *
   * @param prints receives the prints of the tape, in order
   * @throws ProgramFault if an index is outside of its array or port, or a value is no integer of
   *     64 bits
   */
  void run(int tape, long argument, Controller.Printer prints) throws MpcException {
    printer = prints;
    frame = Frame.of(verified, tape, argument);
    code = frame.code();
    openLoops = 0;
    calls = 0;
    exchange.begin();
    registers.begin(program, frame.tape().tape());
    try {
      execute();
    } catch (ProgramFault e) {
      exchange.finish(); // so that all parties come to this fault
      throw e;
    }
  }

  private void execute() throws MpcException {
    int at = 0;
    int done = 0;
    for (Op op = Code.op(code[0]); op != Op.END; op = Code.op(code[at])) {
      if (++done % INSTRUCTIONS == 0 && peersStay) {
        secrets[0].requirePeers();
      }
      if (op.kind() == Op.Kind.CONTROL) {
        at = control(op, at);
      } else {
        reserve(frame.tape().needs(at));
        execute(op, at);
        at += Code.words(code, at);
      }
    }
  }

  /** Makes what an instruction of an unbounded tape needs available. */
  private void reserve(Counts[] needs) throws MpcException {
    for (int f = 0; needs != null && f < secrets.length; f++) {
      if (!needs[f].isNone()) {
        secrets[f].reserve(needs[f], frame.tape().tape().demand()[f]);
      }
    }
  }

  private void execute(Op op, int at) throws MpcException {
    int field = Code.field(code[at]);
    switch (op) {
      case LDK, MOVC, ADDC, SUBC, MULC, DIVC, IDIV, MOD, AND, OR, XOR, SHL, SHR, MOD2K ->
          clearOps[field].execute(op, code, at);
      case ITOC -> element(at, field);
      case MOVS, SHARE, ADDS, SUBS, ADDM, SUBM, RSUBM, MULM, SUMS, TRANS ->
          secretOps[field].execute(op, code, at);
      case TRIPLE, SQUARE, BIT, INV, RAND -> secretOps[field].execute(op, code, at);
      case EDABIT, EDALOW, EDABOTH, DABIT, CTOB, BTOC -> mixedOps.execute(op, code, at);
      case LDS, STS, LDC, STC, LDI, STI -> memoryOps.execute(op, code, at);
      case LDSX, STSX, LDCX, STCX, LDIX, STIX -> memoryOps.executeIndexed(op, frame, at);
      case STARTOPEN -> exchange.start(frame, at);
      case STOPOPEN -> exchange.stop();
      case INPUT -> exchange.input(frame, at);
      case OUTPUT -> exchange.output(frame, at, false);
      case OUTPUTC -> exchange.output(frame, at, true);
      case CTOI, ISZERO, PRINT, CHECK, REQUIRE -> gateway(op, at, field);
      default -> intOps.execute(op, code, at, frame.argument());
    }
  }

  /** Lets clear values act, after a check of everything opened so far. */
  private void gateway(Op op, int at, int field) throws MpcException {
    exchange.checkAll();
    if (op != Op.CHECK && op != Op.REQUIRE) {
      exchange.revealing();
    }
    switch (op) {
      case CTOI -> {
        if (!clearOps[field].toInts(code, at)) {
          throw frame.bad(at, "a value is no integer of 64 bits");
        }
      }
      case ISZERO -> clearOps[field].isZero(code, at);
      case PRINT -> printer.line(printing.line(code, at));
      case REQUIRE -> require(at);
      default -> {
        // The check is all.
      }
    }
  }

  private void element(int at, int field) throws ProgramFault {
    if (!clearOps[field].areElements(code, at)) {
      throw frame.bad(at, "an integer is no element of the field");
    }
    clearOps[field].execute(Op.ITOC, code, at);
  }

  private void require(int at) throws ProgramFault {
    if (registers.ints[code[at + 1]] == 0) {
      throw verified.outOfRange(frame.number(), at, program.texts().get(code[at + 2]));
    }
  }

  /** Returns the position of the instruction that follows. */
  private int control(Op op, int at) {
    long[] ints = registers.ints;
    return switch (op) {
      case JMP -> code[at + 1];
      case JZ -> ints[code[at + 1]] == 0 ? code[at + 2] : at + 3;
      case JNZ -> ints[code[at + 1]] != 0 ? code[at + 2] : at + 3;
      case JLT -> ints[code[at + 1]] < ints[code[at + 2]] ? code[at + 3] : at + 4;
      case LOOP -> loop(at);
      case ENDLOOP -> endLoop(at);
      case CALL -> {
        returns[calls++] = at + Code.words(code, at);
        yield code[at + 1];
      }
      case RET -> returns[--calls];
      default -> throw new IllegalStateException(op.mnemonic() + " is no jump");
    };
  }

  private int loop(int at) {
    int count = code[at + 2];
    registers.ints[code[at + 1]] = 0;
    if (count == 0) {
      return frame.tape().partner()[at];
    }
    turnsLeft[openLoops++] = count;
    return at + Code.words(code, at);
  }

  /** Begins the next turn, with the counter in its register. */
  private int endLoop(int at) {
    int body = frame.tape().partner()[at];
    int loop = body - Op.LOOP.words();
    int left = --turnsLeft[openLoops - 1];
    if (left == 0) {
      openLoops--;
      return at + Code.words(code, at);
    }
    registers.ints[code[loop + 1]] = (long) code[loop + 2] - left;
    return body;
  }

  void wipe() {
    registers.wipe();
    for (SecretOps each : secretOps) {
      each.wipe();
    }
  }

  /**
   * One run of a tape.
   *
   * @param number the index of the tape
   * @param territory the memory that this run may access, or null if the verifier has checked that
   *     already
   */
  record Frame(
      VerifiedProgram program, int number, VerifiedTape tape, long argument, Territory territory) {
    static Frame of(VerifiedProgram program, int number, long argument) {
      VerifiedTape tape = program.tapes().get(number);
      Territory territory =
          tape.strided() ? Territory.of(tape.tape().footprints(), argument) : null;
      return new Frame(program, number, tape, argument, territory);
    }

    int[] code() {
      return tape.code();
    }

    /** Returns the error of an instruction. All parties come to it alike. */
    ProgramFault bad(int at, String reason) {
      return program.bad(number, at, reason);
    }
  }

  /** Makes the lines that print instructions show. */
  private static final class Printing {
    private final Program program;
    private final Areas registers;

    Printing(Program program, Areas registers) {
      this.program = program;
      this.registers = registers;
    }

    String line(int[] code, int at) {
      StringBuilder line = new StringBuilder();
      int f = Code.field(code[at]);
      int end = at + code[at + 1];
      for (int i = at + 2; i < end; i += Code.printWords(code[i])) {
        if (code[i] == Code.PRINT_TEXT) {
          line.append(program.texts().get(code[i + 1]));
          continue;
        }
        for (int j = 0; j < code[i + 2]; j++) {
          int register = code[i + 1] + j;
          line.append(j == 0 ? "" : " ");
          if (code[i] == Code.PRINT_INT) {
            line.append(registers.ints[register]);
          } else {
            line.append(element(f, register, ValueType.of(code[i + 3])));
          }
        }
      }
      return line.toString();
    }

    private String element(int f, int register, ValueType type) {
      Field field = program.fields().get(f).field();
      return Values.text(field, registers.clear[f], register * field.limbs(), type);
    }
  }
}
