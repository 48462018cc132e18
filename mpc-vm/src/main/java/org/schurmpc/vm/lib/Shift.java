package org.schurmpc.vm.lib;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.schurmpc.vm.lang.Bounds;
import org.schurmpc.vm.lang.ClearInts;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.Masks;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretBitVector;
import org.schurmpc.vm.lang.SecretInt;
import org.schurmpc.vm.lang.SecretInts;
import org.schurmpc.vm.lib.parts.BitBorrows;
import org.schurmpc.vm.lib.parts.BitComparison;
import org.schurmpc.vm.lib.parts.BitNumbers;
import org.schurmpc.vm.lib.parts.PrefixProducts;

/**
 * Products and quotients of secret integers with powers of 2 (Catrina, de Hoogh: Improved
 * primitives for secure multiparty integer computation, SCN 2010).
 *
 * <p>For a value x of w bits, one of them for the sign, the parties open c = x + r for w - 1 +
 * sigmaMask random bits r. The sum is at statistical distance 2^-sigmaMask at most from r alone,
 * which does not depend on x: |x| is at most 2^(w-1), and r is uniform below 2^(w-1+sigmaMask). For
 * n values the distance is n times this. Then x mod 2^m = c mod 2^m - r mod 2^m + 2^m u, where u
 * says whether c mod 2^m is below r mod 2^m.
 *
 * <p>The field has room for w + sigmaMask bits; otherwise the program does not compile, and the
 * message names the prime that is needed.
 */
public final class Shift {
  /** Places up to which a tree of depth 3 compares, in a round less than products. */
  private static final int SHORT = 16;

  private final ProgramBuilder b;
  private final Below below;

  /** Whether rounds are constant, for which masks are of random bits. */
  private final boolean constant;

  /** How public numbers c are compared with secret numbers whose bits r are known. */
  private interface Below {
    /** Returns whether c is below r, as 0 or 1. */
    SecretInts of(ProgramBuilder b, ClearInts c, List<SecretBitVector> r);
  }

  /** Creates the functions for values of a program. */
  public Shift(ProgramBuilder b) {
    this(b, Shift::byTree, false);
  }

  private Shift(ProgramBuilder b, Below below, boolean constant) {
    this.b = b;
    this.below = below;
    this.constant = constant;
  }

  /**
   * Returns the functions in constant rounds. {@link #right} and {@link #lowBits} by more than 16
   * bits then take 4 rounds, w + m - 2 + 2 sigmaMask random bits, 3 ⌈m/2⌉ - 2 triples, ⌈m/2⌉ - 1
   * inverses, and two checks more; by fewer bits, what they take otherwise. Bits are over the
   * field.
   */
  public Shift inConstantRounds() {
    return new Shift(b, Shift::inProducts, true);
  }

  /**
   * Returns the functions with fewer triples, but more rounds, random bits, and a check more.
   * {@link #right} and {@link #lowBits} by more than 16 bits then take s - 1 + sigmaMask random
   * bits more for s = ⌊m/4⌋, and about m triples; by fewer bits, what they take otherwise.
   */
  public Shift withFewTriples() {
    return new Shift(b, Shift::inBlocks, false);
  }

  private static void requireBits(int m) {
    if (m < 0) {
      throw new IllegalArgumentException("a shift has 0 bits or more, not " + m);
    }
  }

  private ClearInts power(int exponent) {
    return b.clear(BigInteger.TWO.pow(exponent)).asVector();
  }

  /** Returns x times 2^m. Costs nothing. */
  public SecretInts left(SecretInts x, int m) {
    requireBits(m);
    return x.timesInField(power(m), x.bounds().times(BigInteger.TWO.pow(m)));
  }

  /** Returns x times 2^m. Costs nothing. */
  public SecretInt left(SecretInt x, int m) {
    return left(x.asVector(), m).get(0);
  }

  /** Returns the numbers of some bits, the lowest first. Costs nothing. */
  SecretInts composed(List<SecretBitVector> bits) {
    if (bits.get(0).isBoolean()) {
      return BitNumbers.of(b, bits);
    }
    SecretInts sum = bits.get(0).asInts();
    for (int i = 1; i < bits.size(); i++) {
      sum = sum.plus(left(bits.get(i).asInts(), i)).assumeFits(IntType.unsigned(bits.size()));
    }
    return sum;
  }

