package org.schurmpc.vm.lib;

import java.util.ArrayList;
import java.util.List;
import org.schurmpc.vm.lang.ClearInts;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretBitVector;
import org.schurmpc.vm.lang.SecretInts;

/**
 * Compares public numbers c with secret numbers r whose bits are known, with few triples: finds the
 * highest of four blocks in which they differ, and compares this block alone (after Toft:
 * Sub-linear, secure comparison with two non-colluding parties, PKC 2011).
 *
 * <p>The m bits are four blocks of s = ⌊m/4⌋ - 1 bits, and 4 to 7 bits below, which a tree
 * compares: t says whether those of c are below those of r. With the differences d_3 to d_0 of the
 * blocks, and e_j for whether d_j is 0, c is below r if d_3 + e_3 (d_2 + e_2 (d_1 + e_1 (d_0 - t)))
 * is negative. This is a number of s + 1 bits, one of them for the sign, and its sign is taken by
 * {@link Shift#right}.
 *
 * <p>It takes 4 + ⌈log2 ⌈s/2⌉⌉ rounds for the number, and then a comparison of it. Tests for 0 take
 * s - 1 triples for a block, of which there are three: a tree of all m bits takes almost 3/2 for
 * each bit.
 */
final class BlockComparison {
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
    Shift shift = new Shift(b);
    List<SecretBitVector> bits = bits(block);
    SecretInts value = bits.get(0).asInts();
    for (int i = 1; i < s; i++) {
      value = value.plus(shift.left(bits.get(i).asInts(), i)).assumeFits(IntType.unsigned(s));
    }
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
