package org.schurmpc.vm.lib;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.schurmpc.vm.lang.Bounds;
import org.schurmpc.vm.lang.ClearInt;
import org.schurmpc.vm.lang.ClearInts;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretBit;
import org.schurmpc.vm.lang.SecretBitVector;
import org.schurmpc.vm.lang.SecretInt;
import org.schurmpc.vm.lang.SecretInts;

/**
 * Comparison of secret integers: the sign of the difference, by {@link Shift#right}. Exact.
 *
 * <p>Values of k bits, one of them for the sign, have a difference of k + 1 bits. It is hidden by k
 * + sigmaMask random bits, at statistical distance 2^-sigmaMask as {@link Shift} says, and the
 * field has room for k + 1 + sigmaMask bits; otherwise the program does not compile, and the
 * message names the prime that is needed.
 *
 * <p>A comparison takes 1 + ⌈log2 ⌈k/2⌉⌉ rounds, k + sigmaMask random bits, and less than 3k/2
 * triples.
 */
public final class Comparison {
  private final ProgramBuilder b;
  private final Shift shift;

  /** Creates the comparison of values of a program. */
  public Comparison(ProgramBuilder b) {
    this(b, new Shift(b));
  }

  private Comparison(ProgramBuilder b, Shift shift) {
    this.b = b;
    this.shift = shift;
  }

  /**
   * Returns the comparison in constant rounds: values of more than 16 bits then take 4 rounds, 2k -
   * 1 + 2 sigmaMask random bits, 3 ⌈k/2⌉ - 2 triples, ⌈k/2⌉ - 1 inverses, and two checks more. In
   * bytes, this is more than a comparison costs otherwise.
   */
  public Comparison inConstantRounds() {
    return new Comparison(b, shift.inConstantRounds());
  }

  /**
   * Returns the comparison with fewer triples, which opens less, but takes more rounds and random
   * bits, and a check more: for values of 64 bits 10 rounds, 67 triples and 159 bits. Values of up
   * to 16 bits are compared as otherwise.
   */
  public Comparison withFewTriples() {
    return new Comparison(b, shift.withFewTriples());
  }

  /** Returns whether x is below 0: as a comparison of values that are 1 bit shorter. */
  public SecretBitVector isNegative(SecretInts x) {
    return shift.isNegative(x);
  }

  /** Returns whether x is below 0: as a comparison of values that are 1 bit shorter. */
  public SecretBit isNegative(SecretInt x) {
    return isNegative(x.asVector()).get(0);
  }

  /** Returns whether x &lt; y. */
  public SecretBitVector lessThan(SecretInts x, SecretInts y) {
    return isNegative(x.minus(y));
  }

  /** Returns whether x &lt; y. */
  public SecretBitVector lessThan(SecretInts x, ClearInts y) {
    return isNegative(x.minus(y));
  }

  /** Returns whether x &lt; y. */
  public SecretBitVector lessThan(SecretInts x, long y) {
    return isNegative(x.minus(y));
  }

  /** Returns whether x &lt; y. */
  public SecretBit lessThan(SecretInt x, SecretInt y) {
    return isNegative(x.minus(y));
  }

  /** Returns whether x &lt; y. */
  public SecretBit lessThan(SecretInt x, ClearInt y) {
    return isNegative(x.minus(y));
  }

  /** Returns whether x &lt; y. */
  public SecretBit lessThan(SecretInt x, long y) {
    return isNegative(x.minus(y));
  }

  /** Returns whether x ≤ y. */
  public SecretBitVector atMost(SecretInts x, SecretInts y) {
    return lessThan(y, x).not();
  }

  /** Returns whether x ≤ y. */
  public SecretBitVector atMost(SecretInts x, ClearInts y) {
    return greaterThan(x, y).not();
  }

  /** Returns whether x ≤ y. */
  public SecretBitVector atMost(SecretInts x, long y) {
    return greaterThan(x, y).not();
  }

  /** Returns whether x ≤ y. */
  public SecretBit atMost(SecretInt x, SecretInt y) {
    return lessThan(y, x).not();
  }

  /** Returns whether x ≤ y. */
  public SecretBit atMost(SecretInt x, ClearInt y) {
    return greaterThan(x, y).not();
  }

  /** Returns whether x ≤ y. */
  public SecretBit atMost(SecretInt x, long y) {
    return greaterThan(x, y).not();
  }

  /** Returns whether x &gt; y. */
  public SecretBitVector greaterThan(SecretInts x, SecretInts y) {
    return lessThan(y, x);
  }

  /** Returns whether x &gt; y. */
  public SecretBitVector greaterThan(SecretInts x, ClearInts y) {
    return isNegative(y.minus(x));
  }

  /** Returns whether x &gt; y. */
  public SecretBitVector greaterThan(SecretInts x, long y) {
    return greaterThan(x, b.clear(y).asVector());
  }

