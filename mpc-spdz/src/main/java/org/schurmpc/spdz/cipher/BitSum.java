package org.schurmpc.spdz.cipher;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.spdz.material.Span;
import org.schurmpc.spdz.share.Shares;

/**
 * A linear map over F2 from shared bits b_i to elements of an embedded field: Σ c_i b_i for public
 * c_i. The shares of the bits' values are 0 or 1 themselves.
 *
 * <p>The embedded field is F2[Z], for Z = X^5 in gf2_40 and Y^7 in gf2_42. With c_i = Σ c_ij Z^j
 * and the MACs m_i, Σ c_i m_i is Σ_j Z^j Σ_i c_ij m_i, by Horner's rule: sums, and products with Z.
 */
final class BitSum {
  /** Number of elements that are computed together. */
  private static final int BLOCK = 128;

  /** The exponents of X in gf2_40 and of Y in gf2_42 that make Z. */
  private static final int STEP_40 = 5;

  private static final int STEP_42 = 7;
  private static final int BITS_42 = 42;
  private static final long MASK_42 = (1L << BITS_42) - 1;

  private final long[] weights;
  private final int degree;

  /** Whether the field is gf2_40, and not gf2_42. */
  private final boolean bytes;

  private final long[] sums = new long[BLOCK];

  private BitSum(Span span, long[] weights) {
    this.weights = weights;
    this.degree = span.dimension();
    this.bytes = Span.holdsBytes(span.field());
  }

  /**
   * Returns the map from the first coordinates of an element of an embedded field.
   *
   * @param span {@link Span#bytes} or {@link Span#sextets}
   * @param bits number of coordinates, the others are zero
   * @param linear maps coordinates to coordinates, linearly over F2
   */
  static BitSum of(Span span, int bits, IntUnaryOperator linear) {
    long[] images = new long[bits];
    Arrays.setAll(images, i -> linear.applyAsInt(1 << i));
    long[] weights = new long[bits];
    span.elements(images, 0, weights, 0, bits);
    return new BitSum(span, weights);
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
      addValues(weights[i], bits.values(), at + i * stride, to.values(), toAt, n);
    }
    for (int done = 0; done < n; done += BLOCK) {
      addMacs(bits.macs(), at + done, stride, to.macs(), toAt + done, Math.min(BLOCK, n - done));
    }
    Secrets.wipe(sums);
  }

  private static void addValues(long weight, long[] bits, int at, long[] to, int toAt, int n) {
    for (int j = 0; j < n; j++) {
      to[toAt + j] ^= -bits[at + j] & weight;
    }
  }

  private void addMacs(long[] macs, int at, int stride, long[] to, int toAt, int n) {
    Arrays.fill(sums, 0, n, 0);
    int step = bytes ? STEP_40 : STEP_42;
    for (int j = degree - 1; j >= 0; j--) {
      multiply(n);
      for (int i = 0; i < weights.length; i++) {
        if ((weights[i] >>> (step * j) & 1) != 0) {
          add(macs, at + i * stride, sums, 0, n);
        }
      }
    }
    add(sums, 0, to, toAt, n);
  }

  private static void add(long[] from, int at, long[] to, int toAt, int n) {
    for (int j = 0; j < n; j++) {
      to[toAt + j] ^= from[at + j];
    }
  }

  /** Multiplies the sums with Z. */
  private void multiply(int n) {
    if (bytes) {
      for (int j = 0; j < n; j++) {
        sums[j] = Packed.timesPower(sums[j], STEP_40);
      }
    } else {
      for (int j = 0; j < n; j++) {
        sums[j] = timesPower42(sums[j]);
      }
    }
  }

  /** Returns Y^7 times an element of gf2_42, whose modulus is Y^42 + Y^7 + 1. */
  private static long timesPower42(long a) {
    long top = a >>> (BITS_42 - STEP_42);
    return (a << STEP_42 & MASK_42) ^ top ^ top << STEP_42;
  }
}
