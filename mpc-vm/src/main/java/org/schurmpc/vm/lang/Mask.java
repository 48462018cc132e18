package org.schurmpc.vm.lang;

import java.util.List;

/**
 * Fresh secret randomness that hides one value when it is opened. {@link
 * ProgramBuilder#uniformMask} and {@link ProgramBuilder#bitMask} make masks.
 */
public final class Mask {
  final Masks masks;

  Mask(Masks masks) {
    this.masks = masks;
  }

  /** Returns the mask as a value. */
  public SecretInt value() {
    return masks.value().get(0);
  }

  /** Returns the mask's bits, the lowest first; none for a mask that is any element. */
  public List<SecretBit> bits() {
    return masks.bits().stream().map(bit -> bit.get(0)).toList();
  }
}
