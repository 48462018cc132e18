package org.schurmpc.tinyot.prep;

import java.util.Arrays;
import org.schurmpc.core.crypto.Secrets;

/**
 * One party's part of a batch of leaky ANDs [[x]], [[y]], [[z]], z = x ∧ y, of each of which the
 * peer may know x. Records that bucketing gathers at random: of x and z in one array, of y in
 * another, so that a record touches few cache lines.
 */
final class LeakyAnds {
  /**
   * Where in the arrays the first records start: so that records do not straddle cache lines where
   * a large array starts, after a header of 16 bytes, on such a line.
   */
  static final int XZ_START = 6;

  static final int Y_START = 2;

  /** Longs of a record of x and z: MAC and key of x, MAC and key of z. */
  static final int XZ = 8;

  /** Where in a record of x and z the part of z starts. */
  static final int Z = 4;

  /** Longs of a record of y: MAC and key. */
  static final int Y = 4;

  /** Where in the part of a bit the key follows the MAC. */
  static final int KEY = 2;

  /** Bits of a share byte. */
  static final int X_SHARE = 0;

  static final int Y_SHARE = 1;
  static final int Z_SHARE = 2;

  /** Whether Δ is still to be added to the key of z, for a public constant that the peer added. */
  static final int Z_KEY_SHIFT = 3;

  private int count;
  private long[] xz = new long[0];
  private long[] y = new long[0];
  private byte[] shares = new byte[0];
  private long[] checks = new long[0];

  /** Makes room for {@code newCount} leaky ANDs, a multiple of 64, all yet to be written. */
  void reset(int newCount) {
    if (newCount > shares.length) {
      wipe();
      xz = new long[XZ_START + Math.multiplyExact(newCount, XZ)];
      y = new long[Y_START + newCount * Y];
      shares = new byte[newCount];
      checks = new long[2 * newCount];
    }
    count = newCount;
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

  /** Two longs each: what both parties must hold the same of. */
  long[] checks() {
    return checks;
  }

  void wipe() {
    Secrets.wipe(xz);
    Secrets.wipe(y);
    Secrets.wipe(checks);
    Arrays.fill(shares, (byte) 0);
    count = 0;
  }
}
