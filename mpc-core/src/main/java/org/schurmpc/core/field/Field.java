package org.schurmpc.core.field;

import java.math.BigInteger;
import java.util.Optional;

/**
 * A finite field, array by array. An element is {@link #limbs()} longs in the field's own form,
 * which is the one of each value: two elements are equal if their longs are. Zero is all zeros.
 * Elements of an array lie one after the other; every {@code at} counts longs, every {@code n}
 * elements. Where nothing else is said, source and target may be the same place but must not
 * overlap otherwise.
 *
 * <p>Operations on elements take the same time and touch the same memory whatever the elements are,
 * those aside that say otherwise. Fields are immutable and serve all threads.
 */
public interface Field {
  /** What users call it: "p128", "gf2_40", or a prime in decimal; {@link Fields#named} reads it. */
  String name();

  /** The number of elements. */
  BigInteger order();

  /** The characteristic: 2 or the order. */
  BigInteger characteristic();

  /** Whether the characteristic is 2; adding is XOR then. */
  default boolean isBinary() {
    return characteristic().bitLength() == 2;
  }

  /**
   * The bits k of an element, the least with order at most 2^k, and the length of the gadget vector
   * g (KOS16): 1, 2, 4, ... or 1, X, X^2, ...
   */
  int bits();

  /** Longs of an element. */
  int limbs();

  /** Bytes of an element on the wire: as many as hold its bits. */
  int bytes();

  /** to = a + b. */
  void add(long[] a, int aAt, long[] b, int bAt, long[] to, int toAt, int n);

  /** to = a - b. */
  void subtract(long[] a, int aAt, long[] b, int bAt, long[] to, int toAt, int n);

  /** to = a * b, element by element. */
  void multiply(long[] a, int aAt, long[] b, int bAt, long[] to, int toAt, int n);

  /** to = s * a, for one element s. */
  void scale(long[] s, int sAt, long[] a, int aAt, long[] to, int toAt, int n);

  /** to = to + s * a, for one element s. */
  void addScaled(long[] s, int sAt, long[] a, int aAt, long[] to, int toAt, int n);

  /** One element: the sum of a_i * b_i, reduced once. */
  void innerProduct(long[] a, int aAt, long[] b, int bAt, long[] to, int toAt, int n);

  /**
   * to = 1 / a, element by element, and 0 for 0.
   *
   * <p>Takes a power of each element.
   */
  void invert(long[] a, int aAt, long[] to, int toAt, int n);

  /**
   * Gadget sums of rows that lie one after the other: to_j = sum over h of g_h * rows[j k + h], for
   * each j below n, where k is {@link #bits()}. Target and source must not overlap.
   */
  void composeEach(long[] rows, int rowsAt, long[] to, int toAt, int n);

  /**
   * Gadget sums across rows: to_j = sum over h of g_h * (element j of row h). Row h starts at
   * {@code rowsAt + h * stride}. Target and source must not overlap.
   */
  void composeRows(long[] rows, int rowsAt, int stride, long[] to, int toAt, int n);

  /**
   * The element that bits make, the sum of g_h where bit h is set.
   *
   * @param words n k bits, 64 to a word, bit h of element j is number j k + h from the first word
   *     on
   */
  void fromBits(long[] words, int wordsAt, long[] to, int toAt, int n);

  /**
   * The bits of elements, which {@link #fromBits} takes back: h-th bit of element j to bit number j
   * k + h. Writes whole words, the last one filled up with zeros.
   */
  void toBits(long[] a, int aAt, long[] words, int wordsAt, int n);

  /**
   * The words of uniform randomness that make an element, at most 2^-112 from uniform: {@link
   * #limbs()}, or two more.
   */
  int uniformWords();

  /** Makes elements of {@link #uniformWords} uniform words each. */
  void fromUniform(long[] words, int wordsAt, long[] to, int toAt, int n);

  /** Writes elements to {@link #bytes()} bytes each: the one form of each on the wire. */
  void toBytes(long[] a, int aAt, byte[] to, int toAt, int n);

  /**
   * Reads elements of {@link #bytes()} bytes each.
   *
   * @return whether all bytes were those of elements; if not, what was written has no meaning
   */
  boolean fromBytes(byte[] from, int fromAt, long[] to, int toAt, int n);

  /**
   * One public element as a number: below the order; in characteristic 2 the polynomial's
   * coefficients as bits.
   */
  BigInteger toBigInteger(long[] a, int aAt);

  /**
   * The element of a public number, of any sign and size in a prime field, which is reduced.
   *
   * @throws IllegalArgumentException in characteristic 2, if it is none of {@link #toBigInteger}
   */
  void fromBigInteger(BigInteger value, long[] to, int toAt);

  /** A new array that holds the element of a public number. */
  default long[] element(BigInteger value) {
    long[] element = new long[limbs()];
    fromBigInteger(value, element, 0);
    return element;
  }

  /** A new array that holds the element of a small public number. */
  default long[] element(long value) {
    return element(BigInteger.valueOf(value));
  }

  /**
   * A square root of one public element, the lesser of both as numbers; in characteristic 2 the
   * only one. Not in constant time.
   */
  Optional<long[]> squareRoot(long[] a, int aAt);
}
