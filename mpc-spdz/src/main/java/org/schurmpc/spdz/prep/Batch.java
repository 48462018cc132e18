package org.schurmpc.spdz.prep;

import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.field.Field;
import org.schurmpc.spdz.share.Shares;

/**
 * A batch of tuples of shared values: all first values, then all second ones, and so on; and shares
 * of their MACs in the same order.
 */
final class Batch implements AutoCloseable {
  final int n;
  final long[] values;
  final long[] macs;
  private final Field field;
  private final int limbs;

  Batch(Field field, int tuple, int n) {
    this.n = n;
    this.field = field;
    this.limbs = field.limbs();
    this.values = new long[Math.multiplyExact(tuple * limbs, n)];
    this.macs = new long[values.length];
  }

  /** Returns the start of the values at a place of the tuples. */
  int at(int place) {
    return place * n * limbs;
  }

  /** Copies one value with its MAC. */
  void copy(int place, int i, Batch to, int toPlace, int toI) {
    System.arraycopy(values, at(place) + i * limbs, to.values, to.at(toPlace) + toI * limbs, limbs);
    System.arraycopy(macs, at(place) + i * limbs, to.macs, to.at(toPlace) + toI * limbs, limbs);
  }

  /**
   * Returns the first {@code count} tuples as items: value and MAC, next value and MAC.
   *
   * @param tuple number of values of an item: the first places
   */
  long[] items(int tuple, int count) {
    long[] items = new long[Math.multiplyExact(2 * tuple * limbs, count)];
    int to = 0;
    for (int i = 0; i < count; i++) {
      for (int place = 0; place < tuple; place++) {
        int from = at(place) + i * limbs;
        System.arraycopy(values, from, items, to, limbs);
        System.arraycopy(macs, from, items, to + limbs, limbs);
        to += 2 * limbs;
      }
    }
    return items;
  }

  /** Returns copies of consecutive values and MACs at a place of the tuples. */
  Shares shares(int place, int first, int count) {
    Shares copy = new Shares(field, count);
    int from = at(place) + first * limbs;
    System.arraycopy(values, from, copy.values(), 0, count * limbs);
    System.arraycopy(macs, from, copy.macs(), 0, count * limbs);
    return copy;
  }

  void wipe() {
    Secrets.wipe(values);
    Secrets.wipe(macs);
  }

  /** Wipes the batch. */
  @Override
  public void close() {
    wipe();
  }
}
