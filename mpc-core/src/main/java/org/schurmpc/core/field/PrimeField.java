package org.schurmpc.core.field;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.Optional;

/**
 * The integers modulo a prime p. The longs of an element with value x are those of x R mod p, least
 * significant first, for an R that the subclass chooses (Montgomery).
 */
abstract class PrimeField extends LimbField {
  /** Number of bits of an exponent that are taken together. */
  private static final int WINDOW = 4;

  /** Statistical distance of elements from uniform, at most 2 to the power of minus this number. */
  private static final int UNIFORM_BITS = 112;

  private final BigInteger p;
  private final BigInteger r;
  private final BigInteger rInverse;

  /** The words of the number 1, and those of R^2 mod p. */
  private final long[] unit;

  private final long[] rSquared;
  private final int uniformWords;
  private final PrimeRoots roots;

  PrimeField(String name, BigInteger p, BigInteger r) {
    super(name, p, p.bitLength());
    this.p = p;
    this.r = r.mod(p);
    this.rInverse = r.modInverse(p);
    this.unit = words(BigInteger.ONE);
    this.rSquared = words(r.multiply(r).mod(p));
    // Of 2^w numbers, excess fall on residues that are hit once more often than the others.
    BigInteger all = BigInteger.ONE.shiftLeft(Long.SIZE * limbs());
    BigInteger excess = all.mod(p);
    BigInteger distance = excess.multiply(p.subtract(excess)).shiftLeft(UNIFORM_BITS);
    this.uniformWords = distance.compareTo(p.multiply(all)) <= 0 ? limbs() : limbs() + 2;
    this.roots = new PrimeRoots(this, p);
  }

  private long[] words(BigInteger number) {
    long[] words = new long[limbs()];
    fromNumber(number, words, 0, limbs());
    return words;
  }

  /**
   * Computes to = x R^(e-1) mod p, for a number x of n words.
   *
   * @param e 0, 1 or 2
   */
  abstract void reduce(long[] words, int at, int n, int e, long[] to, int toAt);

  @Override
  public final BigInteger characteristic() {
    return p;
  }

  @Override
  public final void composeEach(long[] rows, int rowsAt, long[] to, int toAt, int n) {
    new PrimeGadget(this).composeEach(rows, rowsAt, to, toAt, n);
  }

  @Override
  public final void composeRows(long[] rows, int rowsAt, int stride, long[] to, int toAt, int n) {
    new PrimeGadget(this).composeRows(rows, rowsAt, stride, to, toAt, n);
  }

  @Override
  public final void fromBits(long[] words, int wordsAt, long[] to, int toAt, int n) {
    long[] number = new long[limbs()];
    for (int j = 0; j < n; j++) {
      unpack(words, wordsAt, j, number, 0);
      reduce(number, 0, limbs(), 2, to, toAt + j * limbs());
    }
    Arrays.fill(number, 0);
  }

  @Override
  public final void toBits(long[] a, int aAt, long[] words, int wordsAt, int n) {
    int limbs = limbs();
    long[] numbers = new long[n * limbs];
    for (int j = 0; j < n * limbs; j += limbs) {
      reduce(a, aAt + j, limbs, 0, numbers, j);
    }
    pack(numbers, 0, words, wordsAt, n);
    Arrays.fill(numbers, 0);
  }

  /** Multiplies by the words of 1, which divides by R. */
  @Override
  public void toNumbers(long[] a, int aAt, long[] words, int wordsAt, int n) {
    scale(unit, 0, a, aAt, words, wordsAt, n);
  }

  @Override
  public boolean fromNumbers(long[] words, int wordsAt, long[] to, int toAt, int n) {
    boolean elements = areElements(words, wordsAt, n);
    scale(rSquared, 0, words, wordsAt, to, toAt, n);
    return elements;
  }

  @Override
  public final int uniformWords() {
    return uniformWords;
  }

  @Override
  public void fromUniform(long[] words, int wordsAt, long[] to, int toAt, int n) {
    for (int j = 0; j < n; j++) {
      reduce(words, wordsAt + j * uniformWords, uniformWords, 1, to, toAt + j * limbs());
    }
  }

  @Override
  public void fromSums(long[] sums, int at, long[] tops, long[] to, int toAt, int n) {
    int limbs = limbs();
    long[] number = new long[limbs + 1];
    for (int i = 0; i < n * limbs; i += limbs) {
      long carry = 0;
      for (int j = 0; j < limbs; j++) {
        long low = sums[at + i + j] - (tops[i + j] << 32) + (carry & Limbs.HALF);
        long high = tops[i + j] + (carry >>> 32) + (low >>> 32);
        number[j] = (low & Limbs.HALF) | (high << 32);
        carry = high >>> 32;
      }
      number[limbs] = carry;
      reduce(number, 0, limbs + 1, 1, to, toAt + i);
    }
    Arrays.fill(number, 0);
  }

  /** Computes a^(p-2). */
  @Override
  public final void invert(long[] a, int aAt, long[] to, int toAt, int n) {
    BigInteger exponent = p.subtract(BigInteger.TWO);
    for (int j = 0; j < n * limbs(); j += limbs()) {
      power(a, aAt + j, exponent, to, toAt + j);
    }
  }

  /** Raises one element to a public power, in time that depends on the exponent only. */
  final void power(long[] a, int aAt, BigInteger exponent, long[] to, int toAt) {
    int limbs = limbs();
    long[] powers = new long[limbs << WINDOW];
    fromBigInteger(BigInteger.ONE, powers, 0);
    for (int i = 1; i < 1 << WINDOW; i++) {
      multiply(powers, (i - 1) * limbs, a, aAt, powers, i * limbs, 1);
    }
    long[] result = Arrays.copyOf(powers, limbs);
    for (int i = (exponent.bitLength() - 1) / WINDOW; i >= 0; i--) {
      for (int s = 0; s < WINDOW; s++) {
        multiply(result, 0, result, 0, result, 0, 1);
      }
      int digit = exponent.shiftRight(i * WINDOW).intValue() & ((1 << WINDOW) - 1);
      multiply(result, 0, powers, digit * limbs, result, 0, 1);
    }
    System.arraycopy(result, 0, to, toAt, limbs);
    Arrays.fill(powers, 0);
    Arrays.fill(result, 0);
  }

  @Override
  public final BigInteger toBigInteger(long[] a, int aAt) {
    return toNumber(a, aAt, limbs()).multiply(rInverse).mod(p);
  }

  @Override
  public final void fromBigInteger(BigInteger value, long[] to, int toAt) {
    fromNumber(value.multiply(r).mod(p), to, toAt, limbs());
  }

  @Override
  public final Optional<long[]> squareRoot(long[] a, int aAt) {
    return roots.of(a, aAt);
  }
}
