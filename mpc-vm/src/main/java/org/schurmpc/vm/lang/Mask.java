package org.schurmpc.vm.lang;

import java.util.List;
import org.schurmpc.vm.ir.Operation;
import org.schurmpc.vm.ir.TapeIr;

/**
 * Fresh secret randomness that hides one value when it is opened. {@link
 * ProgramBuilder#uniformMask} and {@link ProgramBuilder#bitMask} make masks.
 */
public final class Mask {
  private final SecretInt value;
  private final List<SecretBit> bits;
  private final int hidden;
  private final int openedWidth;
  private String used;

  private Mask(SecretInt value, List<SecretBit> bits, int hidden, int openedWidth) {
    this.value = value;
    this.bits = List.copyOf(bits);
    this.hidden = hidden;
    this.openedWidth = openedWidth;
  }

  /** Makes a mask that is any element: it hides perfectly. */
  static Mask uniform(Draft draft) {
    int any = draft.field(0).bits() + 1;
    int random = draft.emit(Operation.RAND, 's', 0, 1, TapeIr.NO, TapeIr.NO);
    return new Mask(new SecretInt(draft, random, any), List.of(), any, any);
  }

  /** Makes a mask of random bits that hides values of a width at distance 2^-sigmaMask. */
  static Mask bits(Draft draft, int width, int sigmaMask) {
    if (sigmaMask < 1) {
      throw draft.error("a mask of bits needs a sigma mask of at least 1 bit");
    }
    // The sum of mask and value has one bit more, and one for the sign.
    int count = width + sigmaMask;
    draft.requireRoom(width);
    int random = draft.emit(Operation.BIT, 's', 0, count, TapeIr.NO, TapeIr.NO);
    SecretInt value = new SecretInt(draft, draft.compose(0, random, count), count + 1);
    List<SecretBit> bits = draft.bits(random, count);
    return new Mask(value, bits, width, count + 2);
  }

  /** Returns the mask as a value. */
  public SecretInt value() {
    return value;
  }

  /** Returns the mask's bits, the lowest first; none for a mask that is any element. */
  public List<SecretBit> bits() {
    return bits;
  }

  int openedWidth() {
    return openedWidth;
  }

  /** Takes the mask for a value, once. */
  SecretInt take(Draft draft, int width) {
    if (used != null) {
      throw draft.error("a mask is used twice, at first in line %s".formatted(used));
    }
    if (value.isOutsideOfLoop()) {
      throw draft.error("a mask that was made outside of a loop is used in it, perhaps twice");
    }
    if (width > hidden) {
      throw draft.error(
          "a mask for %d bits does not hide a value of %d bits".formatted(hidden, width));
    }
    used = draft.lines.text();
    return value;
  }
}
