package org.schurmpc.spdz.online;

import java.math.BigInteger;
import java.util.Arrays;
import org.schurmpc.core.eval.KeptInputs;
import org.schurmpc.core.eval.KeptValues;
import org.schurmpc.core.field.Field;
import org.schurmpc.spdz.share.ShareArithmetic;
import org.schurmpc.spdz.share.Shares;

/**
 * Inputs of clients, from kept bits ⟨b⟩ that nobody knows and the client's public bits e = x + b.
 * They are in their range whatever a client sends. Nothing is sent here.
 *
 * <p>The client's bits x of a signed value are its two's complement, whose highest bit is the
 * opposite of that of x + 2^(width-1): so this bit of e is changed.
 */
final class KeptRangeInputs {
  private final Field field;
  private final KeptShares shares;
  private final BitSums sums;

  KeptRangeInputs(Field field, ShareArithmetic local, KeptShares shares) {
    this.field = field;
    this.shares = shares;
    this.sums = new BitSums(field, local);
  }

  /**
   * Writes values.
   *
   * @param entry usable here
   * @param firstBit the place of the first value's first bit in the entry
   * @param range the values; their owner does not matter
   */
  void input(KeptInputs.Entry entry, int firstBit, InputRange range, Shares to, int toAt) {
    range.requireIn(field);
    int width = range.width();
    KeptValues kept = entry.values().orElse(null); // null for zeros
    Shares bits = new Shares(field, width);
    byte[] message = new byte[(width + 7) / 8];
    long[] offset =
        range.signed() ? field.element(BigInteger.TWO.pow(width - 1)) : field.element(0);
    sums.begin();
    try {
      for (int i = 0; i < range.n(); i++) {
        Arrays.fill(message, (byte) 0);
        for (int h = 0; h < width; h++) {
          int bit = firstBit + i * width + h;
          int e = entry.added(bit) ^ (range.signed() && h == width - 1 ? 1 : 0);
          message[h / 8] |= (byte) (e << h % 8);
          if (kept != null) {
            shares.copy(kept, bit, bits, h);
          }
        }
        if (range.asBits()) {
          sums.copyBits(message, 0, width, bits, 0, to, toAt + i * width);
        } else {
          sums.compose(message, 0, width, bits, 0, offset, to, toAt + i);
        }
      }
    } finally {
      bits.wipe();
      sums.wipe();
    }
  }

  void wipe() {
    sums.wipe();
  }
}
