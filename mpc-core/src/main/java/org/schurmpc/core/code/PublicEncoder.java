package org.schurmpc.core.code;

import java.util.Objects;
import org.schurmpc.core.kernel.EncodingKernels;

/**
 * Encodes <em>public</em> words, such as masked values, by the Method of Four Russians, whose table
 * index is the message. {@link SecretEncoder} encodes secret words.
 *
 * <p>A 0/1 vector is a sum of one table row for each group of its bits; a vector of bytes is Σ_j
 * X^j C(plane_j). The encoder allocates nothing per call and is not thread-safe: {@link #forThread}
 * makes another encoder that shares the table.
 */
public final class PublicEncoder implements Encoder {
  private static final int PAD = 4; // longs that kernels may access around packed words

  private final ReedSolomon code;
  private final EncodingKernels kernels;
  private final RussianTable table;
  private final int[] rows;
  private final long[] packed;
  private final long[] word = new long[Codeword.LONGS];
  private final long[] dataMask = new long[Codeword.LONGS];

  /** Creates an encoder and builds the code's table. */
  public PublicEncoder(ReedSolomon code, EncodingKernels kernels) {
    this(code, kernels, kernels.groupBits());
  }

  /**
   * Creates an encoder with groups of 1 to 12 bits, instead of the size preferred by the kernels.
   */
  public PublicEncoder(ReedSolomon code, EncodingKernels kernels, int groupBits) {
    this(code, kernels, new RussianTable(code, groupBits));
  }

  private PublicEncoder(ReedSolomon code, EncodingKernels kernels, RussianTable table) {
    this.code = code;
    this.kernels = Objects.requireNonNull(kernels);
    this.table = table;
    this.rows = new int[table.groups()];
    this.packed = new long[Codeword.PLANES * table.rowLongs() + 2 * PAD];
    for (int i = 0; i < Codeword.LONGS; i++) {
      dataMask[i] = Codeword.positionMask(code.k(), i % Codeword.PLANE_LONGS);
    }
  }

  /** Returns an encoder of this code for another thread, with that thread's kernels. */
  public PublicEncoder forThread(EncodingKernels otherKernels) {
    return new PublicEncoder(code, otherKernels, table);
  }

  @Override
  public ReedSolomon code() {
    return code;
  }

  /**
   * Encodes a 0/1 vector.
   *
   * @param msg four longs; the low k bits are the vector, all others are ignored
   * @param out the codeword; must not overlap msg
   */
  public void encodePlane(long[] msg, int msgOff, long[] out, int outOff) {
    table.sum(kernels, msg, msgOff, rows, packed, PAD);
    kernels.spread(packed, PAD, table.planeLongs(), table.firstWord(), 1, out, outOff);
    addData(msg, msgOff, out, outOff);
  }

  @Override
  public void encodePlanes(long[] source, int sourceOff, long[] out, int outOff) {
    Objects.checkFromIndexSize(outOff, Codeword.PLANES * Codeword.LONGS, out.length);
    sumPlanes(source, sourceOff);
    kernels.spread(
        packed, PAD, table.planeLongs(), table.firstWord(), Codeword.PLANES, out, outOff);
    for (int plane = 0; plane < Codeword.PLANES; plane++) {
      addData(
          source, sourceOff + Codeword.PLANE_LONGS * plane, out, outOff + Codeword.LONGS * plane);
    }
  }

  @Override
  public void encode(long[] source, int sourceOff, long[] out, int outOff) {
    Objects.checkFromIndexSize(outOff, Codeword.LONGS, out.length);
    redundancy(source, sourceOff);
    for (int i = 0; i < Codeword.LONGS; i++) {
      out[outOff + i] = word[i] | (source[sourceOff + i] & dataMask[i]);
    }
  }

  @Override
  public boolean isCodeword(long[] source, int sourceOff) {
    redundancy(source, sourceOff);
    long difference = 0;
    for (int i = 0; i < Codeword.LONGS; i++) {
      difference |= word[i] ^ (source[sourceOff + i] & ~dataMask[i]);
    }
    return difference == 0;
  }

  /**
   * Combines eight codewords, or any words: out = Σ_j X^j e_j. Applied to the encodings of the
   * planes of a word's data, the result equals that of {@link #encode}.
   *
   * @param words the e_j, one after the other
   */
  public void combinePlanes(long[] words, int wordsOff, long[] out, int outOff) {
    kernels.combine(words, wordsOff, Codeword.PLANE_LONGS, 0, out, outOff);
  }

  private void redundancy(long[] source, int sourceOff) {
    sumPlanes(source, sourceOff);
    kernels.combine(packed, PAD, table.planeLongs(), table.firstWord(), word, 0);
  }

  private void sumPlanes(long[] source, int sourceOff) {
    Objects.checkFromIndexSize(sourceOff, Codeword.LONGS, source.length);
    for (int plane = 0; plane < Codeword.PLANES; plane++) {
      int from = sourceOff + Codeword.PLANE_LONGS * plane;
      table.sum(kernels, source, from, rows, packed, PAD + table.rowLongs() * plane);
    }
  }

  private void addData(long[] msg, int msgOff, long[] out, int outOff) {
    out[outOff] |= msg[msgOff] & dataMask[0];
    out[outOff + 1] |= msg[msgOff + 1] & dataMask[1];
    out[outOff + 2] |= msg[msgOff + 2] & dataMask[2];
    out[outOff + 3] |= msg[msgOff + 3] & dataMask[3];
  }
}
