package org.schurmpc.spdz.bits;

import java.util.ArrayList;
import java.util.List;

/**
 * Openings and products of bits that share a round. Bits to open are read at the start, factors at
 * the start and the stop, and all targets are written at the stop.
 */
public final class BitGroup {
  private final List<Opened> openings = new ArrayList<>();
  private final List<Product> products = new ArrayList<>();
  private int opened;
  private int multiplied;
  private boolean reveals;

  /** Bits that are opened to an array, a long each. */
  @SuppressWarnings("ArrayRecordComponent")
  record Opened(BitShares x, int at, long[] to, int toAt, int n) {}

  /** Factors and products; a factor that is one is one bit for all n. */
  record Product(
      BitShares x,
      int xAt,
      boolean xOne,
      BitShares y,
      int yAt,
      boolean yOne,
      BitShares to,
      int toAt,
      int n) {}

  /** Removes all entries. */
  public void clear() {
    openings.clear();
    products.clear();
    opened = 0;
    multiplied = 0;
    reveals = false;
  }

  /** Adds an opening of bits under fresh random ones, which is checked later. */
  public void masked(BitShares x, int at, long[] to, int toAt, int n) {
    openings.add(new Opened(x, at, to, toAt, n));
    opened = Math.addExact(opened, n);
  }

  /** Adds an opening of bits that are not masked, before which all earlier ones are checked. */
  public void reveal(BitShares x, int at, long[] to, int toAt, int n) {
    masked(x, at, to, toAt, n);
    reveals = true;
  }

  /** Adds products, each of which takes a triple. */
  public void product(
      BitShares x,
      int xAt,
      boolean xOne,
      BitShares y,
      int yAt,
      boolean yOne,
      BitShares to,
      int toAt,
      int n) {
    products.add(new Product(x, xAt, xOne, y, yAt, yOne, to, toAt, n));
    multiplied = Math.addExact(multiplied, n);
  }

  List<Opened> openings() {
    return openings;
  }

  List<Product> products() {
    return products;
  }

  /** Returns the number of products. */
  int multiplied() {
    return multiplied;
  }

  /** Returns the number of bits that are opened, two of each product. */
  int opened() {
    return Math.addExact(opened, Math.multiplyExact(2, multiplied));
  }

  /** Whether earlier openings are checked before the group is sent. */
  boolean reveals() {
    return reveals;
  }
}
