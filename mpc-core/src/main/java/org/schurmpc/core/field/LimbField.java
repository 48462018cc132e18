package org.schurmpc.core.field;

import java.math.BigInteger;

/** Base of all fields: sizes, bytes, and numbers as words. */
abstract class LimbField implements Field {
  private final String name;
  private final BigInteger order;
  private final int bits;
  private final int limbs;
  private final int bytes;

  LimbField(String name, BigInteger order, int bits) {
    this.name = name;
    this.order = order;
    this.bits = bits;
    this.limbs = (bits + Long.SIZE - 1) / Long.SIZE;
    this.bytes = (bits + Byte.SIZE - 1) / Byte.SIZE;
  }

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final BigInteger order() {
    return order;
  }

  @Override
  public final int bits() {
    return bits;
  }

  @Override
  public final int limbs() {
    return limbs;
  }

  @Override
  public final int bytes() {
    return bytes;
  }

  @Override
  public final void toBytes(long[] a, int aAt, byte[] to, int toAt, int n) {
    if (bytes == limbs * Long.BYTES) {
      Limbs.write(a, aAt, to, toAt, n * limbs);
      return;
    }
    int at = toAt;
    for (int j = 0; j < n * limbs; j += limbs) {
      for (int i = 0; i < limbs; i++) {
        int count = Math.min(Long.BYTES, bytes - i * Long.BYTES);
        Limbs.write(a[aAt + j + i], to, at, count);
        at += count;
      }
    }
  }

  @Override
  public final boolean fromBytes(byte[] from, int fromAt, long[] to, int toAt, int n) {
    if (bytes == limbs * Long.BYTES) {
      Limbs.read(from, fromAt, to, toAt, n * limbs);
      return areElements(to, toAt, n);
    }
    int at = fromAt;
    for (int j = 0; j < n * limbs; j += limbs) {
      for (int i = 0; i < limbs; i++) {
        int count = Math.min(Long.BYTES, bytes - i * Long.BYTES);
        to[toAt + j + i] = Limbs.read(from, at, count);
        at += count;
      }
    }
    return areElements(to, toAt, n);
  }

  /** Whether the words are valid elements; the time depends on n only. */
  abstract boolean areElements(long[] a, int aAt, int n);

  /** Copies the bits of numbers of {@link #limbs()} words to one string of bits. */
  final void pack(long[] a, int aAt, long[] words, int wordsAt, int n) {
    java.util.Arrays.fill(words, wordsAt, wordsAt + (int) (((long) n * bits + 63) >>> 6), 0);
    for (int j = 0; j < n; j++) {
      for (int i = 0; i < limbs; i++) {
        int count = Math.min(Long.SIZE, bits - i * Long.SIZE);
        long from = (long) j * bits + (long) i * Long.SIZE;
        Limbs.setBits(a[aAt + j * limbs + i], words, wordsAt, from, count);
      }
    }
  }

  /** Reads one number of the string written by {@link #pack}. */
  final void unpack(long[] words, int wordsAt, int j, long[] to, int toAt) {
    for (int i = 0; i < limbs; i++) {
      int count = Math.min(Long.SIZE, bits - i * Long.SIZE);
      to[toAt + i] = Limbs.bits(words, wordsAt, (long) j * bits + (long) i * Long.SIZE, count);
    }
  }

  static BigInteger toNumber(long[] words, int at, int n) {
    byte[] bigEndian = new byte[n * Long.BYTES];
    for (int i = 0; i < bigEndian.length; i++) {
      int place = bigEndian.length - 1 - i;
      bigEndian[i] = (byte) (words[at + place / Long.BYTES] >>> (8 * (place % Long.BYTES)));
    }
    return new BigInteger(1, bigEndian);
  }

  static void fromNumber(BigInteger value, long[] to, int toAt, int n) {
    for (int i = 0; i < n; i++) {
      to[toAt + i] = value.shiftRight(Long.SIZE * i).longValue();
    }
  }
}
