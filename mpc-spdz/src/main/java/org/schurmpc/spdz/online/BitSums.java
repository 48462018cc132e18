package org.schurmpc.spdz.online;

import org.schurmpc.core.field.Field;
import org.schurmpc.spdz.share.ShareArithmetic;
import org.schurmpc.spdz.share.Shares;

/**
 * Values from shared bits ⟨b⟩ and public e = x + b modulo 2: the bits ⟨x⟩ = ⟨b⟩ + e in
 * characteristic 2, or ⟨x⟩ = e + ⟨b⟩ - 2 e ⟨b⟩ over a prime field, or their sums.
 */
final class BitSums {
  private final Field field;
  private final ShareArithmetic local;

  /** The bits of a value, as many as an element has, and their sum. */
  private final Shares rows;

  private final Shares sum;
  private final long[] zero;
  private final long[] one;

  BitSums(Field field, ShareArithmetic local) {
    this.field = field;
    this.local = local;
    this.rows = new Shares(field, field.bits());
    this.sum = new Shares(field, 1);
    this.zero = new long[field.limbs()];
    this.one = field.element(1);
  }

  /** Clears what an earlier value has left. */
  void begin() {
    rows.wipe();
  }

  /**
   * Writes the bits of a value.
   *
   * @param message the public bits, eight to a byte
   * @param first the number of the value's first bit in the message
   * @param from the shared bits, from element {@code fromAt} on
   */
  void copyBits(
      byte[] message, int first, int width, Shares from, int fromAt, Shares to, int toAt) {
    for (int h = 0; h < width; h++) {
      int e = message[(first + h) / 8] >>> (first + h) % 8 & 1;
      if (e == 0) {
        to.copy(toAt + h, from, fromAt + h, 1);
      } else {
        local.subtractFromPublic(one, 0, from, fromAt + h, to, toAt + h, 1);
      }
    }
  }

  /**
   * Writes a value: the sum of its bits, less an offset.
   *
   * @param message as in {@link #copyBits}
   * @param offset one public element
   */
  void compose(
      byte[] message,
      int first,
      int width,
      Shares from,
      int fromAt,
      long[] offset,
      Shares to,
      int toAt) {
    long[] e = new long[field.limbs()];
    for (int h = 0; h < width; h++) {
      int bit = message[(first + h) / 8] >>> (first + h) % 8 & 1;
      e[h / Long.SIZE] |= (long) bit << h;
      if (bit == 0 || field.isBinary()) {
        rows.copy(h, from, fromAt + h, 1);
      } else {
        local.subtractFromPublic(zero, 0, from, fromAt + h, rows, h, 1);
      }
    }
    field.composeEach(rows.values(), 0, sum.values(), 0, 1);
    field.composeEach(rows.macs(), 0, sum.macs(), 0, 1);
    if (!field.fromNumbers(e, 0, e, 0, 1)) {
      throw new IllegalStateException("a width of " + width + " bits");
    }
    field.subtract(e, 0, offset, 0, e, 0, 1);
    local.addPublic(e, 0, sum, 0, to, toAt, 1);
  }

  void wipe() {
    rows.wipe();
    sum.wipe();
  }
}
