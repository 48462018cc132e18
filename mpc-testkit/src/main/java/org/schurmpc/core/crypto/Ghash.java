package org.schurmpc.core.crypto;

import java.nio.ByteBuffer;
import javax.crypto.Cipher;
import javax.crypto.spec.SecretKeySpec;

/** GHASH by its definition, bit by bit: NIST SP 800-38D, sections 6.3 and 6.4. */
public final class Ghash {
  private Ghash() {}

  /** AES of one block. */
  public static byte[] aes(byte[] key, byte[] block) throws Exception {
    Cipher aes = Cipher.getInstance("AES/ECB/NoPadding");
    aes.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"));
    return aes.doFinal(block);
  }

  /** GHASH at h of the data, padded with zeros, and of a last block that holds the length. */
  public static byte[] hash(byte[] h, byte[] data, long bitLength) {
    ByteBuffer point = ByteBuffer.wrap(h);
    long[] power = {point.getLong(), point.getLong()};
    int blocks = (data.length + 15) / 16;
    ByteBuffer padded = ByteBuffer.allocate(16 * blocks + 16).put(data);
    padded.putLong(16 * blocks + 8, bitLength).position(0);
    long[] y = {0, 0};
    for (int i = 0; i <= blocks; i++) {
      y = multiply(new long[] {y[0] ^ padded.getLong(), y[1] ^ padded.getLong()}, power);
    }
    return ByteBuffer.allocate(16).putLong(y[0]).putLong(y[1]).array();
  }

  private static long[] multiply(long[] x, long[] y) {
    long zHigh = 0;
    long zLow = 0;
    long vHigh = y[0];
    long vLow = y[1];
    for (int i = 0; i < 128; i++) {
      long bit = i < 64 ? x[0] >>> (63 - i) : x[1] >>> (127 - i);
      if ((bit & 1) != 0) {
        zHigh ^= vHigh;
        zLow ^= vLow;
      }
      boolean carry = (vLow & 1) != 0;
      vLow = vLow >>> 1 | vHigh << 63;
      vHigh >>>= 1;
      if (carry) {
        vHigh ^= 0xe1L << 56;
      }
    }
    return new long[] {zHigh, zLow};
  }
}
