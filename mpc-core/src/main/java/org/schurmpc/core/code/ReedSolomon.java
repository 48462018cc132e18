package org.schurmpc.core.code;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.schurmpc.core.field.Gf256;

/**
 * A systematic Reed–Solomon code [n, k] over GF(2^8): the values, at n distinct points, of the
 * polynomials of degree below k. The first k symbols of a word are the data.
 *
 * <p>The named codes of {@link #names} are those of Damgård, Lauritsen and Toft (2014): {@code
 * 255x85} on the powers of the generator 3, those of exponent 3i first, so that the data lie on the
 * subgroup of order 85; {@code 256x120} on all elements in their order as bytes. {@link #named}
 * gives others by these rules.
 *
 * <p>May be shared between threads.
 */
public final class ReedSolomon {
  private static final List<String> NAMES = List.of("255x85", "256x120");
  private static final Pattern NAME = Pattern.compile("([1-9][0-9]{0,2})x([1-9][0-9]{0,2})");

  private final int[] points;
  private final int k;

  /**
   * Symbol k + c of data unit vector i at i (n - k) + c. Computed when it is asked for first: many
   * a caller asks for sizes alone.
   */
  private volatile byte[] redundancy;

  private ReedSolomon(int[] points, int k) {
    this.points = points;
    this.k = k;
  }

  /**
   * Returns the code on these points, in this order.
   *
   * @param points 2 to 256 distinct elements of GF(2^8)
   * @param k the dimension, from 1 to below the number of points
   * @throws IllegalArgumentException if they are not
   */
  public static ReedSolomon of(int[] points, int k) {
    if (k < 1 || k >= points.length) {
      throw new IllegalArgumentException("dimension " + k + " for " + points.length + " points");
    }
    boolean[] seen = new boolean[Gf256.ORDER];
    for (int point : points) {
      if (point < 0 || point >= Gf256.ORDER || seen[point]) {
        throw new IllegalArgumentException("not distinct elements of GF(2^8): point " + point);
      }
      seen[point] = true;
    }
    return new ReedSolomon(points.clone(), k);
  }

  /**
   * Returns the code of a name {@code NxK}: n symbols of which k are data, 2 &le; n &le; 256, 1
   * &le; k &lt; n, without leading zeros. The suitability of the code for a protocol is not
   * checked.
   *
   * <p>With n = 255 and k a divisor of 255 the points are the powers of the generator 3, by
   * exponents s i, then s i + 1, and so on to s i + s - 1, each for i from 0 to k - 1, where s =
   * 255 / k: the data lie on the subgroup of order k, the redundancy on its cosets. With all other
   * n and k the points are the bytes from 0 to n - 1.
   *
   * @throws IllegalArgumentException if the name does not have this form
   */
  public static ReedSolomon named(String name) {
    Matcher matcher = NAME.matcher(name);
    int n = 0;
    int k = 0;
    if (matcher.matches()) {
      n = Integer.parseInt(matcher.group(1));
      k = Integer.parseInt(matcher.group(2));
    }
    if (n < 2 || n > Gf256.ORDER || k >= n) {
      throw new IllegalArgumentException(
          "'%s' names no code: it takes the form NxK with 2 <= N <= 256 and 1 <= K < N, as in %s"
              .formatted(name, String.join(", ", NAMES)));
    }
    return new ReedSolomon(n == 255 && 255 % k == 0 ? subgroupPoints(k) : bytePoints(n), k);
  }

  /** Returns the names of the codes of Damgård, Lauritsen and Toft. */
  public static List<String> names() {
    return new ArrayList<>(NAMES);
  }

  private static int[] subgroupPoints(int k) {
    int cosets = 255 / k;
    int[] points = new int[255];
    for (int r = 0; r < cosets; r++) {
      for (int i = 0; i < k; i++) {
        points[k * r + i] = Gf256.exp(cosets * i + r);
      }
    }
    return points;
  }

  private static int[] bytePoints(int n) {
    int[] points = new int[n];
    for (int p = 0; p < n; p++) {
      points[p] = p;
    }
    return points;
  }

  /** Returns Lagrange's basis polynomials of the data points, evaluated at the other points. */
  private static byte[] redundancyOf(int[] points, int k) {
    int checks = points.length - k;
    int[] master = new int[checks]; // Π_j (x - x_j)
    for (int c = 0; c < checks; c++) {
      master[c] = productOfDifferences(points, k, k + c);
    }
    byte[] result = new byte[k * checks];
    for (int i = 0; i < k; i++) {
      int weight = Gf256.inverse(productOfDifferences(points, k, i));
      for (int c = 0; c < checks; c++) {
        int difference = Gf256.inverse(points[k + c] ^ points[i]);
        result[i * checks + c] = (byte) Gf256.mul(master[c], Gf256.mul(weight, difference));
      }
    }
    return result;
  }

  private static int productOfDifferences(int[] points, int k, int of) {
    int product = 1;
    for (int j = 0; j < k; j++) {
      if (j != of) {
        product = Gf256.mul(product, points[of] ^ points[j]);
      }
    }
    return product;
  }

  /** Returns the length of the words, in symbols. */
  public int n() {
    return points.length;
  }

  /** Returns the dimension: the number of data symbols. */
  public int k() {
    return k;
  }

  /** Returns the minimum distance n - k + 1. */
  public int distance() {
    return n() - k + 1;
  }

  /** Returns length and dimension in the form {@code 255x85}. */
  public String name() {
    return n() + "x" + k;
  }

  /** Returns the point at which position p holds the polynomial's value. */
  public int point(int position) {
    return points[position];
  }

  /**
   * Returns the code that the coordinate-wise products of this code's words span, with this code's
   * points and dimension 2k - 1.
   *
   * @throws IllegalStateException if the square has no redundancy: 2k - 1 &ge; n
   */
  public ReedSolomon schurSquare() {
    if (2 * k - 1 >= n()) {
      throw new IllegalStateException("the Schur square of " + name() + " has no redundancy");
    }
    return new ReedSolomon(points, 2 * k - 1);
  }

  /**
   * Returns the generator matrix: symbol {@code column} of the encoding of data unit vector {@code
   * row}.
   */
  public int generator(int row, int column) {
    if (row < 0 || row >= k || column < 0 || column >= n()) {
      throw new IndexOutOfBoundsException(
          "row " + row + ", column " + column + " of the generator matrix of " + name());
    }
    if (column < k) {
      return row == column ? 1 : 0;
    }
    byte[] symbols = redundancy;
    if (symbols == null) {
      symbols = redundancyOf(points, k);
      redundancy = symbols; // equal ones, if several threads get here
    }
    return symbols[row * (n() - k) + column - k] & 0xFF;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ReedSolomon that && k == that.k && Arrays.equals(points, that.points);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(points) + k;
  }

  @Override
  public String toString() {
    return "ReedSolomon[" + name() + "]";
  }
}