  /**
   * Returns x over 2^m, rounded down: exact for all x. Takes 1 + ⌈log2 ⌈m/2⌉⌉ rounds, w - 1 +
   * sigmaMask random bits, and less than 3m/2 triples.
   *
   * @param m number of bits; from w - 1 on, the quotient is 0 or -1
   */
  public SecretInts right(SecretInts x, int m) {
    requireBits(m);
    int bits = Math.min(m, x.width() - 1);
    // A value of width 1 is its own sign.
    return bits == 0 ? x : quotient(x, rest(x, bits, true), bits, x.bounds().shiftRight(bits));
  }

  /** Returns x over 2^m, rounded down, as {@link #right(SecretInts, int)}. */
  public SecretInt right(SecretInt x, int m) {
    return right(x.asVector(), m).get(0);
  }

  /**
   * Returns x over 2^m, rounded up or down: up if x mod 2^m is above a number that is uniform from
   * 0 to 2^m - 1 and public, so with probability (x mod 2^m)/2^m. The error is below 1, and 0 if
   * 2^m divides x. The rounding is not secret: whoever learns the quotient also learns on which
   * side of that number the rest is, if x/2^m is known otherwise. Takes 1 round, w - 1 + sigmaMask
   * random bits, and no triple.
   *
   * @param m number of bits; from w on, the mask has more bits: m + sigmaMask
   */
  public SecretInts rightProbabilistic(SecretInts x, int m) {
    requireBits(m);
    return m == 0 ? x : quotient(x, rest(x, m, false), m, x.bounds().roundedOver(m));
  }

  /** Returns x over 2^m as {@link #rightProbabilistic(SecretInts, int)}. */
  public SecretInt rightProbabilistic(SecretInt x, int m) {
    return rightProbabilistic(x.asVector(), m).get(0);
  }

  /** Returns whether x is below 0. */
  SecretBitVector isNegative(SecretInts x) {
    int w = x.width();
    Masks masks = b.hasBits() && !constant && w > 1 ? b.masks(x.size(), w, 0, w) : null;
    if (masks == null || !masks.bits().get(0).isBoolean()) {
      return right(x, w - 1).negate().assumeBits();
    }
    // Of x + 2^(w-1), which is not negative, the highest bit is 0 if x is negative.
    ClearInts c = x.openMasked(masks).plus(power(w - 1)).lowBits(w);
    SecretBitVector highest = new BitBorrows(c, masks.bits()).highest();
    return highest.not().asInts().assumeBits();
  }

  /** Returns x mod 2^m, from 0 to 2^m - 1. Costs the same as {@link #right(SecretInts, int)}. */
  public SecretInts lowBits(SecretInts x, int m) {
    requireBits(m);
    if (m < 1) {
      return x.minus(x);
    }
    return x.minus(left(right(x, m), m)).assumeFits(IntType.unsigned(m));
  }

  /** Returns x mod 2^m, from 0 to 2^m - 1. Costs the same as {@link #right(SecretInt, int)}. */
  public SecretInt lowBits(SecretInt x, int m) {
    return lowBits(x.asVector(), m).get(0);
  }

  /** Returns (x - rest) / 2^m. */
  private SecretInts quotient(SecretInts x, SecretInts rest, int m, Bounds bounds) {
    ClearInts inverse = b.clear(1).overInField(b.clear(BigInteger.TWO.pow(m))).asVector();
    return x.minus(rest).timesInField(inverse, bounds);
  }

  /** Returns x mod 2^m, or, if it need not be exact, this or this minus 2^m. */
  private SecretInts rest(SecretInts x, int m, boolean exact) {
    int w = Math.max(x.width(), m + 1);
    Masks masks = constant ? b.bitMasks(x.size(), w, m) : b.masks(x.size(), w, m, exact ? m : 0);
    // x + 2^(w-1) + r is not negative and below the prime, and 2^m divides 2^(w-1).
    ClearInts c = x.openMasked(masks).plus(power(w - 1)).lowBits(m);
    SecretInts rest = c.minus(masks.low());
    if (exact) {
      List<SecretBitVector> r = masks.bits().subList(0, m);
      SecretInts below = r.get(0).isBoolean() ? byTree(b, c, r) : this.below.of(b, c, r);
      rest = rest.plus(left(below, m));
    }
    return rest.assumeFits(exact ? IntType.unsigned(m) : IntType.signed(m + 1));
  }

