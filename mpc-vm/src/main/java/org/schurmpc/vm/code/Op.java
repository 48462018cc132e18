package org.schurmpc.vm.code;

import static org.schurmpc.vm.code.Op.Kind.COMMUNICATION;
import static org.schurmpc.vm.code.Op.Kind.CONTROL;
import static org.schurmpc.vm.code.Op.Kind.GATEWAY;
import static org.schurmpc.vm.code.Op.Kind.LOCAL;
import static org.schurmpc.vm.code.Op.Kind.MEMORY;
import static org.schurmpc.vm.code.Op.Kind.PREPROCESSING;
import static org.schurmpc.vm.code.Op.Operand.BASE;
import static org.schurmpc.vm.code.Op.Operand.B_OUT;
import static org.schurmpc.vm.code.Op.Operand.C_ADDRESS;
import static org.schurmpc.vm.code.Op.Operand.C_IN;
import static org.schurmpc.vm.code.Op.Operand.C_OUT;
import static org.schurmpc.vm.code.Op.Operand.D_IN;
import static org.schurmpc.vm.code.Op.Operand.D_OUT;
import static org.schurmpc.vm.code.Op.Operand.FIRST;
import static org.schurmpc.vm.code.Op.Operand.IMM32;
import static org.schurmpc.vm.code.Op.Operand.IMM64;
import static org.schurmpc.vm.code.Op.Operand.I_ADDRESS;
import static org.schurmpc.vm.code.Op.Operand.I_IN;
import static org.schurmpc.vm.code.Op.Operand.I_OUT;
import static org.schurmpc.vm.code.Op.Operand.LENGTH;
import static org.schurmpc.vm.code.Op.Operand.LIST;
import static org.schurmpc.vm.code.Op.Operand.POOL;
import static org.schurmpc.vm.code.Op.Operand.PORT;
import static org.schurmpc.vm.code.Op.Operand.S_ADDRESS;
import static org.schurmpc.vm.code.Op.Operand.S_IN;
import static org.schurmpc.vm.code.Op.Operand.S_OUT;
import static org.schurmpc.vm.code.Op.Operand.TARGET;
import static org.schurmpc.vm.code.Op.Shape.SCALAR;
import static org.schurmpc.vm.code.Op.Shape.VECTOR;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.schurmpc.vm.code.Op.Shape;

/**
 * The instructions of the machine (KSS13, section 3; vectors throughout): code, kind, name and
 * operands. Reader, writer, assembler, verifier and machine use this one table.
 *
 * <p>Registers are secret (s), clear elements of a field (c) or integers of 64 bits (i). A register
 * operand is the base of n consecutive registers, of one if the instruction is scalar or the
 * operand's flag {@link Code#X_ONE} or {@link Code#Y_ONE} is set, and n is the instruction's second
 * word otherwise.
 */
public enum Op {
  LDK(0x01, LOCAL, VECTOR, "ldk", 1, C_OUT, POOL),
  MOVS(0x02, LOCAL, VECTOR, "movs", 1, S_OUT, S_IN),
  MOVC(0x03, LOCAL, VECTOR, "movc", 1, C_OUT, C_IN),
  MOVI(0x04, LOCAL, VECTOR, "movi", 1, I_OUT, I_IN),
  SHARE(0x05, LOCAL, VECTOR, "share", 1, S_OUT, C_IN),

