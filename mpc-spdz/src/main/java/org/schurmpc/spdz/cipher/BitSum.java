package org.schurmpc.spdz.cipher;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;
import org.schurmpc.core.field.Field;
import org.schurmpc.spdz.material.Span;
import org.schurmpc.spdz.share.Shares;

/**
 * A linear map over F2 from shared bits b_i to elements of a span: Σ c_i b_i for public c_i. The
 * shares of the bits' values are 0 or 1 themselves, and the field has one limb.
 */
final class BitSum {
  private final Field field;
  private final long[] weights;

  private BitSum(Field field, long[] weights) {
    this.field = field;
    this.weights = weights;
  }

  /**
   * Returns the map from the first coordinates of an element of a span.
   *
   * @param bits number of coordinates, the others are zero
   * @param linear maps coordinates to coordinates, linearly over F2
   */
  static BitSum of(Span span, int bits, IntUnaryOperator linear) {
    long[] images = new long[bits];
    Arrays.setAll(images, i -> linear.applyAsInt(1 << i));
    long[] weights = new long[bits];
    span.elements(images, 0, weights, 0, bits);
    return new BitSum(span.field(), weights);
  }

  /**
   * Computes sums.
   *
   * @param bits bit i of value j at {@code at + i * stride + j}
   */
  void set(Shares bits, int at, int stride, Shares to, int toAt, int n) {
    Arrays.fill(to.values(), toAt, toAt + n, 0);
    Arrays.fill(to.macs(), toAt, toAt + n, 0);
    add(bits, at, stride, to, toAt, n);
  }

  /** Adds sums, of bits as in {@link #set}, to elements. */
  void add(Shares bits, int at, int stride, Shares to, int toAt, int n) {
    for (int i = 0; i < weights.length; i++) {
      int from = at + i * stride;
      field.addScaled(weights, i, bits.macs(), from, to.macs(), toAt, n);
      for (int j = 0; j < n; j++) {
        to.values()[toAt + j] ^= -bits.values()[from + j] & weights[i];
      }
    }
  }
}
