package org.schurmpc.tinyot.prep;

import java.util.Arrays;
import org.schurmpc.core.crypto.Secrets;

/**
 * One party's part of a batch of leaky ANDs [[x]], [[y]], [[z]], z = x ∧ y, for each of which the
 * peer may know x. Bucketing gathers the records at random. The records of x and z are in one
 * array, those of y in another, so that a record touches few cache lines.
 */
final class LeakyAnds {
  /**
   * Start of the first record in the arrays: records do not straddle cache lines if a large array
   * starts, after a header of 16 bytes, on a cache line.
   */
  static final int XZ_START = 6;

  static final int Y_START = 2;

  /** Number of longs of a record of x and z: MAC and key of x, MAC and key of z. */
  static final int XZ = 8;

  /** Start of the part of z in a record of x and z. */
  static final int Z = 4;

  /** Number of longs of a record of y: MAC and key. */
  static final int Y = 4;

  /** Offset of the key from the MAC in the part of a bit. */
  static final int KEY = 2;

  /**
   * Bit number of the share of x in a share byte; the following constants number the other bits.
   */
  static final int X_SHARE = 0;

  static final int Y_SHARE = 1;
  static final int Z_SHARE = 2;

  /**
   * Bit number in a share byte: whether Δ is still to be added to the key of z, for a public
   * constant that the peer added.
   */
  static final int Z_KEY_SHIFT = 3;

  private int count;
  private long[] xz = new long[0];
  private long[] y = new long[0];
  private byte[] shares = new byte[0];

  /** Makes room for {@code newCount} leaky ANDs, a multiple of 64, all yet to be written. */
  void reset(int newCount) {
    if (newCount > shares.length) {
      wipe();
      drop(); // so that no two sets of arrays are held
      xz = new long[XZ_START + Math.multiplyExact(newCount, XZ)];
      y = new long[Y_START + newCount * Y];
      shares = new byte[newCount];
    }
    count = newCount;
  }

  private void drop() {
    xz = new long[0];
    y = new long[0];
    shares = new byte[0];
  }

  int count() {
    return count;
  }

  long[] xz() {
    return xz;
  }

  long[] y() {
    return y;
  }

  byte[] shares() {
    return shares;
  }

  void wipe() {
    Secrets.wipe(xz);
    Secrets.wipe(y);
    Arrays.fill(shares, (byte) 0);
    count = 0;
  }
}
