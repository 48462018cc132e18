package org.schurmpc.spdz.share;

import java.util.Arrays;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.field.Field;

/**
 * Opened values that are not checked yet, equal at all parties, and this party's shares of their
 * MACs. Of values opened by their coordinates there are only the differences m_i - α_i v, this
 * party's share of the MAC less its key times the value, which add up to zero.
 */
final class OpenedValues {
  private static final int FIRST = 256;

  private final Field field;
  private long[] values;
  private long[] macs;
  private int count;
  private boolean reserved;
  private long[] differences = {};
  private int differenceLongs;

  OpenedValues(Field field) {
    this.field = field;
    this.values = new long[FIRST * field.limbs()];
    this.macs = new long[FIRST * field.limbs()];
  }

  /** Returns the values, not a copy; valid until more room is made. */
  long[] values() {
    return values;
  }

  /** Returns this party's shares of the MACs, not a copy; valid until more room is made. */
  long[] macs() {
    return macs;
  }

  /** Returns the number of values. */
  int count() {
    return count;
  }

  /**
   * Makes room for values that are being opened. Until {@link #noteReserved}, there is room for
   * these alone.
   *
   * @return the start of the room in both arrays, in longs
   */
  int reserve(int n) {
    requireNoneReserved();
    int from = room(n);
    reserved = true;
    return from;
  }

  private int room(int n) {
    int limbs = field.limbs();
    int from = limbs * count;
    int end = Math.addExact(from, Math.multiplyExact(limbs, n));
    if (end > values.length) {
      values = grown(values, end);
      macs = grown(macs, end);
    }
    return from;
  }

  private static long[] grown(long[] array, int least) {
    int twice = (int) Math.min(Integer.MAX_VALUE - 8, 2L * array.length);
    long[] larger = Arrays.copyOf(array, Math.max(least, twice));
    Secrets.wipe(array);
    return larger;
  }

  /** Adds the values that were written where {@link #reserve} made room. */
  void noteReserved(int n) {
    count += n;
    reserved = false;
  }

  /**
   * Requires that no values are being opened.
   *
   * @throws IllegalStateException if there are such values
   */
  void requireNoneReserved() {
    if (reserved) {
      throw new IllegalStateException("values are being opened");
    }
  }

  /** Adds values and shares of their MACs, {@code n} elements each. */
  void add(long[] opened, int at, long[] macShares, int macsAt, int n) {
    int from = reserve(n);
    System.arraycopy(opened, at, values, from, n * field.limbs());
    System.arraycopy(macShares, macsAt, macs, from, n * field.limbs());
    noteReserved(n);
  }

  /** Whether there are neither values nor differences. */
  boolean isEmpty() {
    return count == 0 && differenceLongs == 0;
  }

  /** Returns the differences, not a copy; valid until more room is made. */
  long[] differences() {
    return differences;
  }

  /** Returns the number of longs of the differences. */
  int differenceLongs() {
    return differenceLongs;
  }

  /**
   * Makes room for {@code n} differences, which are counted at once.
   *
   * @return the start of the room, in longs
   */
  int addDifferences(int n) {
    int from = differenceLongs;
    int end = Math.addExact(from, Math.multiplyExact(field.limbs(), n));
    if (end > differences.length) {
      differences = grown(differences, end);
    }
    differenceLongs = end;
    return from;
  }

  /** Moves all values and differences to the end of others. */
  void moveTo(OpenedValues others) {
    requireNoneReserved();
    others.add(values, 0, macs, 0, count);
    int at = others.addDifferences(differenceLongs / field.limbs());
    System.arraycopy(differences, 0, others.differences, at, differenceLongs);
    clear();
  }

  /** Sets all values to zero and forgets them. */
  void clear() {
    Arrays.fill(values, 0, count * field.limbs(), 0);
    Arrays.fill(macs, 0, count * field.limbs(), 0);
    Arrays.fill(differences, 0, differenceLongs, 0);
    count = 0;
    differenceLongs = 0;
  }

  /** Wipes all arrays. */
  void wipe() {
    Secrets.wipe(values);
    Secrets.wipe(macs);
    Secrets.wipe(differences);
    count = 0;
    differenceLongs = 0;
  }
}
