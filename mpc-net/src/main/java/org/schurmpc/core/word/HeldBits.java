package org.schurmpc.core.word;

import org.schurmpc.core.crypto.Secrets;

/** Holds a party's authenticated bits; subclasses say which bits are behind which words. */
public abstract class HeldBits implements TiedBits {
  private final long[] delta;
  private final long[] shares;
  private final long[] macs;
  private final long[] keys;

  /**
   * Makes room for bits, which are constant zeros: share, MAC and key are zero.
   *
   * @param delta this party's key, one long for each long of a MAC; wiped by {@link #wipe}
   */
  protected HeldBits(int bits, long[] delta) {
    int longs = Math.multiplyExact(bits, delta.length);
    this.delta = delta;
    this.shares = new long[bits / Long.SIZE + 1];
    this.macs = new long[longs];
    this.keys = new long[longs];
  }

  @Override
  public final long[] shares() {
    return shares;
  }

  @Override
  public final long[] macs() {
    return macs;
  }

  @Override
  public final long[] keys() {
    return keys;
  }

  @Override
  public final long[] delta() {
    return delta;
  }

  @Override
  public final int macLongs() {
    return delta.length;
  }

  /** Sets all bits to constant zeros. */
  protected final void zero() {
    Secrets.wipe(shares);
    Secrets.wipe(macs);
    Secrets.wipe(keys);
  }

  /** Wipes the bits and the key. */
  public final void wipe() {
    zero();
    Secrets.wipe(delta);
  }
}