  /** Returns whether x &gt; y. */
  public SecretBit greaterThan(SecretInt x, SecretInt y) {
    return lessThan(y, x);
  }

  /** Returns whether x &gt; y. */
  public SecretBit greaterThan(SecretInt x, ClearInt y) {
    return isNegative(y.minus(x));
  }

  /** Returns whether x &gt; y. */
  public SecretBit greaterThan(SecretInt x, long y) {
    return greaterThan(x, b.clear(y));
  }

  /** Returns whether x ≥ y. */
  public SecretBitVector atLeast(SecretInts x, SecretInts y) {
    return lessThan(x, y).not();
  }

  /** Returns whether x ≥ y. */
  public SecretBitVector atLeast(SecretInts x, ClearInts y) {
    return lessThan(x, y).not();
  }

  /** Returns whether x ≥ y. */
  public SecretBitVector atLeast(SecretInts x, long y) {
    return lessThan(x, y).not();
  }

  /** Returns whether x ≥ y. */
  public SecretBit atLeast(SecretInt x, SecretInt y) {
    return lessThan(x, y).not();
  }

  /** Returns whether x ≥ y. */
  public SecretBit atLeast(SecretInt x, ClearInt y) {
    return lessThan(x, y).not();
  }

  /** Returns whether x ≥ y. */
  public SecretBit atLeast(SecretInt x, long y) {
    return lessThan(x, y).not();
  }

  /** Returns the lesser value. Takes a comparison, and a triple and a round behind it. */
  public SecretInts min(SecretInts x, SecretInts y) {
    return lessThan(y, x).choose(y, x).assumeFits(x.bounds().min(y.bounds()));
  }

  /** Returns the lesser value. Takes a comparison, and a triple and a round behind it. */
  public SecretInt min(SecretInt x, SecretInt y) {
    return min(x.asVector(), y.asVector()).get(0);
  }

  /** Returns the greater value. Takes a comparison, and a triple and a round behind it. */
  public SecretInts max(SecretInts x, SecretInts y) {
    return lessThan(x, y).choose(y, x).assumeFits(x.bounds().max(y.bounds()));
  }

  /** Returns the greater value. Takes a comparison, and a triple and a round behind it. */
  public SecretInt max(SecretInt x, SecretInt y) {
    return max(x.asVector(), y.asVector()).get(0);
  }

  /** Returns |x|. Takes {@link #isNegative}, and a triple and a round behind it. */
  public SecretInts abs(SecretInts x) {
    Bounds size = new Bounds(BigInteger.ZERO, x.bounds().size());
    return isNegative(x).choose(x.negate(), x).assumeFits(size);
  }

  /** Returns |x|. Takes {@link #isNegative}, and a triple and a round behind it. */
  public SecretInt abs(SecretInt x) {
    return abs(x.asVector()).get(0);
  }

  /**
   * Returns the number within bounds that is the nearest to x. Takes a comparison for each bound
   * that x can pass, all at once, and a triple for each and a round behind them.
   */
  public SecretInts clamp(SecretInts x, Bounds to) {
    return cut(x, to).values();
  }

  /**
   * Numbers within bounds.
   *
   * @param outside for each bound that numbers can pass, which numbers did
   */
  record Cut(SecretInts values, List<SecretBitVector> outside) {}

  /** Returns the numbers within bounds as {@link #clamp}, and which ones were outside. */
  Cut cut(SecretInts x, Bounds to) {
    List<SecretInts> inside = new ArrayList<>();
    boolean below = x.bounds().least().compareTo(to.least()) < 0;
    if (below) {
      inside.add(x.minus(b.clear(to.least()).asVector()));
    }
    if (x.bounds().most().compareTo(to.most()) > 0) {
      inside.add(b.clear(to.most()).asVector().minus(x));
    }
    if (inside.isEmpty()) {
      return new Cut(x, List.of());
    }
    SecretInts all = SecretInts.join(inside.toArray(SecretInts[]::new));
    SecretBitVector outside = isNegative(all);
    SecretInts excess = outside.asInts().times(all);
    int n = x.size();
    SecretInts values = x;
    List<SecretBitVector> which = new ArrayList<>();
    for (int i = 0; i < inside.size(); i++) {
      SecretInts each = excess.slice(i * n, n);
      values = below && i == 0 ? values.minus(each) : values.plus(each);
      which.add(outside.slice(i * n, n));
    }
    return new Cut(values.assumeFits(to), which);
  }

  /** Returns -1, 0 or 1, as x is below, equal to or above 0. Takes two comparisons at once. */
  public SecretInts sign(SecretInts x) {
    SecretInts above = isNegative(x.negate()).asInts();
    return above.minus(isNegative(x).asInts()).assumeFits(IntType.signed(2));
  }

  /** Returns -1, 0 or 1, as x is below, equal to or above 0. Takes two comparisons at once. */
  public SecretInt sign(SecretInt x) {
    return sign(x.asVector()).get(0);
  }
}