  LDS(0x08, MEMORY, VECTOR, "lds", 0, S_OUT, S_ADDRESS),
  STS(0x09, MEMORY, VECTOR, "sts", 0, S_IN, S_ADDRESS),
  LDC(0x0a, MEMORY, VECTOR, "ldc", 0, C_OUT, C_ADDRESS),
  STC(0x0b, MEMORY, VECTOR, "stc", 0, C_IN, C_ADDRESS),
  LDI(0x0c, MEMORY, VECTOR, "ldi", 0, I_OUT, I_ADDRESS),
  STI(0x0d, MEMORY, VECTOR, "sti", 0, I_IN, I_ADDRESS),
  // Indexed: the flag X_ONE belongs to the index.
  LDSX(0x0e, MEMORY, VECTOR, "ldsx", 1, S_OUT, BASE, LENGTH, I_IN),
  STSX(0x0f, MEMORY, VECTOR, "stsx", 1, S_IN, BASE, LENGTH, I_IN),
  LDCX(0x10, MEMORY, VECTOR, "ldcx", 1, C_OUT, BASE, LENGTH, I_IN),
  STCX(0x11, MEMORY, VECTOR, "stcx", 1, C_IN, BASE, LENGTH, I_IN),
  LDIX(0x12, MEMORY, VECTOR, "ldix", 1, I_OUT, BASE, LENGTH, I_IN),
  STIX(0x13, MEMORY, VECTOR, "stix", 1, I_IN, BASE, LENGTH, I_IN),

  ADDS(0x18, LOCAL, VECTOR, "adds", 2, S_OUT, S_IN, S_IN),
  SUBS(0x19, LOCAL, VECTOR, "subs", 2, S_OUT, S_IN, S_IN),
  ADDM(0x1a, LOCAL, VECTOR, "addm", 2, S_OUT, S_IN, C_IN),
  SUBM(0x1b, LOCAL, VECTOR, "subm", 2, S_OUT, S_IN, C_IN),
  RSUBM(0x1c, LOCAL, VECTOR, "rsubm", 2, S_OUT, S_IN, C_IN),
  MULM(0x1d, LOCAL, VECTOR, "mulm", 2, S_OUT, S_IN, C_IN),
  SUMS(0x1e, LOCAL, VECTOR, "sums", 0, S_OUT, S_IN),
  TRANS(0x1f, LOCAL, VECTOR, "trans", 0, S_OUT, S_IN, IMM32),

  ADDC(0x20, LOCAL, VECTOR, "addc", 2, C_OUT, C_IN, C_IN),
  SUBC(0x21, LOCAL, VECTOR, "subc", 2, C_OUT, C_IN, C_IN),
  MULC(0x22, LOCAL, VECTOR, "mulc", 2, C_OUT, C_IN, C_IN),
  DIVC(0x23, LOCAL, VECTOR, "divc", 2, C_OUT, C_IN, C_IN),
  IDIV(0x24, LOCAL, VECTOR, "idiv", 2, C_OUT, C_IN, C_IN),
  MOD(0x25, LOCAL, VECTOR, "mod", 2, C_OUT, C_IN, C_IN),
  AND(0x26, LOCAL, VECTOR, "and", 2, C_OUT, C_IN, C_IN),
  OR(0x27, LOCAL, VECTOR, "or", 2, C_OUT, C_IN, C_IN),
  XOR(0x28, LOCAL, VECTOR, "xor", 2, C_OUT, C_IN, C_IN),
  SHL(0x29, LOCAL, VECTOR, "shl", 1, C_OUT, C_IN, IMM32),
  SHR(0x2a, LOCAL, VECTOR, "shr", 1, C_OUT, C_IN, IMM32),
  MOD2K(0x2b, LOCAL, VECTOR, "mod2k", 1, C_OUT, C_IN, IMM32),

  // Between the first field and bits: bits from the first number on, as many as the second says, of
  // all n elements the lowest one, then the next, and so on.
  CTOB(0x2c, LOCAL, VECTOR, "ctob", 0, D_OUT, C_IN, IMM32, IMM32),
  BTOC(0x2d, LOCAL, VECTOR, "btoc", 0, C_OUT, D_IN),

