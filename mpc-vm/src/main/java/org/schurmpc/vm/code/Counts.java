package org.schurmpc.vm.code;

import java.util.Arrays;

/**
 * Numbers of preprocessed items over one field, and, over the first one, of those that TinyOT's
 * bits take.
 *
 * @param triples number of triples a, b, ab
 * @param squares number of pairs a, a^2
 * @param bits number of random bits
 * @param inverses number of pairs a, 1/a
 * @param inputs number of values known to each party, by party; not copied
 * @param ownBits number of bits known to each party, by party, over a prime field; not copied
 * @param lookups number of masked copies of the first tables, by table; none of further tables; not
 *     copied
 * @param mixed what TinyOT's bits take, and what is in both domains
 */
@SuppressWarnings("ArrayRecordComponent")
public record Counts(
    long triples,
    long squares,
    long bits,
    long inverses,
    long[] inputs,
    long[] ownBits,
    long[] lookups,
    MixedCounts mixed) {
  private static final long[] NONE = {};

  /** Creates numbers of items without parties' own bits and masked tables. */
  public Counts(long triples, long squares, long bits, long inverses, long[] inputs) {
    this(triples, squares, bits, inverses, inputs, new long[inputs.length], NONE, MixedCounts.NONE);
  }

  /** Returns what TinyOT's bits take, and nothing else. */
  public static Counts of(MixedCounts mixed, int parties) {
    return none(parties).withMixed(mixed);
  }

  /** Returns these items with others for TinyOT's bits. */
  public Counts withMixed(MixedCounts other) {
    return new Counts(triples, squares, bits, inverses, inputs, ownBits, lookups, other);
  }

  /** Returns a number of values known to each party, and of bits, and nothing else. */
  public static Counts known(long[] inputs, long[] ownBits) {
    return new Counts(0, 0, 0, 0, inputs, ownBits, NONE, MixedCounts.NONE);
  }

  /** Returns no items. */
  public static Counts none(int parties) {
    return new Counts(0, 0, 0, 0, new long[parties]);
  }

  /**
   * Returns these items, where a bit known to a party is made of a random bit and a value known to
   * the party, as in characteristic 2.
   *
   * @throws ArithmeticException if a number exceeds 63 bits
   */
  public Counts withMaskedBits() {
    long all = bits;
    for (long each : ownBits) {
      all = Math.addExact(all, each);
    }
    long[] none = new long[ownBits.length];
    return new Counts(triples, squares, all, inverses, sums(inputs, ownBits), none, lookups, mixed);
  }

  /** Returns these items with other numbers of bits known to each party. */
  public Counts withOwnBits(long[] bits) {
    return new Counts(triples, squares, this.bits, inverses, inputs, bits, lookups, mixed);
  }

  /** Returns the number of masked copies of a table. */
  public long lookups(int table) {
    return table < lookups.length ? lookups[table] : 0;
  }

  /** Returns these items and more masked copies of a table. */
  public Counts plusLookups(int table, long more) {
    long[] sums = Arrays.copyOf(lookups, Math.max(lookups.length, table + 1));
    sums[table] = Math.addExact(sums[table], more);
    return new Counts(triples, squares, bits, inverses, inputs, ownBits, sums, mixed);
  }

  /**
   * Returns the sum.
   *
   * @throws ArithmeticException if a number exceeds 63 bits
   */
  public Counts plus(Counts other) {
    return new Counts(
        Math.addExact(triples, other.triples),
        Math.addExact(squares, other.squares),
        Math.addExact(bits, other.bits),
        Math.addExact(inverses, other.inverses),
        sums(inputs, other.inputs),
        sums(ownBits, other.ownBits),
        sums(lookups, other.lookups),
        mixed.plus(other.mixed));
  }

  private static long[] sums(long[] a, long[] b) {
    long[] longer = a.length < b.length ? b : a;
    long[] shorter = longer == a ? b : a;
    long[] sums = longer.clone();
    for (int i = 0; i < shorter.length; i++) {
      sums[i] = Math.addExact(sums[i], shorter[i]);
    }
    return sums;
  }

  /**
   * Returns all numbers multiplied.
   *
   * @throws ArithmeticException if a number exceeds 63 bits
   */
  public Counts times(long factor) {
    return new Counts(
        Math.multiplyExact(triples, factor),
        Math.multiplyExact(squares, factor),
        Math.multiplyExact(bits, factor),
        Math.multiplyExact(inverses, factor),
        times(inputs, factor),
        times(ownBits, factor),
        times(lookups, factor),
        mixed.times(factor));
  }

  private static long[] times(long[] numbers, long factor) {
    return Arrays.stream(numbers).map(each -> Math.multiplyExact(each, factor)).toArray();
  }

  /** Whether all numbers are 0. */
  public boolean isNone() {
    return (triples | squares | bits | inverses) == 0
        && areZero(inputs)
        && !hasOwnBits()
        && areZero(lookups)
        && mixed.isNone();
  }

  /** Whether there are bits known to a party. */
  public boolean hasOwnBits() {
    return !areZero(ownBits);
  }

  private static boolean areZero(long[] numbers) {
    return Arrays.stream(numbers).allMatch(each -> each == 0);
  }

  /** Whether all numbers are equal. */
  public boolean sameAs(Counts other) {
    int tables = Math.max(lookups.length, other.lookups.length);
    return triples == other.triples
        && squares == other.squares
        && bits == other.bits
        && inverses == other.inverses
        && Arrays.equals(inputs, other.inputs)
        && Arrays.equals(ownBits, other.ownBits)
        && Arrays.equals(Arrays.copyOf(lookups, tables), Arrays.copyOf(other.lookups, tables))
        && mixed.sameAs(other.mixed);
  }
}
