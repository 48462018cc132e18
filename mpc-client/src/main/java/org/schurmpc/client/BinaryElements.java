package org.schurmpc.client;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * A field F2[X]/(X^d + ...) of up to 128 bits. An element's bytes are its coefficients, from that
 * of 1 on.
 */
final class BinaryElements extends Elements {
  private final int degree;

  /** The modulus without X^d. */
  private final long tail;

  private final long lowMask;
  private final long highMask;

  /**
   * Creates a field.
   *
   * @param exponents those of the modulus below the degree, each below 64
   */
  BinaryElements(int degree, int... exponents) {
    this.degree = degree;
    this.tail = Arrays.stream(exponents).mapToLong(each -> 1L << each).reduce(0, (a, b) -> a ^ b);
    this.lowMask = degree >= Long.SIZE ? -1 : (1L << degree) - 1;
    this.highMask = degree <= Long.SIZE ? 0 : -1L >>> (2 * Long.SIZE - degree);
  }

  @Override
  int bits() {
    return degree;
  }

  @Override
  int coefficientBits() {
    return degree;
  }

  @Override
  int packedBits() {
    return degree;
  }

  private long read(byte[] elements, int index, int word) {
    int bytes = bytes();
    long value = 0;
    for (int i = Long.BYTES * word; i < Math.min(bytes, Long.BYTES * (word + 1)); i++) {
      value |= (elements[index * bytes + i] & 0xFFL) << (Byte.SIZE * i); // the shift is modulo 64
    }
    return value;
  }

  private byte[] write(long low, long high) {
    byte[] element = new byte[bytes()];
    for (int i = 0; i < element.length; i++) {
      element[i] = (byte) ((i < Long.BYTES ? low : high) >>> (Byte.SIZE * i));
    }
    return element;
  }

  @Override
  boolean areCanonical(byte[] elements, int n) {
    for (int i = 0; i < n; i++) {
      if ((read(elements, i, 0) & ~lowMask) != 0 || (read(elements, i, 1) & ~highMask) != 0) {
        return false;
      }
    }
    return true;
  }

  @Override
  byte[] sum(List<byte[]> vectors, int n) {
    byte[] sums = new byte[n * bytes()];
    for (byte[] vector : vectors) {
      for (int i = 0; i < sums.length; i++) {
        sums[i] ^= vector[i];
      }
    }
    return sums;
  }

  @Override
  byte[] combine(LongSupplier words, byte[] elements, int n, int mask) {
    long low = read(elements, mask, 0);
    long high = read(elements, mask, 1);
    for (int i = 0; i < n; i++) {
      long factorLow = words.getAsLong() & lowMask;
      long factorHigh = degree > Long.SIZE ? words.getAsLong() & highMask : 0;
      long[] product = product(factorLow, factorHigh, read(elements, i, 0), read(elements, i, 1));
      low ^= product[0];
      high ^= product[1];
    }
    return write(low, high);
  }

  /** Multiplies without carries, by Horner's rule: each step multiplies by X and reduces. */
  private long[] product(long aLow, long aHigh, long bLow, long bHigh) {
    long low = 0;
    long high = 0;
    for (int i = degree - 1; i >= 0; i--) {
      long top = degree > Long.SIZE ? high >>> (degree - 1 - Long.SIZE) : low >>> (degree - 1);
      high = ((high << 1) | (low >>> (Long.SIZE - 1))) & highMask;
      low = ((low << 1) & lowMask) ^ (tail & -(top & 1));
      long bit = -(((i < Long.SIZE ? bLow : bHigh) >>> i) & 1); // the shift is modulo 64
      low ^= aLow & bit;
      high ^= aHigh & bit;
    }
    return new long[] {low, high};
  }

  @Override
  BigInteger number(byte[] elements, int index) {
    byte[] bigEndian = new byte[bytes()];
    for (int i = 0; i < bigEndian.length; i++) {
      bigEndian[i] = elements[(index + 1) * bigEndian.length - 1 - i];
    }
    return new BigInteger(1, bigEndian);
  }

  @Override
  byte[] element(BigInteger number) {
    return write(number.longValue(), number.shiftRight(Long.SIZE).longValue());
  }

  @Override
  Optional<BigInteger> prime() {
    return Optional.empty();
  }
}
