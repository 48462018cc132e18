package org.schurmpc.vm.code;

/**
 * The layout of instructions in words of 32 bits. The first word holds the {@link Op}'s code (8
 * bits), the number of the field (1), the flags {@link #X_ONE} and {@link #Y_ONE}, a further bit of
 * the number of the field, 4 zero bits and the number of words of the instruction (16). Lists have
 * 0 there and the number of words in the second word.
 *
 * <p>Entries of lists:
 *
 * <ul>
 *   <li>startopen: kind ({@link #MASKED} to {@link #LOOKUP}) in the first 8 bits with the flags
 *       {@link #ENTRY_X_ONE} and {@link #ENTRY_Y_ONE}; n; registers, target first; of a lookup then
 *       the table
 *   <li>input: port, first element, n, base of n secret registers; see {@link #AS_BITS}
 *   <li>print: {@link #PRINT_TEXT}, text; or {@link #PRINT_CLEAR}, register, n, type ({@link
 *       ValueType#code} of an element or a signed number); or {@link #PRINT_INT}, register, n
 * </ul>
 */
public final class Code {
  /** Lowest bit of the number of the field in the first word. */
  public static final int FIELD = 1 << 23;

  /** The other bit of the number of the field. */
  public static final int FIELD_HIGH = 1 << 20;

  /** Maximum number of fields of a program: a prime field, a binary one, and bits. */
  public static final int FIELDS = 3;

  /** The first source is one element for all n; of an indexed access, the index is one register. */
  public static final int X_ONE = 1 << 22;

  /** The second source is one element for all n. */
  public static final int Y_ONE = 1 << 21;

  /** Entry of startopen: opens masked values, without a check: c, s. */
  public static final int MASKED = 0;

  /** Entry of startopen: opens values after a check of all values opened before: c, s. */
  public static final int REVEAL = 1;

  /** Entry of startopen: multiplies: s, s, s. */
  public static final int PRODUCT = 2;

  /** Entry of startopen: squares: s, s. */
  public static final int SQUARED = 3;

  /**
   * Entry of startopen: looks up in a public table: s, s, table. The targets are n elements for
   * each element of a result: of all results the first element, then of all the second one, and so
   * on.
   */
  public static final int LOOKUP = 4;

  /** The first factor of a product is one element for all n. */
  public static final int ENTRY_X_ONE = 1 << 23;

  /** The second factor of a product is one element for all n. */
  public static final int ENTRY_Y_ONE = 1 << 22;

  /** Entry of print: a text. */
  public static final int PRINT_TEXT = 0;

  /** Entry of print: clear registers of the instruction's field. */
  public static final int PRINT_CLEAR = 1;

  /** Entry of print: integer registers. */
  public static final int PRINT_INT = 2;

  /**
   * Set in a word that gives the first element of a port if the other bits are the number of an
   * integer register that holds it; the word is the element itself otherwise.
   */
  public static final int FIRST_REGISTER = 1 << 31;

  private static final int OP_SHIFT = 24;
  private static final int WORDS_MASK = 0xffff;

  private Code() {}

  /** Returns the first word of an instruction. */
  public static int head(Op op, int field, int flags) {
    int number = ((field & 1) == 0 ? 0 : FIELD) | (field < 2 ? 0 : FIELD_HIGH);
    return op.code() << OP_SHIFT | number | flags | op.words();
  }

  /** Returns the instruction that a first word begins, or null if there is none. */
  public static Op op(int head) {
    return Op.of(head >>> OP_SHIFT);
  }

  /** Returns the number of the field, 0 to 3, of which a program has 2 at most. */
  public static int field(int head) {
    return ((head & FIELD) == 0 ? 0 : 1) + ((head & FIELD_HIGH) == 0 ? 0 : 2);
  }

  /** Returns the number of words of the instruction at a position. */
  public static int words(int[] code, int at) {
    int words = code[at] & WORDS_MASK;
    return words == 0 ? code[at + 1] : words;
  }

  /** Returns the first word of an entry of startopen. */
  public static int entry(int kind, int flags) {
    return kind << OP_SHIFT | flags;
  }

  /** Returns the kind of an entry of startopen. */
  public static int entryKind(int word) {
    return word >>> OP_SHIFT;
  }

  /** Returns the number of words of an entry of startopen; 0 if there is no such kind. */
  public static int openWords(int kind) {
    return switch (kind) {
      case MASKED, REVEAL, SQUARED -> 4;
      case PRODUCT, LOOKUP -> 5;
      default -> 0;
    };
  }

  /** Returns the number of words of an entry of print; 0 if there is no such kind. */
  public static int printWords(int kind) {
    return switch (kind) {
      case PRINT_TEXT -> 2;
      case PRINT_CLEAR -> 4;
      case PRINT_INT -> 3;
      default -> 0;
    };
  }

  /**
   * Set in the word n of an entry of input if the targets are the bits of the values, the lowest of
   * a value first: of x, or of x + 2^(width-1) if the port is signed.
   */
  public static final int AS_BITS = 1 << 31;

  /** Returns the number of values of an entry of input. */
  public static int inputCount(int word) {
    return word & ~AS_BITS;
  }

  /** Number of words of an entry of input. */
  public static final int INPUT_WORDS = 4;
}
