package org.schurmpc.vm.lib;

import java.util.ArrayList;
import java.util.List;
import org.schurmpc.vm.lang.SecretInts;

/**
 * A matrix of secret fixed-point numbers, by columns. Each entry of a product is the sum of
 * products of elements, rounded once as {@link SecretFixed#dot}: below one unit from the exact sum.
 * A product takes 2 rounds, a triple for each product of elements, and k + f - 1 + sigmaMask random
 * bits for each entry. A matrix of m rows is best multiplied by a vector or matrix from the right
 * if m is large: this takes an instruction for each column.
 */
public final class FixedMatrix {
  private final List<SecretFixed> columns;

  /**
   * Creates the matrix of some columns.
   *
   * @param columns one or more vectors of one length and format
   * @throws IllegalArgumentException if there is no column, or their lengths or formats differ
   */
  public FixedMatrix(List<SecretFixed> columns) {
    if (columns.stream().mapToInt(SecretFixed::size).distinct().count() != 1) {
      throw new IllegalArgumentException("a matrix has columns of one length, and at least one");
    }
    columns.forEach(column -> column.format().requireSame(columns.get(0).format()));
    this.columns = List.copyOf(columns);
  }

  /** Returns the number of rows. */
  public int rows() {
    return columns.get(0).size();
  }

  /** Returns the columns. */
  public List<SecretFixed> columns() {
    return columns;
  }

  FixedPoint format() {
    return columns.get(0).format();
  }

  /** Returns the product with a vector of an element for each column. */
  public SecretFixed times(SecretFixed x) {
    return times(new FixedMatrix(List.of(x))).columns.get(0);
  }

  /** Returns the product with a matrix of as many rows as this one has columns. */
  public FixedMatrix times(FixedMatrix y) {
    y.format().requireSame(format());
    if (y.rows() != columns.size()) {
      throw new IllegalArgumentException(
          "a matrix of %d columns is multiplied by one of %d rows"
              .formatted(columns.size(), y.rows()));
    }
    List<SecretInts> sums = new ArrayList<>();
    for (SecretFixed column : y.columns) {
      SecretInts sum = columns.get(0).units().times(column.units().get(0));
      for (int i = 1; i < columns.size(); i++) {
        sum = sum.plus(columns.get(i).units().times(column.units().get(i)));
      }
      sums.add(sum);
    }
    SecretFixed all =
        format()
            .rounded(
                SecretInts.join(sums.toArray(SecretInts[]::new)),
                format().fraction(),
                "a sum of products");
    List<SecretFixed> products = new ArrayList<>();
    for (int i = 0; i < sums.size(); i++) {
      products.add(all.slice(i * rows(), rows()));
    }
    return new FixedMatrix(products);
  }
}