  INT(0x30, LOCAL, VECTOR, "int", 0, I_OUT, IMM64),
  ADDI(0x31, LOCAL, VECTOR, "addi", 2, I_OUT, I_IN, I_IN),
  SUBI(0x32, LOCAL, VECTOR, "subi", 2, I_OUT, I_IN, I_IN),
  MULI(0x33, LOCAL, VECTOR, "muli", 2, I_OUT, I_IN, I_IN),
  DIVI(0x34, LOCAL, VECTOR, "divi", 2, I_OUT, I_IN, I_IN),
  MODI(0x35, LOCAL, VECTOR, "modi", 2, I_OUT, I_IN, I_IN),
  SHLI(0x36, LOCAL, VECTOR, "shli", 2, I_OUT, I_IN, I_IN),
  SHRI(0x37, LOCAL, VECTOR, "shri", 2, I_OUT, I_IN, I_IN),
  ANDI(0x38, LOCAL, VECTOR, "andi", 2, I_OUT, I_IN, I_IN),
  ORI(0x39, LOCAL, VECTOR, "ori", 2, I_OUT, I_IN, I_IN),
  XORI(0x3a, LOCAL, VECTOR, "xori", 2, I_OUT, I_IN, I_IN),
  LTI(0x3b, LOCAL, VECTOR, "lti", 2, I_OUT, I_IN, I_IN),
  EQI(0x3c, LOCAL, VECTOR, "eqi", 2, I_OUT, I_IN, I_IN),
  ARG(0x3d, LOCAL, SCALAR, "arg", 0, I_OUT),

  ITOC(0x40, LOCAL, VECTOR, "itoc", 1, C_OUT, I_IN),
  CTOI(0x41, GATEWAY, VECTOR, "ctoi", 0, I_OUT, C_IN),
  ISZERO(0x42, GATEWAY, VECTOR, "iszero", 0, I_OUT, C_IN),

  TRIPLE(0x48, PREPROCESSING, VECTOR, "triple", 0, S_OUT, S_OUT, S_OUT),
  SQUARE(0x49, PREPROCESSING, VECTOR, "square", 0, S_OUT, S_OUT),
  BIT(0x4a, PREPROCESSING, VECTOR, "bit", 0, S_OUT),
  INV(0x4b, PREPROCESSING, VECTOR, "inv", 0, S_OUT, S_OUT),
  RAND(0x4c, PREPROCESSING, VECTOR, "rand", 0, S_OUT),

  // Masks whose lowest bits are in TinyOT, whose value modulo a power of 2 is there, or both:
  // numbers
  // of these bits and of those of each party's part. See MaskUse.
  EDABIT(0x4d, PREPROCESSING, VECTOR, "edabit", 0, S_OUT, B_OUT, IMM32, IMM32),
  EDALOW(0x4e, PREPROCESSING, VECTOR, "edalow", 0, S_OUT, S_OUT, IMM32, IMM32),
  EDABOTH(0x4f, PREPROCESSING, VECTOR, "edaboth", 0, S_OUT, S_OUT, B_OUT, IMM32, IMM32),

  STARTOPEN(0x50, COMMUNICATION, Shape.LIST, "startopen", 0, LIST),
  STOPOPEN(0x51, COMMUNICATION, SCALAR, "stopopen", 0),
  DABIT(0x54, PREPROCESSING, VECTOR, "dabit", 0, S_OUT, B_OUT),
  INPUT(0x58, COMMUNICATION, Shape.LIST, "input", 0, LIST),
  OUTPUT(0x5c, LOCAL, VECTOR, "output", 0, PORT, FIRST, S_IN),
  OUTPUTC(0x5d, LOCAL, VECTOR, "outputc", 0, PORT, FIRST, C_IN),
  PRINT(0x60, GATEWAY, Shape.LIST, "print", 0, LIST),
  CHECK(0x61, GATEWAY, SCALAR, "check", 0),
  REQUIRE(0x62, GATEWAY, SCALAR, "require", 0, I_IN, IMM32),

  JMP(0x68, CONTROL, SCALAR, "jmp", 0, TARGET),
  JZ(0x69, CONTROL, SCALAR, "jz", 0, I_IN, TARGET),
  JNZ(0x6a, CONTROL, SCALAR, "jnz", 0, I_IN, TARGET),
  JLT(0x6b, CONTROL, SCALAR, "jlt", 0, I_IN, I_IN, TARGET),
  LOOP(0x6c, CONTROL, SCALAR, "loop", 0, I_OUT, IMM32),
  ENDLOOP(0x6d, CONTROL, SCALAR, "endloop", 0),
  CALL(0x6e, CONTROL, SCALAR, "call", 0, TARGET),
  RET(0x6f, CONTROL, SCALAR, "ret", 0),
  END(0x7f, CONTROL, SCALAR, "end", 0);

