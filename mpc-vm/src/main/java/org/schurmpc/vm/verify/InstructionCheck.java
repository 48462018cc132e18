package org.schurmpc.vm.verify;

import java.util.List;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.field.Field;
import org.schurmpc.vm.code.Code;
import org.schurmpc.vm.code.Footprint;
import org.schurmpc.vm.code.MaskUse;
import org.schurmpc.vm.code.Op;
import org.schurmpc.vm.code.Op.Operand;
import org.schurmpc.vm.code.Port;
import org.schurmpc.vm.code.Program;
import org.schurmpc.vm.code.Tape;

/**
 * Checks the operands of a tape's instructions that are not lists: registers, constants, memory,
 * ports and numbers are there.
 */
final class InstructionCheck {
  private final Program program;
  private final Tape tape;
  private final int[] code;
  private final TapePlace place;
  private final Territory always;
  private final boolean strided;

  private int number;
  private Op op;
  private int field;

  InstructionCheck(Program program, Tape tape, TapePlace place) {
    this.program = program;
    this.tape = tape;
    this.code = tape.words();
    this.place = place;
    this.always = Territory.always(tape.footprints());
    this.strided = tape.footprints().stream().anyMatch(each -> each.stride() != 0);
  }

  private BadFile bad(String reason) {
    return place.bad(number, op.mnemonic() + " " + reason);
  }

  /** Begins with an instruction: checks its field and flags. */
  void begin(int at, int instruction) throws BadFile {
    number = instruction;
    op = Code.op(code[at]);
    field = Code.field(code[at]);
    if (field > 0 && (!op.overField() || field >= program.fields().size())) {
      throw bad("is over a field that is not there");
    }
    if (program.fields().get(field).isBits() && !isOnBits(op)) {
      throw bad("is not on bits");
    }
    if (op.isMixed() && (field > 0 || program.bitField() < 0)) {
      throw bad("is over the first field and bits, and there are none");
    }
    boolean x = (code[at] & Code.X_ONE) != 0;
    boolean y = (code[at] & Code.Y_ONE) != 0;
    if ((x && op.ones() < 1) || (y && op.ones() < 2)) {
      throw bad("has a source of one element, which it cannot");
    }
  }

  /** Checks the operands of an instruction that is no list. */
  void operands(int at) throws BadFile {
    boolean vector = op.shape() == Op.Shape.VECTOR;
    int n = vector ? code[at + 1] : 1;
    requireCount(n);
    if (op.isMixed()) {
      mixed(at, n);
    }
    if (op == Op.TRANS && (code[at + 4] < 1 || n % code[at + 4] != 0)) {
      throw bad("has no rows of one length");
    }
    int from = vector ? at + 2 : at + 1;
    for (int i = 0; i < op.operands().size(); i++) {
      Operand operand = op.operands().get(i);
      operand(operand, from, vector ? op.registers(code, at, i) : 1, n);
      from += operand == Operand.IMM64 ? 2 : 1;
    }
    requireApart(at, n);
    if (!program.fields().get(field).field().isBinary()) {
      return;
    }
    if (op == Op.SQUARE || op == Op.INV) {
      throw bad("is for prime fields only");
    }
  }

  void requireCount(int n) throws BadFile {
    if (n < 1 || n > Limits.VECTOR) {
      throw bad("has %,d elements, and 1 to 2^24 are possible".formatted(n));
    }
  }

  /** Whether an instruction is one of those that bits have. */
  private static boolean isOnBits(Op op) {
    return switch (op) {
      case TRIPLE, SQUARE, INV, RAND, ITOC, CTOI, ISZERO -> false;
      default -> true;
    };
  }

  /** Checks the numbers of bits of an instruction over the first field and bits. */
  private void mixed(int at, int n) throws BadFile {
    Field of = program.fields().get(0).field();
    long bits = 1;
    switch (op) {
      case CTOB -> {
        bits = code[at + 5];
        // The sum does not overflow, for a negative number is refused below.
        if (code[at + 4] < 0 || bits < 1 || (long) code[at + 4] + bits > of.bits()) {
          throw bad("has bits that elements of %s do not have".formatted(of.name()));
        }
      }
      case EDABIT, EDALOW, EDABOTH -> {
        MaskUse mask = Op.mask(code, at);
        bits = Math.max(mask.bits(), mask.split());
        // r is below 2^(width + 1), and r and what it hides are below 2^(width + 2).
        if (bits < 1 || bits > mask.width() || mask.width() + 2L >= of.bits()) {
          throw bad("has a mask %s that %s does not have".formatted(mask, of.name()));
        }
      }
      default -> {
        // A bit for each element.
      }
    }
    if (bits * n > Limits.VECTOR) {
      throw bad("has more than 2^24 bits");
    }
  }

