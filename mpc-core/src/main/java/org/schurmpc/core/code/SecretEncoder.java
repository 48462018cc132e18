package org.schurmpc.core.code;

import java.util.Arrays;
import java.util.Objects;
import org.schurmpc.core.kernel.EncodingKernels;

/**
 * Encodes <em>secret</em> words: sums the rows of the generator matrix, masked by the message's
 * bits. No index and no branch depends on the word. Slower than {@link PublicEncoder}.
 *
 * <p>The encoder allocates nothing per call and is not thread-safe. The next call and {@link #wipe}
 * overwrite its copies of the word.
 */
public final class SecretEncoder {
  private static final int PAD = 4; // longs that kernels may access around packed words

  private final ReedSolomon code;
  private final EncodingKernels kernels;
  private final RedundancyRows redundancy;
  private final long[] masks;
  private final long[] packed;
  private final long[] word = new long[Codeword.LONGS];

  public SecretEncoder(ReedSolomon code, EncodingKernels kernels) {
    this.code = code;
    this.kernels = Objects.requireNonNull(kernels);
    this.redundancy = new RedundancyRows(code);
    this.masks = new long[Codeword.PLANES * code.k()];
    this.packed = new long[Codeword.PLANES * redundancy.rowLongs() + 2 * PAD];
  }

  public ReedSolomon code() {
    return code;
  }

  /**
   * Writes the codeword that has a word's first k symbols; the word's other symbols are ignored.
   *
   * @param out the codeword; may be at the place of the word
   */
  public void encode(long[] source, int sourceOff, long[] out, int outOff) {
    Objects.checkFromIndexSize(sourceOff, Codeword.LONGS, source.length);
    Objects.checkFromIndexSize(outOff, Codeword.LONGS, out.length);
    expandMasks(source, sourceOff);
    kernels.sumMaskedRows(redundancy.rows(), code.k(), redundancy.rowLongs(), masks, packed, PAD);
    kernels.combine(packed, PAD, redundancy.planeLongs(), redundancy.firstWord(), word, 0);
    for (int i = 0; i < Codeword.LONGS; i++) {
      long mask = Codeword.positionMask(code.k(), i % Codeword.PLANE_LONGS);
      out[outOff + i] = word[i] | (source[sourceOff + i] & mask);
    }
  }

  /**
   * Encodes a word's eight planes, each taken as a 0/1 vector of k symbols.
   *
   * @param out eight codewords; must not overlap the word
   */
  public void encodePlanes(long[] source, int sourceOff, long[] out, int outOff) {
    Objects.checkFromIndexSize(sourceOff, Codeword.LONGS, source.length);
    Objects.checkFromIndexSize(outOff, Codeword.PLANES * Codeword.LONGS, out.length);
    expandMasks(source, sourceOff);
    kernels.sumMaskedRows(redundancy.rows(), code.k(), redundancy.rowLongs(), masks, packed, PAD);
    kernels.spread(
        packed, PAD, redundancy.planeLongs(), redundancy.firstWord(), Codeword.PLANES, out, outOff);
    // The message itself sits in plane 0 of its encoding: the code is systematic.
    for (int plane = 0; plane < Codeword.PLANES; plane++) {
      for (int w = 0; w < Codeword.PLANE_LONGS; w++) {
        out[outOff + plane * Codeword.LONGS + w] |=
            source[sourceOff + plane * Codeword.PLANE_LONGS + w]
                & Codeword.positionMask(code.k(), w);
      }
    }
  }

  /** Overwrites the copies of the last word. */
  public void wipe() {
    Arrays.fill(masks, 0);
    Arrays.fill(packed, 0);
    Arrays.fill(word, 0);
  }

  /**
   * Expands each data bit to a mask (all ones or all zeros), position by position and plane by
   * plane.
   */
  private void expandMasks(long[] source, int sourceOff) {
    int k = code.k();
    for (int plane = 0; plane < Codeword.PLANES; plane++) {
      int from = sourceOff + Codeword.PLANE_LONGS * plane;
      for (int i = 0; i < k; i++) {
        masks[Codeword.PLANES * i + plane] = -(source[from + (i >>> 6)] >>> i & 1);
      }
    }
  }
}