  /** What an instruction does besides local work; the machine's rules depend on it. */
  public enum Kind {
    /** Works on registers alone. */
    LOCAL,
    /** Moves between registers and memory. */
    MEMORY,
    /** Takes preprocessed material, without a message. */
    PREPROCESSING,
    /** Lets clear values act: all openings so far are checked first. */
    GATEWAY,
    /** Sends and receives. */
    COMMUNICATION,
    /** Decides which instruction follows. */
    CONTROL
  }

  /** The words before an instruction's operands. */
  public enum Shape {
    /** The operands follow the first word. */
    SCALAR,
    /** The number n of elements follows the first word. */
    VECTOR,
    /** The number of words of the instruction follows the first word, then a list of entries. */
    LIST
  }

  /** The operands of an instruction, one word each, except {@link #IMM64} and {@link #LIST}. */
  public enum Operand {
    S_OUT,
    S_IN,
    C_OUT,
    C_IN,
    I_OUT,
    I_IN,
    /** Secret bits, over the field of bits in place of the instruction's. */
    B_OUT,
    /** Clear bits, over the field of bits in place of the instruction's. */
    D_OUT,
    /** Clear bits, over the field of bits in place of the instruction's. */
    D_IN,
    /** First of n cells of secret memory. */
    S_ADDRESS,
    /** First of n cells of clear memory. */
    C_ADDRESS,
    /** First of n cells of integer memory. */
    I_ADDRESS,
    /** First cell of an array. */
    BASE,
    /** Number of cells of an array. */
    LENGTH,
    /** Index of a constant. */
    POOL,
    /** A number of 32 bits that is not negative. */
    IMM32,
    /** A number of 64 bits with sign, high word first. */
    IMM64,
    /** Distance of the next instruction from this one, in instructions. */
    TARGET,
    /** Index of an output port. */
    PORT,
    /** First element of a port: see {@link Code#FIRST_REGISTER}. */
    FIRST,
    /** Entries, whose layout depends on the instruction: see {@link Code}. */
    LIST;

    /** Returns the letter of the registers that an operand names, s, c or i, or 0 for others. */
    public char letter() {
      return switch (this) {
        case S_OUT, S_IN, B_OUT -> 's';
        case C_OUT, C_IN, D_OUT, D_IN -> 'c';
        case I_OUT, I_IN -> 'i';
        default -> 0;
      };
    }

    /** Whether the operand is registers that the instruction writes. */
    public boolean isTarget() {
      return this == S_OUT || this == C_OUT || this == I_OUT || isBitTarget();
    }

    private boolean isBitTarget() {
      return this == B_OUT || this == D_OUT;
    }

    /** Whether the operand is registers of bits in an instruction over another field. */
    public boolean isOfBits() {
      return isBitTarget() || this == D_IN;
    }
  }

  private static final Op[] BY_CODE = new Op[1 << 8];
  private static final Map<String, Op> BY_NAME = new HashMap<>();

  static {
    for (Op op : values()) {
      BY_CODE[op.code] = op;
      BY_NAME.put(op.mnemonic, op);
    }
  }

  private final int code;
  private final Kind kind;
  private final Shape shape;
  private final String mnemonic;
  private final int ones;

  @SuppressWarnings("ImmutableEnumChecker") // from List.of
  private final List<Operand> operands;

  Op(int code, Kind kind, Shape shape, String mnemonic, int ones, Operand... operands) {
    this.code = code;
    this.kind = kind;
    this.shape = shape;
    this.mnemonic = mnemonic;
    this.ones = ones;
    this.operands = List.of(operands);
  }

  public int code() {
    return code;
  }

  public Kind kind() {
    return kind;
  }

  public Shape shape() {
    return shape;
  }

  /** Returns the name in the assembler's text. */
  public String mnemonic() {
    return mnemonic;
  }

