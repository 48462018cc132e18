package org.schurmpc.vm.lib;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretBitVector;
import org.schurmpc.vm.lang.SecretInt;
import org.schurmpc.vm.lang.SecretInts;
import org.schurmpc.vm.lib.parts.Indicator;

/**
 * How many of secret integers are in each of some public buckets, and sums by secret category.
 * Exact; nothing but the numbers of rows and buckets is shown.
 *
 * <p>For m categories and values of w bits, one of them for the sign, an element takes a {@link
 * BitDecomposition}, and m + w + 2^l - 2 l - 2 triples more with l = ⌈log2 m⌉, in 1 + ⌈log2 (w -
 * l)⌉ rounds more, or 1 + ⌈log2 l⌉ if this is greater. A sum takes m triples for each element and a
 * round more.
 */
public final class Histogram {
  private final ProgramBuilder b;

  /** Creates the functions for values of a program. */
  public Histogram(ProgramBuilder b) {
    this.b = b;
  }

  /**
   * Returns how often each number from 0 to m - 1 is among the values. Others are not counted.
   *
   * @param m at least 1
   */
  public SecretInts counts(SecretInts values, int m) {
    SecretInt[] counts = new SecretInt[m];
    List<SecretInts> isIn = categories(values, m);
    for (int i = 0; i < m; i++) {
      counts[i] = isIn.get(i).sum();
    }
    return SecretInts.of(counts);
  }

  /**
   * Returns by category from 0 to m - 1 the sum of its rows' values. Rows of other categories are
   * left out.
   *
   * @param categories by row, its category
   * @param values by row, what is added up
   * @param m at least 1
   */
  public SecretInts sums(SecretInts categories, SecretInts values, int m) {
    SecretInt[] sums = new SecretInt[m];
    List<SecretInts> isIn = categories(categories, m);
    for (int i = 0; i < m; i++) {
      SecretInts some = isIn.get(i).times(values);
      sums[i] = some.assumeFits(IntType.signed(values.width())).sum();
    }
    return SecretInts.of(sums);
  }

  /**
   * Returns how many values are in each of the ranges that bounds limit: below the first bound,
   * from the first up to but without the second, and so on to those from the last one on. Takes a
   * {@link BitDecomposition}, and less than 3 w/2 triples for each element and bound; for one
   * bound, a {@link Comparison}.
   *
   * @param bounds at least one, in ascending order
   */
  public SecretInts between(SecretInts values, long... bounds) {
    requireAscending(bounds);
    int n = values.size();
    List<SecretBitVector> bits = bounds.length == 1 ? List.of() : offset(values);
    SecretInt[] counts = new SecretInt[bounds.length + 1];
    SecretInt before = b.secret(0);
    for (int i = 0; i < bounds.length; i++) {
      SecretInt below =
          bounds.length == 1
              ? new Comparison(b).lessThan(values, bounds[0]).asInts().sum()
              : below(bits, BigInteger.valueOf(bounds[i]), n);
      counts[i] = upTo(below.minus(before), n);
      before = below;
    }
    counts[bounds.length] = upTo(b.secret(n).minus(before), n);
    return SecretInts.of(counts);
  }

  private static void requireAscending(long... bounds) {
    for (int i = 1; i < bounds.length; i++) {
      if (bounds[i] <= bounds[i - 1]) {
        throw new IllegalArgumentException("the bounds of a histogram ascend");
      }
    }
    if (bounds.length == 0) {
      throw new IllegalArgumentException("a histogram has at least 1 bound");
    }
  }

  private static SecretInt upTo(SecretInt count, int n) {
    return count.assumeFits(IntType.unsigned(BigInteger.valueOf(n).bitLength()));
  }

  /** Returns the bits of the values plus 2^(w-1), which are not negative. */
  private List<SecretBitVector> offset(SecretInts values) {
    List<SecretBitVector> bits = new ArrayList<>(new BitDecomposition(b).of(values));
    int sign = bits.size() - 1;
    bits.set(sign, bits.get(sign).not());
    return bits;
  }

  /** Returns how many of n values are below a bound, from their bits with an offset. */
  private SecretInt below(List<SecretBitVector> bits, BigInteger bound, int n) {
    BigInteger most = bound.add(BigInteger.TWO.pow(bits.size() - 1)).subtract(BigInteger.ONE);
    if (most.signum() < 0) {
      return b.secret(0);
    }
    if (most.bitLength() > bits.size()) {
      return b.secret(n);
    }
    return upTo(Shift.byTree(b, b.clear(most).asVector(), bits).sum().negate().plus(n), n);
  }

  /**
   * Returns by category from 0 to m - 1 which of the values are this category: 0 or 1.
   *
   * @param m at least 1
   */
  List<SecretInts> categories(SecretInts values, int m) {
    int l = BigInteger.valueOf(m - 1L).bitLength();
    if (m < 1 || l >= values.width()) {
      throw new IllegalArgumentException(
          "values of %d bits have no %d categories".formatted(values.width(), m));
    }
    if (m == 1) {
      return List.of(new Equality(b).isZero(values).asInts());
    }
    List<SecretBitVector> bits = new BitDecomposition(b).of(values);
    SecretBitVector inside = Indicator.none(bits.subList(l, bits.size()));
    List<SecretInts> categories = new ArrayList<>();
    for (SecretInts each : Indicator.of(bits.subList(0, l)).subList(0, m)) {
      categories.add(inside.and(each.assumeBits()).asInts());
    }
    return categories;
  }
}
