package org.schurmpc.client;

import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

/** The integers modulo a prime. */
final class PrimeElements extends Elements {
  private static final BigInteger WORD =
      BigInteger.ONE.shiftLeft(Long.SIZE).subtract(BigInteger.ONE);

  private static final int TWO_WORDS = 2 * Long.SIZE;

  /** Most bits of a number that, subtracted from 2^128, gives a prime without Montgomery form. */
  private static final int PSEUDO_MERSENNE_BITS = 28;

  private static final int DIGIT_BITS = 52;

  private final BigInteger p;

  /** The factor between a number and its canonical bytes, and the factor back. */
  private final BigInteger r;

  private final BigInteger rInverse;

  /** Creates the field of a prime, which may be small in tests. */
  PrimeElements(BigInteger p) {
    this.p = p;
    this.r = factor(p);
    this.rInverse = r.modInverse(p);
  }

  /** Returns the field of the prime 2^bits - less. */
  static PrimeElements below(int bits, long less) {
    return new PrimeElements(BigInteger.ONE.shiftLeft(bits).subtract(BigInteger.valueOf(less)));
  }

  private static BigInteger factor(BigInteger p) {
    int bits = p.bitLength();
    if (bits <= Long.SIZE) {
      return BigInteger.ONE.shiftLeft(Long.SIZE).mod(p);
    }
    BigInteger below = BigInteger.ONE.shiftLeft(TWO_WORDS).subtract(p);
    if (bits == TWO_WORDS && below.bitLength() <= PSEUDO_MERSENNE_BITS) {
      return BigInteger.ONE;
    }
    int digits = bits <= TWO_WORDS ? 3 : 5;
    return BigInteger.ONE.shiftLeft(digits * DIGIT_BITS).mod(p);
  }

  @Override
  int bits() {
    return p.bitLength();
  }

  @Override
  int coefficientBits() {
    return p.bitLength() - 1;
  }

  @Override
  int packedBits() {
    return p.bitLength() - 2; // floor(log2 p) - 1, so that 2^k is at most p / 2
  }

  private BigInteger read(byte[] elements, int index) {
    byte[] bigEndian = new byte[bytes()];
    for (int i = 0; i < bigEndian.length; i++) {
      bigEndian[i] = elements[(index + 1) * bigEndian.length - 1 - i];
    }
    return new BigInteger(1, bigEndian);
  }

  private void write(BigInteger value, byte[] elements, int index) {
    byte[] bigEndian = value.toByteArray(); // perhaps with a zero in front
    int bytes = bytes();
    for (int i = 0; i < bytes && i < bigEndian.length; i++) {
      elements[index * bytes + i] = bigEndian[bigEndian.length - 1 - i];
    }
  }

  @Override
  boolean areCanonical(byte[] elements, int n) {
    for (int i = 0; i < n; i++) {
      if (read(elements, i).compareTo(p) >= 0) {
        return false;
      }
    }
    return true;
  }

  @Override
  byte[] sum(List<byte[]> vectors, int n) {
    byte[] sums = new byte[n * bytes()];
    for (int i = 0; i < n; i++) {
      BigInteger sum = BigInteger.ZERO;
      for (byte[] vector : vectors) {
        sum = sum.add(read(vector, i));
      }
      write(sum.mod(p), sums, i);
    }
    return sums;
  }

  /** The factor of the canonical bytes is in every term, so it stays outside. */
  @Override
  byte[] combine(LongSupplier words, byte[] elements, int n, int mask) {
    BigInteger sum = read(elements, mask);
    for (int i = 0; i < n; i++) {
      sum = sum.add(coefficient(words).multiply(read(elements, i)));
    }
    byte[] combination = new byte[bytes()];
    write(sum.mod(p), combination, 0);
    return combination;
  }

  private BigInteger coefficient(LongSupplier words) {
    BigInteger number = BigInteger.ZERO;
    for (int bit = 0; bit < coefficientBits(); bit += Long.SIZE) {
      int bits = Math.min(Long.SIZE, coefficientBits() - bit);
      long word = words.getAsLong() & (-1L >>> (Long.SIZE - bits));
      number = number.or(BigInteger.valueOf(word).and(WORD).shiftLeft(bit));
    }
    return number;
  }

  @Override
  BigInteger number(byte[] elements, int index) {
    return read(elements, index).multiply(rInverse).mod(p);
  }

  @Override
  byte[] element(BigInteger number) {
    byte[] element = new byte[bytes()];
    write(number.multiply(r).mod(p), element, 0);
    return element;
  }

  @Override
  Optional<BigInteger> prime() {
    return Optional.of(p);
  }
}
