package org.schurmpc.vm.lib.parts;

import java.util.ArrayList;
import java.util.List;
import org.schurmpc.vm.lang.ClearBitVector;
import org.schurmpc.vm.lang.ClearInts;
import org.schurmpc.vm.lang.SecretBitVector;

/**
 * Compares public numbers c, element by element, with secret numbers r whose bits are in TinyOT: as
 * {@link BitComparison}, with XOR for nothing.
 *
 * <p>Of two neighbouring bits both answers are linear in r's bits and their product, so that the
 * first level of the tree takes one AND for two bits, and shares the round in which c is opened.
 * For m bits the answer is there ⌈log2 ⌈m/2⌉⌉ rounds after c, for less than 3m/2 ANDs.
 */
public final class BitBorrows {
  private final List<SecretBitVector> r;
  private final List<ClearBitVector> c;

  /** Complements of c's bits. */
  private final List<ClearBitVector> not;

  /**
   * Creates a comparison.
   *
   * @param c numbers that are not negative, of which as many lowest bits count as r has
   * @param r bits, the lowest first; at least 1
   */
  public BitBorrows(ClearInts c, List<SecretBitVector> r) {
    this.r = r;
    this.c = c.bits(r.size());
    this.not = this.c.stream().map(ClearBitVector::not).toList();
  }

  /** Whether a range of c's bits is below r's, and whether it is equal. */
  private record Part(SecretBitVector below, SecretBitVector equal) {
    /** Joins two ranges: the higher one decides unless it is equal, and one summand is 0. */
    static Part joined(Part low, Part high) {
      return new Part(high.below.xor(high.equal.and(low.below)), high.equal.and(low.equal));
    }
  }

  private Part single(int i) {
    return new Part(r.get(i).and(not.get(i)), r.get(i).xor(not.get(i)));
  }

  /** Returns the part of the bits i and i + 1, of whose product it is linear. */
  private Part pair(int i) {
    SecretBitVector low = r.get(i);
    SecretBitVector high = r.get(i + 1);
    SecretBitVector both = low.and(high);
    ClearBitVector neither = not.get(i + 1).and(not.get(i));
    SecretBitVector below =
        high.and(not.get(i + 1)).xor(low.and(neither)).xor(both.and(not.get(i)));
    SecretBitVector equal =
        both.xor(low.and(not.get(i + 1))).xor(high.and(not.get(i))).xor(neither);
    return new Part(below, equal);
  }

  private Part whole() {
    List<Part> parts = new ArrayList<>();
    for (int i = 0; i + 1 < r.size(); i += 2) {
      parts.add(pair(i));
    }
    if (r.size() % 2 == 1) {
      parts.add(single(r.size() - 1));
    }
    return Trees.reduced(parts, Part::joined);
  }

  /** Returns whether c is below r. */
  public SecretBitVector below() {
    return whole().below;
  }

  /** Returns whether c equals r: one AND less than bits. */
  public SecretBitVector equal() {
    List<SecretBitVector> same = new ArrayList<>();
    for (int i = 0; i + 1 < r.size(); i += 2) {
      same.add(pair(i).equal);
    }
    if (r.size() % 2 == 1) {
      same.add(single(r.size() - 1).equal);
    }
    return Trees.reduced(same, SecretBitVector::and);
  }

  /** Returns the bits of c - r, the lowest first. */
  public List<SecretBitVector> difference() {
    List<Part> parts = new ArrayList<>();
    for (int i = 0; i < r.size() - 1; i++) {
      parts.add(i % 2 == 0 ? single(i) : pair(i - 1));
    }
    List<Part> prefixes = parts.isEmpty() ? parts : Trees.prefixes(parts, 1, Part::joined);
    List<SecretBitVector> bits = new ArrayList<>();
    for (int i = 0; i < r.size(); i++) {
      SecretBitVector sum = r.get(i).xor(c.get(i));
      bits.add(i == 0 ? sum : sum.xor(prefixes.get(i - 1).below));
    }
    return bits;
  }

  /** Returns the highest bit of c - r. */
  public SecretBitVector highest() {
    int top = r.size() - 1;
    SecretBitVector sum = r.get(top).xor(c.get(top));
    return top == 0 ? sum : sum.xor(new BitBorrows(r.subList(0, top), c, not).below());
  }

  private BitBorrows(List<SecretBitVector> r, List<ClearBitVector> c, List<ClearBitVector> not) {
    this.r = r;
    this.c = c;
    this.not = not;
  }
}
