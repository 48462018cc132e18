package org.schurmpc.vm.lang;

import java.util.ArrayList;
import java.util.List;
import org.schurmpc.vm.ir.Operation;
import org.schurmpc.vm.ir.TapeIr;

/**
 * Fresh secret randomness that hides the values of one vector when they are opened. {@link
 * ProgramBuilder#uniformMasks} and {@link ProgramBuilder#bitMasks} make masks.
 */
public final class Masks {
  private final SecretInts value;
  private final SecretInts low;
  private final List<SecretBitVector> bits;
  private final boolean any;
  private final int hidden;
  private final Bounds opened;
  private final Once once;

  private Masks(
      SecretInts value,
      SecretInts low,
      List<SecretBitVector> bits,
      boolean any,
      int hidden,
      Bounds opened) {
    this.value = value;
    this.low = low;
    this.bits = List.copyOf(bits);
    this.any = any;
    this.hidden = hidden;
    this.opened = opened;
    once = new Once(value, "a mask");
  }

  /** Makes n masks that are any element: they hide perfectly. */
  static Masks uniform(Draft draft, int n) {
    requireCount(draft, n);
    Bounds any = draft.anyElement();
    int random = draft.emit(Operation.RAND, 's', 0, n, TapeIr.NO, TapeIr.NO);
    return new Masks(new SecretInts(draft, random, any), null, List.of(), true, any.width(), any);
  }

  private static void requireCount(Draft draft, int n) {
    if (n < 1) {
      throw draft.error("there are masks for 1 value or more, not " + n);
    }
  }

