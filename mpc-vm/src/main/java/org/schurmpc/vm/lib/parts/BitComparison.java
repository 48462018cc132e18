package org.schurmpc.vm.lib.parts;

import java.util.ArrayList;
import java.util.List;
import org.schurmpc.vm.lang.ClearInts;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.SecretBitVector;
import org.schurmpc.vm.lang.SecretInts;

/**
 * Compares public numbers c, element by element, with secret numbers r whose bits are known.
 *
 * <p>Both say of two neighbouring bits whether c's are below r's, and whether they are equal: this
 * is linear in the secret bits and their product, which does not wait for c. So the first level of
 * the tree shares the round in which c is opened. For m bits the answer is there ⌈log2 ⌈m/2⌉⌉
 * rounds after c.
 */
public final class BitComparison {
  private static final IntType BIT = IntType.unsigned(1);

  private final ClearInts c;
  private final List<SecretBitVector> r;

  /**
   * Creates a comparison.
   *
   * @param c numbers that are not negative, of which as many lowest bits count as r has
   * @param r bits, the lowest first; at least 1
   */
  public BitComparison(ClearInts c, List<SecretBitVector> r) {
    this.c = c;
    this.r = r;
  }

  /** Whether a range of c's bits is below r's, and whether it is equal: 0 or 1. */
  public record Part(SecretInts below, SecretInts equal) {
    static Part of(SecretInts below, SecretInts equal) {
      return new Part(below.assumeBits().asInts(), equal.assumeBits().asInts());
    }

    /** Returns whether c's range and what is below it are below r's: one product. */
    public SecretInts above(SecretInts lowBelow) {
      return below.plus(equal.times(lowBelow)).assumeBits().asInts();
    }

    /** Joins two ranges: the higher one decides unless it is equal, and one summand is 0. */
    static Part joined(Part low, Part high) {
      return of(high.below.plus(high.equal.times(low.below)), high.equal.times(low.equal));
    }
  }

  /** Returns a bit of c. */
  public ClearInts bit(int i) {
    return c.shiftRight(i).lowBits(1).assumeFits(BIT);
  }

  /** Returns 1 - c_i. */
  public ClearInts not(int i) {
    return bit(i).times(-1).plus(1);
  }

  /** Returns 2 c_i - 1. */
  public ClearInts sign(int i) {
    return bit(i).times(2).minus(1);
  }

  private SecretInts secret(int i) {
    return r.get(i).asInts();
  }

  private Part single(int i) {
    SecretInts below = secret(i).times(not(i));
    return Part.of(below, secret(i).times(sign(i)).plus(not(i)));
  }

  /** Returns the part of the bits i and i + 1. */
  private Part pair(int i) {
    SecretInts low = secret(i);
    SecretInts high = secret(i + 1);
    SecretInts both = low.times(high);
    ClearInts neither = not(i + 1).times(not(i));
    ClearInts mixed = sign(i + 1).times(not(i));
    SecretInts below = high.times(not(i + 1)).plus(low.times(neither)).plus(both.times(mixed));
    SecretInts equal =
        high.times(mixed)
            .plus(low.times(not(i + 1).times(sign(i))))
            .plus(both.times(sign(i + 1).times(sign(i))))
            .plus(neither);
    return Part.of(below, equal);
  }

  /** Returns the part of all bits. */
  public Part whole() {
    List<Part> parts = new ArrayList<>();
    for (int i = 0; i + 1 < r.size(); i += 2) {
      parts.add(pair(i));
    }
    if (r.size() % 2 == 1) {
      parts.add(single(r.size() - 1));
    }
    return Trees.reduced(parts, Part::joined);
  }

  /** Returns whether c is below r, as 0 or 1. */
  public SecretInts below() {
    return whole().below;
  }

  /** Returns whether c equals r. */
  public SecretBitVector equal() {
    return whole().equal.assumeBits();
  }

  /** Returns by i, as 0 or 1, whether c's lowest i + 1 bits are below r's. */
  public List<SecretInts> prefixes() {
    List<Part> parts = new ArrayList<>();
    for (int i = 0; i < r.size(); i++) {
      parts.add(i % 2 == 0 ? single(i) : pair(i - 1));
    }
    return Trees.prefixes(parts, 1, Part::joined).stream().map(Part::below).toList();
  }
}