  /** Returns the operands in order, targets first. */
  public List<Operand> operands() {
    return operands;
  }

  /**
   * Returns the number of sources that may be one element for all n: 0, 1 (flag {@link Code#X_ONE})
   * or 2 (also {@link Code#Y_ONE}).
   */
  public int ones() {
    return ones;
  }

  /**
   * Returns the flag that makes an operand one element for all n, or 0 if the operand cannot be:
   * flags belong to the last sources.
   *
   * @param operand index of the operand
   */
  public int oneFlag(int operand) {
    if (ones == 0 || !isSource(operand)) {
      return 0;
    }
    int later = 0;
    for (int i = operand + 1; i < operands.size(); i++) {
      later += isSource(i) ? 1 : 0;
    }
    if (later >= ones) {
      return 0;
    }
    return ones - later == 1 ? Code.X_ONE : Code.Y_ONE;
  }

  private boolean isSource(int operand) {
    return switch (operands.get(operand)) {
      case S_IN, C_IN, I_IN, POOL -> true;
      default -> false;
    };
  }

  /** Returns the number of words of the instruction, or 0 for a list. */
  public int words() {
    if (shape == Shape.LIST) {
      return 0;
    }
    int words = shape == VECTOR ? 2 : 1;
    for (Operand operand : operands) {
      words += operand == IMM64 ? 2 : 1;
    }
    return words;
  }

  /** Whether the instruction works over the first field and bits. */
  public boolean isMixed() {
    return operands.stream().anyMatch(Operand::isOfBits) || this == EDALOW;
  }

  /**
   * Returns the mask of an instruction that makes masks.
   *
   * @param at the position of the instruction
   */
  public static MaskUse mask(int[] code, int at) {
    int low = code[at + (Code.op(code[at]) == EDABOTH ? 5 : 4)];
    int width = code[at + (Code.op(code[at]) == EDABOTH ? 6 : 5)];
    return switch (Code.op(code[at])) {
      case EDABIT -> new MaskUse(low, 0, width);
      case EDALOW -> new MaskUse(0, low, width);
      case EDABOTH -> new MaskUse(low, low, width);
      default -> throw new IllegalArgumentException("no instruction of masks");
    };
  }

  /**
   * Returns the number of registers of a register operand of a vector instruction.
   *
   * @param at the position of the instruction
   * @param operand index of the operand
   */
  public long registers(int[] code, int at, int operand) {
    int n = code[at + 1];
    if ((code[at] & oneFlag(operand)) != 0 || (this == SUMS && operand == 0)) {
      return 1;
    }
    return switch (operands.get(operand)) {
      case B_OUT -> this == DABIT ? n : (long) n * mask(code, at).bits();
      case D_OUT -> (long) n * code[at + 5];
      default -> n;
    };
  }

  /** Whether the instruction works over one of the program's fields, which the field bit names. */
  public boolean overField() {
    if (this == STOPOPEN || this == INPUT || this == STARTOPEN || this == PRINT) {
      return true;
    }
    return operands.stream()
        .anyMatch(
            operand ->
                switch (operand) {
                  case S_OUT, S_IN, C_OUT, C_IN, S_ADDRESS, C_ADDRESS, POOL, PORT -> true;
                  default -> false;
                });
  }

  /** Returns the kind of memory that a load or store accesses, as {@link Footprint} names it. */
  public char memory() {
    return switch (this) {
      case LDS, STS, LDSX, STSX -> Footprint.SECRET;
      case LDC, STC, LDCX, STCX -> Footprint.CLEAR;
      default -> Footprint.INTEGER;
    };
  }

  /** Whether the instruction writes to memory. */
  public boolean isStore() {
    return switch (this) {
      case STS, STC, STI, STSX, STCX, STIX -> true;
      default -> false;
    };
  }

  /** Returns the instruction of a code from 0 to 255, or null if there is none. */
  public static Op of(int code) {
    return BY_CODE[code];
  }

  /** Returns the instruction of an assembler's name, or null if there is none. */
  public static Op named(String mnemonic) {
    return BY_NAME.get(mnemonic);
  }
}
