package org.schurmpc.spdz.share;

import java.util.Arrays;
import org.schurmpc.core.field.Field;

/**
 * Local operations on shares (KSS13, section 2.2): sums, differences, products with public
 * elements, and sums with public elements. To add a public c, the first party adds c to its share,
 * and each party adds its share of α times c to its share of the MAC.
 *
 * <p>All positions and counts are in elements, except those of public arrays, which are in longs.
 * Targets may be the sources but must not overlap them otherwise.
 */
public final class ShareArithmetic {
  private static final int BLOCK = 128;

  private final Field field;
  private final boolean first;
  private final long[] key;
  private final long[] zeros;

  /**
   * Creates the operations of a party.
   *
   * @param party this party's index
   * @param key this party's share of α, one element; not copied, not changed
   */
  public ShareArithmetic(Field field, int party, long[] key) {
    if (key.length != field.limbs()) {
      throw new IllegalStateException("a global key of " + key.length + " words");
    }
    this.field = field;
    this.first = party == 0;
    this.key = key;
    this.zeros = new long[BLOCK * field.limbs()];
  }

  /** Computes to = a + b. */
  public void add(Shares a, int aAt, Shares b, int bAt, Shares to, int toAt, int n) {
    int i = a.at(aAt);
    int j = b.at(bAt);
    int k = to.at(toAt);
    field.add(a.values(), i, b.values(), j, to.values(), k, n);
    field.add(a.macs(), i, b.macs(), j, to.macs(), k, n);
  }

  /** Computes to = a - b. */
  public void subtract(Shares a, int aAt, Shares b, int bAt, Shares to, int toAt, int n) {
    int i = a.at(aAt);
    int j = b.at(bAt);
    int k = to.at(toAt);
    field.subtract(a.values(), i, b.values(), j, to.values(), k, n);
    field.subtract(a.macs(), i, b.macs(), j, to.macs(), k, n);
  }

  /** Computes to = s * a, for one public element s. */
  public void scale(long[] s, int sAt, Shares a, int aAt, Shares to, int toAt, int n) {
    field.scale(s, sAt, a.values(), a.at(aAt), to.values(), to.at(toAt), n);
    field.scale(s, sAt, a.macs(), a.at(aAt), to.macs(), to.at(toAt), n);
  }

  /** Computes to = c * a, element by element, for public elements c. */
  public void multiply(long[] c, int cAt, Shares a, int aAt, Shares to, int toAt, int n) {
    field.multiply(a.values(), a.at(aAt), c, cAt, to.values(), to.at(toAt), n);
    field.multiply(a.macs(), a.at(aAt), c, cAt, to.macs(), to.at(toAt), n);
  }

  /** Computes to = a + c, for public elements c. */
  public void addPublic(long[] c, int cAt, Shares a, int aAt, Shares to, int toAt, int n) {
    if (a != to || aAt != toAt) {
      to.copy(toAt, a, aAt, n);
    }
    int at = to.at(toAt);
    if (first) {
      field.add(to.values(), at, c, cAt, to.values(), at, n);
    }
    field.addScaled(key, 0, c, cAt, to.macs(), at, n);
  }

  /** Computes to = c - a, for public elements c. */
  public void subtractFromPublic(long[] c, int cAt, Shares a, int aAt, Shares to, int toAt, int n) {
    for (int done = 0; done < n; done += BLOCK) {
      int now = Math.min(BLOCK, n - done);
      int from = a.at(aAt + done);
      int at = to.at(toAt + done);
      field.subtract(zeros, 0, a.values(), from, to.values(), at, now);
      field.subtract(zeros, 0, a.macs(), from, to.macs(), at, now);
    }
    addPublic(c, cAt, to, toAt, to, toAt, n);
  }

  /** Sets to = c, for public elements c. */
  public void set(long[] c, int cAt, Shares to, int toAt, int n) {
    int at = to.at(toAt);
    int end = to.at(toAt + n);
    Arrays.fill(to.values(), at, end, 0);
    Arrays.fill(to.macs(), at, end, 0);
    addPublic(c, cAt, to, toAt, to, toAt, n);
  }
}
