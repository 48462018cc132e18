package org.schurmpc.circuits.opt;

import java.util.ArrayList;
import java.util.List;
import org.schurmpc.core.circuit.CircuitBuilder;

/**
 * A polynomial of degree two over GF(2) in up to 32 variables, computed with the smallest number of
 * products: half the rank of its alternating bilinear form (Dickson, "Linear groups", 1901; for AND
 * gates see Mirwald and Schnorr, "The multiplicative complexity of quadratic Boolean forms", 1992).
 * Sets of variables are masks.
 */
final class QuadraticForm {
  static final int MOST_VARIABLES = 32;

  private record Product(int x, int y) {}

  private final int[] bilinear =
      new int[MOST_VARIABLES]; // by variable: mask of the variables multiplied with it
  private int linear;
  private boolean one;
  private List<Product> products; // once it is reduced

  /** Adds the product of two sums of variables and constants. */
  void add(int a, boolean aOne, int b, boolean bOne) {
    for (int rest = a; rest != 0; rest &= rest - 1) {
      int j = Integer.numberOfTrailingZeros(rest);
      int others = b & ~(1 << j);
      bilinear[j] ^= others;
      for (int more = others; more != 0; more &= more - 1) {
        bilinear[Integer.numberOfTrailingZeros(more)] ^= 1 << j;
      }
    }
    linear ^= a & b;
    linear ^= aOne ? b : 0;
    linear ^= bOne ? a : 0;
    one ^= aOne && bOne;
  }

  /** Returns the number of products needed; nothing can be added afterwards. */
  int products() {
    if (products == null) {
      reduce();
    }
    return products.size();
  }

  private void reduce() {
    products = new ArrayList<>();
    for (int j = 0; j < MOST_VARIABLES; j++) {
      while (bilinear[j] != 0) {
        int x = bilinear[j];
        int y = bilinear[Integer.numberOfTrailingZeros(x)];
        products.add(new Product(x, y));
        linear ^= x & y;
        for (int m = 0; m < MOST_VARIABLES; m++) {
          bilinear[m] ^= ((x >>> m & 1) != 0 ? y : 0) ^ ((y >>> m & 1) != 0 ? x : 0);
        }
      }
    }
  }

  /**
   * Builds the polynomial.
   *
   * @param variables the builder's wires
   */
  int build(CircuitBuilder builder, int[] variables) {
    int count = products();
    int sum = sum(builder, variables, linear);
    for (int i = 0; i < count; i++) {
      int x = sum(builder, variables, products.get(i).x);
      int y = sum(builder, variables, products.get(i).y);
      sum = builder.xor(sum, builder.and(x, y));
    }
    return one ? builder.not(sum) : sum;
  }

  private static int sum(CircuitBuilder builder, int[] variables, int mask) {
    int sum = builder.constant(false);
    for (int rest = mask; rest != 0; rest &= rest - 1) {
      sum = builder.xor(sum, variables[Integer.numberOfTrailingZeros(rest)]);
    }
    return sum;
  }
}
