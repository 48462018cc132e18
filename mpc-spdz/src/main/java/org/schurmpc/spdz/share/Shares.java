package org.schurmpc.spdz.share;

import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.field.Field;

/**
 * One party's parts of n shared elements: its shares of the values in one array and its shares of
 * their MACs in another, {@link Field#limbs()} longs each, one after the other. The shares of all
 * parties add up to the value, those of the MACs to value * α.
 *
 * <p>Positions and counts in methods of shares are in elements, those in the arrays in longs.
 */
public final class Shares {
  private final Field field;
  private final int count;
  private final long[] values;
  private final long[] macs;

  /** Creates shares of {@code count} zeros. */
  public Shares(Field field, int count) {
    int longs = Math.multiplyExact(count, field.limbs());
    this.field = field;
    this.count = count;
    this.values = new long[longs];
    this.macs = new long[longs];
  }

  public Field field() {
    return field;
  }

  /** Returns the number of elements. */
  public int count() {
    return count;
  }

  /** Returns the shares of the values themselves, not a copy. */
  public long[] values() {
    return values;
  }

  /** Returns the shares of the MACs themselves, not a copy. */
  public long[] macs() {
    return macs;
  }

  /** Returns the start of an element in either array. */
  public int at(int element) {
    return element * field.limbs();
  }

  /** Copies elements of other shares to this object; the two ranges may overlap. */
  public void copy(int to, Shares from, int fromElement, int n) {
    int longs = n * field.limbs();
    System.arraycopy(from.values, from.at(fromElement), values, at(to), longs);
    System.arraycopy(from.macs, from.at(fromElement), macs, at(to), longs);
  }

  /** Wipes all elements. */
  public void wipe() {
    Secrets.wipe(values);
    Secrets.wipe(macs);
  }

  /** Returns the size only: the shared values are secret. */
  @Override
  public String toString() {
    return "Shares[" + count + " of " + field.name() + "]";
  }
}
