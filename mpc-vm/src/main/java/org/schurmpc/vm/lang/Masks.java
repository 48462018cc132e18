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
  private final int hidden;
  private final Bounds opened;
  private final Once once;

  private Masks(
      SecretInts value, SecretInts low, List<SecretBitVector> bits, int hidden, Bounds opened) {
    this.value = value;
    this.low = low;
    this.bits = List.copyOf(bits);
    this.hidden = hidden;
    this.opened = opened;
    once = new Once(value, "a mask");
  }

  /** Makes n masks that are any element: they hide perfectly. */
  static Masks uniform(Draft draft, int n) {
    requireCount(draft, n);
    Bounds any = draft.anyElement();
    int random = draft.emit(Operation.RAND, 's', 0, n, TapeIr.NO, TapeIr.NO);
    return new Masks(new SecretInts(draft, random, any), null, List.of(), any.width(), any);
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
    return new Masks(new SecretInts(draft, value, mask), low, planes, width, opened);
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
    return bits.isEmpty();
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
