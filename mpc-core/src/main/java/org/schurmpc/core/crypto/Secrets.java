package org.schurmpc.core.crypto;

import java.security.MessageDigest;
import java.util.Arrays;

/** Operations on secret arrays: comparison without a branch on the content, and wiping. */
public final class Secrets {
  private Secrets() {}

  /** Whether two arrays are equal; the time depends on their lengths only. */
  public static boolean equal(byte[] a, byte[] b) {
    return MessageDigest.isEqual(a, b);
  }

  /** Whether two arrays are equal; the time depends on their lengths only. */
  public static boolean equal(long[] a, long[] b) {
    if (a.length != b.length) {
      return false;
    }
    long different = 0;
    for (int i = 0; i < a.length; i++) {
      different |= a[i] ^ b[i];
    }
    return different == 0;
  }

  /** Overwrites every byte with zero. */
  public static void wipe(byte[] secret) {
    Arrays.fill(secret, (byte) 0);
  }

  /** Overwrites every word with zero. */
  public static void wipe(long[] secret) {
    Arrays.fill(secret, 0L);
  }
}