  private void operand(Operand operand, int from, long count, int n) throws BadFile {
    int word = code[from];
    switch (operand) {
      case S_IN, S_OUT, C_IN, C_OUT, I_IN, I_OUT -> register(operand.letter(), word, count);
      case B_OUT, D_OUT, D_IN -> register(operand.letter(), word, count, program.bitField());
      case POOL -> pool(word, (int) count);
      case S_ADDRESS, C_ADDRESS, I_ADDRESS -> address(word, n);
      case BASE -> array(from, n);
      case IMM32 -> number(word);
      case PORT -> output(word, code[from + 1], n);
      default -> {
        // Checked with another operand, or any number is valid.
      }
    }
  }

  /** Requires that registers are the tape's. */
  void register(char kind, int base, long count) throws BadFile {
    register(kind, base, count, field);
  }

  private void register(char kind, int base, long count, int over) throws BadFile {
    int registers =
        switch (kind) {
          case 's' -> tape.sRegisters()[over];
          case 'c' -> tape.cRegisters()[over];
          default -> tape.iRegisters();
        };
    if (base < 0 || base + count > registers) {
      throw bad(
          "uses %,d registers %s from %,d on, and the tape has %,d"
              .formatted(count, kind, Integer.toUnsignedLong(base), registers));
    }
  }

  private void pool(int first, int count) throws BadFile {
    long constants =
        program.pools().get(field).length / program.fields().get(field).field().limbs();
    if (first < 0 || (long) first + count > constants) {
      throw bad("uses a constant that is not there");
    }
  }

  private void number(int word) throws BadFile {
    boolean shift = op == Op.SHL || op == Op.SHR || op == Op.MOD2K;
    if (word < 0 || (shift && word > Limits.SHIFT)) {
      throw bad("has a number outside of its range");
    }
    if (op == Op.REQUIRE && word >= program.texts().size()) {
      throw bad("uses a text that is not there");
    }
  }

  private long cells() {
    return switch (op.memory()) {
      case Footprint.SECRET -> program.memory().secret()[field];
      case Footprint.CLEAR -> program.memory().clear()[field];
      default -> program.memory().ints();
    };
  }

  private void address(int first, int n) throws BadFile {
    if (first < 0 || (long) first + n > cells()) {
      throw bad("uses memory that is not there");
    }
    if (!isAlwaysAllowed(first, (long) first + n)) {
      throw bad("uses memory outside of the tape's footprints");
    }
  }

  private boolean isAlwaysAllowed(long start, long end) {
    int of = op.memory() == Footprint.INTEGER ? 0 : field;
    return always.allows(op.memory(), of, op.isStore(), start, end);
  }

  private void array(int from, int n) throws BadFile {
    int base = code[from];
    int length = code[from + 1];
    long end = (long) base + length;
    if (base < 0 || length < 1 || end > cells()) {
      throw bad("uses an array outside of the memory");
    }
    boolean row = (code[from - 3] & Code.X_ONE) != 0;
    if (row && n > length) {
      throw bad("uses more elements than the array has");
    }
    // Footprints that depend on the argument are checked when the index is known.
    if (!strided && !isAlwaysAllowed(base, end)) {
      throw bad("uses an array outside of the tape's footprints");
    }
  }

  private void output(int port, int first, int n) throws BadFile {
    port(port, program.outputs(), first, n);
  }

  /** Requires that elements of a port are there. */
  void port(int port, List<Port> ports, int first, int n) throws BadFile {
    if (port < 0 || port >= ports.size()) {
      throw bad("uses a port that is not there");
    }
    if (ports.get(port).field() != field) {
      throw bad("uses a port of another field");
    }
    boolean inRegister = (first & Code.FIRST_REGISTER) != 0;
    if (inRegister) {
      register('i', first & ~Code.FIRST_REGISTER, 1);
    }
    if ((inRegister ? 0L : first) + n > ports.get(port).count()) {
      throw bad("uses more elements than port %s has".formatted(ports.get(port).name()));
    }
  }

  /**
   * Requires that a target is a source as a whole or not at all, and that targets are apart. A
   * source of one element may be anywhere, since it is read first.
   */
  private void requireApart(int at, int n) throws BadFile {
    if (op.shape() != Op.Shape.VECTOR || moves(op)) {
      return;
    }
    for (int i = 0; i < op.operands().size(); i++) {
      Operand target = op.operands().get(i);
      for (int j = i + 1; target.isTarget() && j < op.operands().size(); j++) {
        Operand other = op.operands().get(j);
        boolean one = (code[at] & op.oneFlag(j)) != 0;
        long distance = Math.abs((long) code[at + 2 + i] - code[at + 2 + j]);
        boolean apart = distance >= n || (distance == 0 && !other.isTarget());
        boolean alike = other.letter() == target.letter() && other.isOfBits() == target.isOfBits();
        if (!one && !apart && alike) {
          throw bad("has a target that overlaps another operand in part");
        }
      }
    }
  }

  /** Whether an instruction copies, or reads all before it writes. */
  private static boolean moves(Op op) {
    return op == Op.MOVS || op == Op.MOVC || op == Op.MOVI || op == Op.SUMS;
  }
}