  /** Returns whether c is below r, as 0 or 1. */
  static SecretInts byTree(ProgramBuilder b, ClearInts c, List<SecretBitVector> r) {
    return r.get(0).isBoolean()
        ? new BitBorrows(c, r).below().asInts()
        : new BitComparison(c, r).below();
  }

  private static SecretInts inProducts(ProgramBuilder b, ClearInts c, List<SecretBitVector> r) {
    return r.size() > SHORT ? new PrefixProducts(b, c, r).below() : byTree(b, c, r);
  }

  private static SecretInts inBlocks(ProgramBuilder b, ClearInts c, List<SecretBitVector> r) {
    return r.size() > SHORT ? new BlockComparison(b, c, r).below() : byTree(b, c, r);
  }

  /**
   * Compares public numbers c with secret numbers r whose bits are known, with few triples: finds
   * the highest of four blocks in which they differ, and compares this block alone (after Toft:
   * Sub-linear, secure comparison with two non-colluding parties, PKC 2011).
   *
   * <p>The m bits are four blocks of s = ⌊m/4⌋ - 1 bits, and 4 to 7 bits below, which a tree
   * compares: t says whether those of c are below those of r. With the differences d_3 to d_0 of
   * the blocks, and e_j for whether d_j is 0, c is below r if d_3 + e_3 (d_2 + e_2 (d_1 + e_1 (d_0
   * - t))) is negative. This is a number of s + 1 bits, one of them for the sign, and its sign is
   * taken by {@link Shift#right}.
   *
   * <p>It takes 4 + ⌈log2 ⌈s/2⌉⌉ rounds for the number, and then a comparison of it. Tests for 0
   * take s - 1 triples for a block, of which there are three: a tree of all m bits takes almost 3/2
   * for each bit.
   */
  private static final class BlockComparison {
    private static final int BLOCKS = 4;

    private final ProgramBuilder b;
    private final ClearInts c;
    private final List<SecretBitVector> r;

    /** Bits of a block. */
    private final int s;

    /** Bits below the blocks. */
    private final int low;

    /**
     * Creates a comparison.
     *
     * @param c numbers that are not negative, of which as many lowest bits count as r has
     * @param r bits, the lowest first; at least 8
     */
    BlockComparison(ProgramBuilder b, ClearInts c, List<SecretBitVector> r) {
      this.b = b;
      this.c = c;
      this.r = r;
      s = r.size() / BLOCKS - 1;
      low = r.size() - BLOCKS * s;
    }

    private int from(int block) {
      return low + block * s;
    }

    private List<SecretBitVector> bits(int block) {
      return r.subList(from(block), from(block) + s);
    }

    private SecretInts narrow(SecretInts x) {
      return x.assumeFits(IntType.signed(s + 1));
    }

    /** Returns the difference of a block. */
    private SecretInts difference(int block) {
      SecretInts value = new Shift(b).composed(bits(block));
      return narrow(c.shiftRight(from(block)).lowBits(s).minus(value));
    }

    /** Returns whether the numbers are equal in a block. */
    private SecretInts equal(int block) {
      return new BitComparison(c.shiftRight(from(block)), bits(block)).equal().asInts();
    }

    /** Returns whether c is below r, as 0 or 1. */
    SecretInts below() {
      List<SecretInts> d = new ArrayList<>();
      for (int block = 0; block < BLOCKS; block++) {
        d.add(difference(block));
      }
      SecretInts lowest = narrow(d.get(0).minus(new BitComparison(c, r.subList(0, low)).below()));
      SecretInts third = equal(3);
      SecretInts half = narrow(d.get(1).plus(equal(1).times(lowest)));
      SecretInts both = third.times(equal(2)).assumeBits().asInts();
      SecretInts first = narrow(d.get(3).plus(third.times(d.get(2))));
      return new Comparison(b).isNegative(narrow(first.plus(both.times(half)))).asInts();
    }
  }
}
