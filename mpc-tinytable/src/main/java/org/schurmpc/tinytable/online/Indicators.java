package org.schurmpc.tinytable.online;

import java.util.Arrays;
import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.code.PublicEncoder;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.kernel.EncodingKernels;
import org.schurmpc.core.kernel.XorKernels;
import org.schurmpc.tinytable.material.TableCode;

/**
 * Encodes 0/1 vectors, which are public, eight at a time. If there are few ones, as in those of
 * large tables, the codewords of unit vectors are summed; otherwise the Method of Four Russians is
 * used.
 */
final class Indicators {
  /** Maximum number of ones in eight vectors that are summed one by one. */
  private static final int FEW = 160;

  private final PublicEncoder encoder;
  private final XorKernels kernels;

  /** Codewords of unit vectors. */
  private final long[] units;

  private final long[] planes = new long[Codeword.LONGS];
  private int count;
  private int ones;

  Indicators(TableCode code, EncodingKernels kernels) {
    this.encoder = new PublicEncoder(code.c(), kernels);
    this.kernels = kernels;
    this.units = new long[code.k() * Codeword.LONGS];
    for (int i = 0; i < code.k(); i++) {
      Codeword.setSymbol(units, i * Codeword.LONGS, i, 1);
      encoder.encode(units, i * Codeword.LONGS, units, i * Codeword.LONGS);
    }
  }

  /**
   * Adds a vector to encode, unless it is zero.
   *
   * @param vectors four longs from {@code at} on
   * @return whether the vector is not zero
   */
  boolean add(long[] vectors, int at) {
    int weight = 0;
    for (int w = 0; w < Codeword.PLANE_LONGS; w++) {
      weight += Long.bitCount(vectors[at + w]);
    }
    if (weight == 0) {
      return false;
    }
    System.arraycopy(vectors, at, planes, count * Codeword.PLANE_LONGS, Codeword.PLANE_LONGS);
    count++;
    ones += weight;
    return true;
  }

  /**
   * Encodes the vectors added, at most eight, and removes them.
   *
   * @param out receives a codeword for each vector; room for eight
   */
  void encode(long[] out) {
    if (ones <= FEW) {
      Arrays.fill(out, 0, count * Codeword.LONGS, 0);
      for (int i = 0; i < count; i++) {
        sumUnits(i, out);
      }
    } else {
      Arrays.fill(planes, count * Codeword.PLANE_LONGS, Codeword.LONGS, 0);
      encoder.encodePlanes(planes, 0, out, 0);
    }
    count = 0;
    ones = 0;
  }

  private void sumUnits(int vector, long[] out) {
    for (int w = 0; w < Codeword.PLANE_LONGS; w++) {
      long bits = planes[vector * Codeword.PLANE_LONGS + w];
      for (; bits != 0; bits &= bits - 1) {
        int unit = w * Long.SIZE + Long.numberOfTrailingZeros(bits);
        kernels.xorInto(out, vector * Codeword.LONGS, units, unit * Codeword.LONGS, Codeword.LONGS);
      }
    }
  }

  void wipe() {
    Secrets.wipe(planes);
  }
}