  /**
   * Makes n masks of random bits.
   *
   * @param width the width of what they hide
   * @param split number of lowest bits whose value is asked for apart, or 0
   */
  static Masks bits(Draft draft, int n, int width, int split, int sigmaMask) {
    requireCount(draft, n);
    if (sigmaMask < 1) {
      throw draft.error("a mask of bits needs a sigma mask of at least 1 bit");
    }
    // A value is from -2^(width-1) to 2^(width-1) - 1, so that a mask below 2^count hides it at
    // distance 2^(width-1-count).
    int count = width - 1 + sigmaMask;
    draft.requireRoom(width);
    if (split < 0 || split > count) {
      throw draft.error("a mask of %d bits has no %d lowest bits".formatted(count, split));
    }
    int random =
        draft.emit(Operation.BIT, 's', 0, Math.multiplyExact(count, n), TapeIr.NO, TapeIr.NO);
    List<SecretBitVector> planes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      planes.add(new SecretBitVector(draft, draft.tape.ir.part(random, i * n, n)));
    }
    SecretInts low = null;
    int value;
    if (split == 0 || split == count) {
      value = draft.composeAll(0, random, count, n);
      low = split == 0 ? null : new SecretInts(draft, value, Bounds.unsigned(count));
    } else {
      int lowest = draft.composeAll(0, draft.tape.ir.part(random, 0, split * n), split, n);
      int rest = draft.tape.ir.part(random, split * n, (count - split) * n);
      int high = draft.composeAll(0, rest, count - split, n);
      Draft.Operand power = new Draft.Operand(draft.power(0, split), 1);
      int shifted = draft.emit(Operation.MULM, 's', 0, new Draft.Operand(high, n), power);
      value = draft.emit(Operation.ADDS, 's', 0, n, shifted, lowest);
      low = new SecretInts(draft, lowest, Bounds.unsigned(split));
    }
    Bounds mask = Bounds.unsigned(count);
    Bounds opened = Bounds.signed(width).plus(mask);
    return new Masks(new SecretInts(draft, value, mask), low, planes, false, width, opened);
  }

  /**
   * Makes n masks of numbers of each party, some of whose bits are in TinyOT, or masks of random
   * bits if the program has no bits in TinyOT, or its field no room for these masks.
   *
   * @param width the width of what they hide
   * @param split number of lowest bits whose value is asked for apart, or 0
   * @param bits number of lowest bits that are asked for apart; if there are both, {@code split}
   */
  static Masks mixed(Draft draft, int n, int width, int split, int bits, int sigmaMask) {
    // Each party's part hides a value as a mask of random bits does, and the sum is a bit longer.
    int count = width - 1 + sigmaMask;
    boolean room = count + 2 < draft.field(0).bits();
    if (draft.bitField < 0 || !room || sigmaMask < 1) {
      return bits(draft, n, width, split, sigmaMask);
    }
    requireCount(draft, n);
    boolean both = split > 0 && bits > 0;
    if (split < 0 || bits < 0 || (both && bits != split) || Math.max(split, bits) > count) {
      throw draft.error(
          "a mask of %d bits has no %d and %d lowest bits".formatted(count, split, bits));
    }
    Operation operation =
        both ? Operation.EDABOTH : split > 0 ? Operation.EDALOW : Operation.EDABIT;
    int low = Math.max(1, Math.max(split, bits));
    TapeIr ir = draft.tape.ir;
    int at = ir.add(operation, n, TapeIr.NO, TapeIr.NO, draft.lines.here());
    ir.setImmediate(at, (long) low << Integer.SIZE | count);
    int values = ir.define(at, 's', 0, split > 0 ? 2 * n : n);
    List<SecretBitVector> planes = new ArrayList<>();
    if (split == 0 || both) {
      int all = ir.defineBits(at, draft.bitField, Math.multiplyExact(low, n));
      for (int i = 0; i < bits; i++) {
        planes.add(new SecretBitVector(draft, ir.part(all, i * n, n)));
      }
    }
    Bounds mask = Bounds.unsigned(count).plus(Bounds.unsigned(count));
    SecretInts rest =
        split == 0 ? null : new SecretInts(draft, ir.part(values, n, n), Bounds.unsigned(split));
    SecretInts value = new SecretInts(draft, ir.part(values, 0, n), mask);
    return new Masks(value, rest, planes, false, width, Bounds.signed(width).plus(mask));
  }

  /** Makes n uniform numbers of some bits, which are in TinyOT, too. */
  static RandomNumbers numbers(Draft draft, int n, int bits) {
    requireCount(draft, n);
    if (draft.bitField < 0) {
      throw draft.error("the program has no bits in TinyOT");
    }
    TapeIr ir = draft.tape.ir;
    int at = ir.add(Operation.EDABOTH, n, TapeIr.NO, TapeIr.NO, draft.lines.here());
    ir.setImmediate(at, (long) bits << Integer.SIZE | bits);
    int values = ir.define(at, 's', 0, 2 * n);
    int all = ir.defineBits(at, draft.bitField, Math.multiplyExact(bits, n));
    List<SecretBitVector> planes = new ArrayList<>();
    for (int i = 0; i < bits; i++) {
      planes.add(new SecretBitVector(draft, ir.part(all, i * n, n)));
    }
    SecretInts low = new SecretInts(draft, ir.part(values, n, n), Bounds.unsigned(bits));
    return new RandomNumbers(low, planes);
  }

  /** Returns the number of values that are hidden. */
  public int size() {
    return value.size();
  }

  /** Returns the masks as values. */
  public SecretInts value() {
    return value;
  }

  /** Returns the value of the lowest bits, if the masks were made with their number. */
  public SecretInts low() {
    if (low == null) {
      throw value.draft.error("the masks were made without a number of lowest bits");
    }
    return low;
  }

  /**
   * Returns the bits of the masks, the lowest of all values first; none for masks that are any
   * element.
   */
  public List<SecretBitVector> bits() {
    return bits;
  }

  /** Whether the masks are any element, so that they hide values of any range. */
  boolean hidesAll() {
    return any;
  }

  /** Returns the bounds of values under the masks. */
  Bounds opened() {
    return opened;
  }

  /** Takes the masks for values, once. */
  Draft.Operand take(Draft draft, IntValue of) {
    if (of.n() != size()) {
      throw draft.error("a mask for %d values cannot hide %d".formatted(size(), of.n()));
    }
    once.requireUnused();
    if (of.width() > hidden) {
      throw draft.error(
          "a mask for %d bits does not hide a value of %d bits".formatted(hidden, of.width()));
    }
    once.use();
    return value.operand();
  }

  /** Refuses a second use of secret randomness: on another line, or in another turn of a loop. */
  static final class Once {
    private final Value value;
    private final String what;

    /** Number of loops around the place where the randomness was made. */
    private final int loops;

    private String used;

    /**
     * Watches a value.
     *
     * @param what the value, with its article, for messages
     */
    Once(Value value, String what) {
      this.value = value;
      this.what = what;
      loops = value.draft.loops;
    }

    void requireUnused() {
      Draft draft = value.draft;
      if (used != null) {
        throw draft.error("%s is used twice, at first in line %s".formatted(what, used));
      }
      if (value.isOutsideOfLoop() || draft.loops > loops) {
        throw draft.error(
            "%s that was made outside of a loop, or of tapes, is used there, perhaps twice"
                .formatted(what));
      }
    }

    void use() {
      used = value.draft.lines.text();
    }
  }
}
