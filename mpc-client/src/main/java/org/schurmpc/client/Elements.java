package org.schurmpc.client;

import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * The arithmetic of a field on canonical bytes, as deliveries need it: sums of vectors, and random
 * combinations of their elements. An element has the minimum number of bytes that holds its bits,
 * the least significant byte first. In prime fields these are the bytes of x R mod p, in the form
 * of Montgomery in which parties compute: R is 1 for primes of 128 bits that are at most 2^28 below
 * 2^128, and otherwise 2^64 for primes of up to 64 bits, 2^156 for up to 128, and 2^260 for more.
 *
 * <p>Not in constant time: all values are the client's own.
 */
abstract sealed class Elements permits BinaryElements, PrimeElements {
  /** The domain of bits under pairwise MACs, whose combinations are in GF(2^64). */
  static final String BITS = "bits";

  /** Combinations of a delivery are as many as make this number of random bits a coefficient. */
  private static final int COMBINATION_BITS = 120;

  private static final int LEAST_PRIME_BITS = 32;
  private static final int MOST_PRIME_BITS = 256;
  private static final int CERTAINTY = 100;

  /**
   * Returns the field of a domain; for bits, that of their combinations. Empty if there is none.
   */
  static Optional<Elements> named(String domain) {
    return switch (domain) {
      case BITS, "gf2_64" -> Optional.of(new BinaryElements(64, 4, 3, 1, 0));
      case "gf2_40" -> Optional.of(new BinaryElements(40, 20, 15, 10, 0));
      case "gf2_42" -> Optional.of(new BinaryElements(42, 7, 0));
      case "gf2_128" -> Optional.of(new BinaryElements(128, 7, 2, 1, 0));
      case "p128" -> Optional.of(PrimeElements.below(128, 159));
      case "p192" -> Optional.of(PrimeElements.below(192, 237));
      case "p256" -> Optional.of(PrimeElements.below(256, 189));
      default -> prime(domain);
    };
  }

  private static Optional<Elements> prime(String domain) {
    if (!domain.matches("[1-9][0-9]{0,77}")) {
      return Optional.empty();
    }
    BigInteger p = new BigInteger(domain);
    return p.bitLength() < LEAST_PRIME_BITS
            || p.bitLength() > MOST_PRIME_BITS
            || !p.isProbablePrime(CERTAINTY)
        ? Optional.empty()
        : Optional.of(new PrimeElements(p));
  }

  /** Returns the number of bits of an element. */
  abstract int bits();

  /** Returns the number of bytes of an element. */
  final int bytes() {
    return (bits() + Byte.SIZE - 1) / Byte.SIZE;
  }

  /** Returns the number of random bits of a coefficient. */
  abstract int coefficientBits();

  /** Returns the number of bits that a packed element holds. */
  abstract int packedBits();

  /** Returns the number of a delivery's combinations, and of its masks. */
  final int combinations() {
    return (COMBINATION_BITS + coefficientBits() - 1) / coefficientBits();
  }

  /** Returns whether all of {@code n} elements are in their only encoding. */
  abstract boolean areCanonical(byte[] elements, int n);

  /** Returns the sum of vectors of {@code n} elements. */
  abstract byte[] sum(List<byte[]> vectors, int n);

  /**
   * Returns the sum over i below n of a random coefficient times element i, plus the element at
   * {@code mask}.
   *
   * @param words gives the words of the coefficients, in the order of the elements
   */
  abstract byte[] combine(LongSupplier words, byte[] elements, int n, int mask);

  /** Returns an element as a number below the order, or as the coefficients of a polynomial. */
  abstract BigInteger number(byte[] elements, int index);

  /** Returns the bytes of a number below the order, the inverse of {@link #number}. */
  abstract byte[] element(BigInteger number);

  /** Returns the order of a prime field; empty in characteristic 2. */
  abstract Optional<BigInteger> prime();
}
