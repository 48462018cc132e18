package org.schurmpc.vm.lib;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Pairs of floats to test on, as bits: all pairs of special values, and random ones. */
final class FloatCases {
  private static final float[] SPECIAL = {
    0f,
    Float.MIN_VALUE,
    Math.nextDown(Float.MIN_NORMAL),
    Float.MIN_NORMAL,
    Math.nextUp(Float.MIN_NORMAL),
    2 * Float.MIN_NORMAL,
    0x1p-63f,
    0x0.ffffffp-63f,
    0x1.000002p-63f,
    0.5f,
    0x0.ffffffp0f,
    1f,
    0x1.000002p0f,
    0x1.001p0f,
    0x1.002p0f,
    1.5f,
    0x1.800002p0f,
    0x1.6a09e6p0f,
    0x1.6a09e8p0f,
    2f,
    3f,
    0x1p23f,
    0x1.fffffep23f,
    0x1p24f,
    0x1p25f,
    0x1.fffffep63f,
    0x1p64f,
    0x1p102f,
    0x1p103f,
    0x1p127f,
    Math.nextDown(Float.MAX_VALUE),
    Float.MAX_VALUE,
    Float.POSITIVE_INFINITY,
    Float.NaN
  };

  private final int[] x;
  private final int[] y;

  private FloatCases(int[] x, int[] y) {
    this.x = x;
    this.y = y;
  }

  /** Returns the bits of the first numbers. */
  int[] x() {
    return x;
  }

  /** Returns the bits of the second numbers. */
  int[] y() {
    return y;
  }

  int size() {
    return x.length;
  }

  /** Returns all pairs of special values with both signs. */
  static FloatCases special() {
    List<Integer> values = new ArrayList<>();
    for (float each : SPECIAL) {
      values.add(Float.floatToRawIntBits(each));
      values.add(Float.floatToRawIntBits(each) | 1 << 31);
    }
    values.add(0x7f800001);
    int n = values.size();
    int[] x = new int[n * n];
    int[] y = new int[n * n];
    for (int i = 0; i < n * n; i++) {
      x[i] = values.get(i / n);
      y[i] = values.get(i % n);
    }
    return new FloatCases(x, y);
  }

  /**
   * Returns random pairs: of any bits, of near exponents, and with few bits, which lead to ties.
   */
  static FloatCases random(int n, long seed) {
    Random random = new Random(seed);
    int[] x = new int[n];
    int[] y = new int[n];
    for (int i = 0; i < n; i++) {
      x[i] = random.nextInt();
      y[i] = random.nextInt();
      if (i % 4 >= 1) {
        int near = ((x[i] >>> 23) & 0xff) + random.nextInt(7) - 3;
        y[i] = (y[i] & 0x807fffff) | Math.floorMod(near, 256) << 23;
      }
      if (i % 4 == 2) {
        x[i] &= -1 << random.nextInt(24);
        y[i] &= -1 << random.nextInt(24);
      }
      if (i % 4 == 3) {
        y[i] = (y[i] & 0xff800000) | ((x[i] + random.nextInt(5) - 2) & 0x7fffff);
      }
    }
    return new FloatCases(x, y);
  }

  /** Returns some of the pairs. */
  FloatCases some(int from, int to, int step) {
    int n = (to - from + step - 1) / step;
    int[] some = new int[n];
    int[] other = new int[n];
    for (int i = 0; i < n; i++) {
      some[i] = x[from + i * step];
      other[i] = y[from + i * step];
    }
    return new FloatCases(some, other);
  }

  /** Returns pairs and further ones. */
  FloatCases and(FloatCases more) {
    int n = size();
    int[] all = Arrays.copyOf(x, n + more.size());
    int[] other = Arrays.copyOf(y, n + more.size());
    System.arraycopy(more.x, 0, all, n, more.size());
    System.arraycopy(more.y, 0, other, n, more.size());
    return new FloatCases(all, other);
  }
}
