package org.schurmpc.vm.code;

import java.util.Arrays;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Numbers of preprocessed items that TinyOT's bits take, and of those that are in both domains.
 *
 * @param ands number of triples a, b, a ∧ b
 * @param bits number of random bits
 * @param daBits number of random bits in both domains
 * @param inputs number of bits known to each party, by party; empty if there are none; not copied
 * @param masks number of masks of each kind; none of it is 0
 */
@SuppressWarnings("ArrayRecordComponent")
public record MixedCounts(
    long ands, long bits, long daBits, long[] inputs, SortedMap<MaskUse, Long> masks) {
  /** No items. */
  public static final MixedCounts NONE =
      new MixedCounts(0, 0, 0, new long[0], Collections.emptySortedMap());

  public MixedCounts {
    masks = Collections.unmodifiableSortedMap(new TreeMap<>(masks));
  }

  /** Returns ANDs alone. */
  public static MixedCounts ands(long n) {
    return new MixedCounts(n, 0, 0, NONE.inputs, NONE.masks);
  }

  /** Returns random bits alone. */
  public static MixedCounts bits(long n) {
    return new MixedCounts(0, n, 0, NONE.inputs, NONE.masks);
  }

  /** Returns random bits in both domains alone. */
  public static MixedCounts daBits(long n) {
    return new MixedCounts(0, 0, n, NONE.inputs, NONE.masks);
  }

  /** Returns bits known to each party alone. */
  public static MixedCounts inputs(long... byParty) {
    return new MixedCounts(0, 0, 0, byParty, NONE.masks);
  }

  /** Returns masks of one kind alone. */
  public static MixedCounts masks(MaskUse kind, long n) {
    TreeMap<MaskUse, Long> masks = new TreeMap<>();
    masks.put(kind, n);
    return new MixedCounts(0, 0, 0, NONE.inputs, masks);
  }

  /** Returns the number of bits known to a party. */
  public long inputs(int party) {
    return party < inputs.length ? inputs[party] : 0;
  }

  /**
   * Returns the sum.
   *
   * @throws ArithmeticException if a number exceeds 63 bits
   */
  public MixedCounts plus(MixedCounts other) {
    if (other.isNone()) {
      return this;
    }
    TreeMap<MaskUse, Long> sums = new TreeMap<>(masks);
    other.masks.forEach((kind, n) -> sums.merge(kind, n, Math::addExact));
    sums.values().removeIf(n -> n == 0);
    long[] each = Arrays.copyOf(inputs, Math.max(inputs.length, other.inputs.length));
    for (int party = 0; party < each.length; party++) {
      each[party] = Math.addExact(each[party], other.inputs(party));
    }
    return new MixedCounts(
        Math.addExact(ands, other.ands),
        Math.addExact(bits, other.bits),
        Math.addExact(daBits, other.daBits),
        each,
        sums);
  }

  /**
   * Returns all numbers multiplied.
   *
   * @throws ArithmeticException if a number exceeds 63 bits
   */
  public MixedCounts times(long factor) {
    TreeMap<MaskUse, Long> products = new TreeMap<>();
    masks.forEach((kind, n) -> products.put(kind, Math.multiplyExact(n, factor)));
    products.values().removeIf(n -> n == 0);
    return new MixedCounts(
        Math.multiplyExact(ands, factor),
        Math.multiplyExact(bits, factor),
        Math.multiplyExact(daBits, factor),
        Arrays.stream(inputs).map(each -> Math.multiplyExact(each, factor)).toArray(),
        products);
  }

  /** Whether all numbers are 0. */
  public boolean isNone() {
    return (ands | bits | daBits) == 0
        && masks.isEmpty()
        && Arrays.stream(inputs).allMatch(each -> each == 0);
  }

  /** Whether a number is below 0. */
  public boolean isShort() {
    return ands < 0
        || bits < 0
        || daBits < 0
        || Arrays.stream(inputs).anyMatch(each -> each < 0)
        || masks.values().stream().anyMatch(each -> each < 0);
  }

  /** Whether all numbers are equal. */
  public boolean sameAs(MixedCounts other) {
    int parties = Math.max(inputs.length, other.inputs.length);
    return ands == other.ands
        && bits == other.bits
        && daBits == other.daBits
        && masks.equals(other.masks)
        && Arrays.equals(Arrays.copyOf(inputs, parties), Arrays.copyOf(other.inputs, parties));
  }

  /** Whether both have the same kinds of items. */
  public boolean sameKinds(MixedCounts other) {
    boolean same =
        ands > 0 == other.ands > 0
            && bits > 0 == other.bits > 0
            && daBits > 0 == other.daBits > 0
            && masks.keySet().equals(other.masks.keySet());
    for (int party = 0; party < Math.max(inputs.length, other.inputs.length); party++) {
      same &= inputs(party) > 0 == other.inputs(party) > 0;
    }
    return same;
  }

  @Override
  public String toString() {
    return "%d ANDs, %d bits, %d daBits, %s input bits and masks %s"
        .formatted(ands, bits, daBits, Arrays.toString(inputs), masks);
  }
}
