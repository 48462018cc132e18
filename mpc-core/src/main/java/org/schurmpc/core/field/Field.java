package org.schurmpc.core.field;

import java.math.BigInteger;
import java.util.Optional;

/**
 * A finite field, with operations on arrays. An element is {@link #limbs()} longs in a form that is
 * the field's own and unique: two elements are equal if their longs are. Zero is all zeros.
 * Elements of an array lie one after the other; every {@code at} counts longs, every {@code n}
 * elements. Unless stated otherwise, source and target may be at equal places but must not overlap
 * otherwise.
 *
 * <p>Time and memory accesses of operations on elements do not depend on the elements, unless
 * stated otherwise. Fields are immutable and thread-safe.
 */
public interface Field {
  /**
   * Returns the name for users: "p128", "gf2_40", or a prime in decimal; {@link Fields#named} reads
   * such names.
   */
  String name();

  /** Returns the number of elements. */
  BigInteger order();

  /** Returns the characteristic: 2 or the order. */
  BigInteger characteristic();

  /** Whether the characteristic is 2, so that addition is XOR. */
  default boolean isBinary() {
    return characteristic().bitLength() == 2;
  }

  /**
   * Returns the number k of bits of an element: the least k with order at most 2^k. k is also the
   * length of the gadget vector g (KOS16): 1, 2, 4, ... or 1, X, X^2, ...
   */
  int bits();

  /** Returns the number of longs of an element. */
  int limbs();

  /** Returns the number of bytes of an element on the wire: the minimum that holds its bits. */
  int bytes();

  /** Computes to = a + b. */
  void add(long[] a, int aAt, long[] b, int bAt, long[] to, int toAt, int n);

  /** Computes to = a - b. */
  void subtract(long[] a, int aAt, long[] b, int bAt, long[] to, int toAt, int n);

  /** Computes to = a * b, element by element. */
  void multiply(long[] a, int aAt, long[] b, int bAt, long[] to, int toAt, int n);

  /** Computes to = s * a, for one element s. */
  void scale(long[] s, int sAt, long[] a, int aAt, long[] to, int toAt, int n);

  /** Computes to = to + s * a, for one element s. */
  void addScaled(long[] s, int sAt, long[] a, int aAt, long[] to, int toAt, int n);

  /** Computes one element: the sum of a_i * b_i, reduced once. */
  void innerProduct(long[] a, int aAt, long[] b, int bAt, long[] to, int toAt, int n);

  /**
   * Makes elements of sums of elements' longs, as {@link
   * org.schurmpc.core.kernel.PlaceKernels#sumAtPlaces} computes them, of at most 2^20 terms; in a
   * prime field alone.
   *
   * @param sums the sums modulo 2^64
   * @param tops the sums of the high halves, from index 0
   */
  default void fromSums(long[] sums, int at, long[] tops, long[] to, int toAt, int n) {
    throw new IllegalStateException("sums of numbers are for prime fields");
  }

  /**
   * Computes to = 1 / a, element by element, and 0 for 0.
   *
   * <p>Raises each element to a power.
   */
  void invert(long[] a, int aAt, long[] to, int toAt, int n);

  /**
   * Computes gadget sums of consecutive rows: to_j = sum over h of g_h * rows[j k + h], for each j
   * below n, where k is {@link #bits()}. Target and source must not overlap.
   */
  void composeEach(long[] rows, int rowsAt, long[] to, int toAt, int n);

  /**
   * Computes gadget sums across rows: to_j = sum over h of g_h * (element j of row h). Row h starts
   * at {@code rowsAt + h * stride}. Target and source must not overlap.
   */
  void composeRows(long[] rows, int rowsAt, int stride, long[] to, int toAt, int n);

  /**
   * Makes elements of bits: the sum of g_h for each set bit h.
   *
   * @param words n k bits, 64 to a word; bit h of element j is bit number j k + h from the first
   *     word on
   */
  void fromBits(long[] words, int wordsAt, long[] to, int toAt, int n);

  /**
   * Writes the bits of elements, the inverse of {@link #fromBits}: bit h of element j becomes bit
   * number j k + h. Writes whole words, padding the last one with zeros.
   */
  void toBits(long[] a, int aAt, long[] words, int wordsAt, int n);

  /**
   * Returns the number of words of uniform randomness that make an element at statistical distance
   * at most 2^-112 from uniform: {@link #limbs()}, or two more.
   */
  int uniformWords();

  /** Makes elements of {@link #uniformWords} uniform words each. */
  void fromUniform(long[] words, int wordsAt, long[] to, int toAt, int n);

  /** Writes elements as {@link #bytes()} bytes each, in the unique encoding of the wire. */
  void toBytes(long[] a, int aAt, byte[] to, int toAt, int n);

  /**
   * Reads elements of {@link #bytes()} bytes each.
   *
   * @return whether all bytes encode elements; if not, the output has no meaning
   */
  boolean fromBytes(byte[] from, int fromAt, long[] to, int toAt, int n);

  /**
   * Writes elements as numbers below the order, {@link #limbs()} longs each, the least significant
   * first; in characteristic 2, the polynomials' coefficients as bits.
   */
  void toNumbers(long[] a, int aAt, long[] words, int wordsAt, int n);

  /**
   * Reads elements from numbers, the inverse of {@link #toNumbers}.
   *
   * @return whether all numbers are below the order; if not, the output has no meaning
   */
  boolean fromNumbers(long[] words, int wordsAt, long[] to, int toAt, int n);

  /**
   * Returns one public element as a number below the order; in characteristic 2, the polynomial's
   * coefficients as bits.
   */
  BigInteger toBigInteger(long[] a, int aAt);

  /**
   * Writes the element of a public number. In a prime field the number may have any sign and size
   * and is reduced.
   *
   * @throws IllegalArgumentException in characteristic 2, if the number is not a value of {@link
   *     #toBigInteger}
   */
  void fromBigInteger(BigInteger value, long[] to, int toAt);

  /** Returns a new array that holds the element of a public number. */
  default long[] element(BigInteger value) {
    long[] element = new long[limbs()];
    fromBigInteger(value, element, 0);
    return element;
  }

  /** Returns a new array that holds the element of a small public number. */
  default long[] element(long value) {
    return element(BigInteger.valueOf(value));
  }

  /**
   * Returns a square root of one public element: the lesser of both as numbers, or in
   * characteristic 2 the only root. Not in constant time.
   */
  Optional<long[]> squareRoot(long[] a, int aAt);
}
