package org.schurmpc.vm.code;

import java.util.Arrays;

/**
 * Numbers of preprocessed items over one field.
 *
 * @param triples number of triples a, b, ab
 * @param squares number of pairs a, a^2
 * @param bits number of random bits
 * @param inverses number of pairs a, 1/a
 * @param inputs number of values known to each party, by party; not copied
 */
@SuppressWarnings("ArrayRecordComponent")
public record Counts(long triples, long squares, long bits, long inverses, long[] inputs) {

  /** Returns no items. */
  public static Counts none(int parties) {
    return new Counts(0, 0, 0, 0, new long[parties]);
  }

  /**
   * Returns the sum.
   *
   * @throws ArithmeticException if a number exceeds 63 bits
   */
  public Counts plus(Counts other) {
    long[] sums = inputs.clone();
    for (int party = 0; party < sums.length; party++) {
      sums[party] = Math.addExact(sums[party], other.inputs[party]);
    }
    return new Counts(
        Math.addExact(triples, other.triples),
        Math.addExact(squares, other.squares),
        Math.addExact(bits, other.bits),
        Math.addExact(inverses, other.inverses),
        sums);
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
        Arrays.stream(inputs).map(each -> Math.multiplyExact(each, factor)).toArray());
  }

  /** Whether all numbers are 0. */
  public boolean isNone() {
    return (triples | squares | bits | inverses) == 0
        && Arrays.stream(inputs).allMatch(each -> each == 0);
  }

  /** Whether all numbers are equal. */
  public boolean sameAs(Counts other) {
    return triples == other.triples
        && squares == other.squares
        && bits == other.bits
        && inverses == other.inverses
        && Arrays.equals(inputs, other.inputs);
  }
}
