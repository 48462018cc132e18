package org.schurmpc.spdz.mixed;

import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.spdz.share.Shares;

/**
 * One party's parts of values that are held over F_p and of bits that are held in TinyOT. What the
 * values and the bits have to do with each other, their maker says.
 */
public final class MixedBatch implements AutoCloseable {
  private final Masks masks;
  private final Shares numbers;
  private final long[] blocks;
  private boolean spent;

  /** What a batch may mask when it is opened. */
  enum Masks {
    /** Nothing: a party knows the values, or they are parts of material. */
    NOTHING,
    /** Bits: each value is a bit that nobody knows. */
    BITS
  }

  /** Creates a batch that masks nothing. */
  MixedBatch(Shares numbers, long[] blocks) {
    this(Masks.NOTHING, numbers, blocks);
  }

  MixedBatch(Masks masks, Shares numbers, long[] blocks) {
    this.masks = masks;
    this.numbers = numbers;
    this.blocks = blocks;
  }

  /** Returns the shares over F_p themselves, not a copy. */
  public Shares numbers() {
    return numbers;
  }

  /**
   * Returns blocks of 64 bits one after the other, in the layout of TinyOT's random bits; not a
   * copy.
   */
  public long[] blocks() {
    return blocks;
  }

  /**
   * Notes that the batch has masked what is opened, which it does once. A closed batch is spent:
   * its shares are zeros with right MACs, and would mask nothing.
   *
   * @param what is masked
   * @throws IllegalArgumentException if batches of this kind do not mask it
   */
  void spend(Masks what) {
    if (what != masks) {
      throw new IllegalArgumentException("a batch of another kind than a mask of " + what);
    }
    if (spent) {
      throw new IllegalStateException("a batch of masks is used once, and before it is closed");
    }
    spent = true;
  }

  /** Wipes all shares, MACs and keys. */
  @Override
  public void close() {
    spent = true;
    numbers.wipe();
    Secrets.wipe(blocks);
  }
}
