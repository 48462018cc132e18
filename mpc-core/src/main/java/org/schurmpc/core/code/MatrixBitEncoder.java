package org.schurmpc.core.code;

import java.util.Arrays;
import java.util.Objects;
import org.schurmpc.core.kernel.EncodingKernels;

/**
 * Encodes public words by the generator matrix with the fast encoding of binary data of Damgård,
 * Lauritsen and Toft (2014, section 4.5): a 0/1 vector's redundancy is the sum of those rows of the
 * matrix at which the vector is one, many symbols with one instruction. Other words are multiplied
 * as in {@link MatrixEncoder}. Works for all codes.
 *
 * <p>The rows are bit-sliced like the words, so that 0/1 vectors need no conversion.
 */
public final class MatrixBitEncoder implements Encoder {
  private static final int PAD = 4; // longs that kernels may access around packed words

  private final MatrixEncoder general;
  private final EncodingKernels kernels;
  private final RedundancyRows redundancy;
  private final int[] rows;
  private final long[] packed;
  private final long[] dataMask = new long[Codeword.PLANE_LONGS];

  public MatrixBitEncoder(ReedSolomon code, EncodingKernels kernels) {
    this.general = new MatrixEncoder(code);
    this.kernels = Objects.requireNonNull(kernels);
    this.redundancy = new RedundancyRows(code);
    this.rows = new int[code.k()];
    this.packed = new long[Codeword.PLANES * redundancy.rowLongs() + 2 * PAD];
    for (int w = 0; w < Codeword.PLANE_LONGS; w++) {
      dataMask[w] = Codeword.positionMask(code.k(), w);
    }
  }

  @Override
  public ReedSolomon code() {
    return general.code();
  }

  @Override
  public void encode(long[] source, int sourceOff, long[] out, int outOff) {
    general.encode(source, sourceOff, out, outOff);
  }

  @Override
  public void encodePlanes(long[] source, int sourceOff, long[] out, int outOff) {
    Objects.checkFromIndexSize(sourceOff, Codeword.LONGS, source.length);
    Objects.checkFromIndexSize(outOff, Codeword.PLANES * Codeword.LONGS, out.length);
    int rowLongs = redundancy.rowLongs();
    for (int plane = 0; plane < Codeword.PLANES; plane++) {
      int count = findOnes(source, sourceOff + Codeword.PLANE_LONGS * plane);
      int to = PAD + rowLongs * plane;
      if (count == 0) {
        Arrays.fill(packed, to, to + rowLongs, 0);
      } else {
        kernels.sumRows(redundancy.rows(), rows, count, rowLongs, packed, to);
      }
    }
    kernels.spread(
        packed, PAD, redundancy.planeLongs(), redundancy.firstWord(), Codeword.PLANES, out, outOff);
    for (int plane = 0; plane < Codeword.PLANES; plane++) {
      for (int w = 0; w < Codeword.PLANE_LONGS; w++) {
        out[outOff + plane * Codeword.LONGS + w] |=
            source[sourceOff + plane * Codeword.PLANE_LONGS + w] & dataMask[w];
      }
    }
  }

  /** Finds the rows at which a plane's data is one; returns their number. */
  private int findOnes(long[] source, int off) {
    int rowLongs = redundancy.rowLongs();
    int count = 0;
    for (int w = 0; w < Codeword.PLANE_LONGS; w++) {
      for (long left = source[off + w] & dataMask[w]; left != 0; left &= left - 1) {
        rows[count++] = (64 * w + Long.numberOfTrailingZeros(left)) * rowLongs;
      }
    }
    return count;
  }

  @Override
  public boolean isCodeword(long[] source, int sourceOff) {
    return general.isCodeword(source, sourceOff);
  }
}
