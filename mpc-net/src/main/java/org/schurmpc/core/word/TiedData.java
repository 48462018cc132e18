package org.schurmpc.core.word;

import org.schurmpc.core.code.Codeword;

/** Finds the bits to which the words of a segment are tied, and takes the words' data from them. */
final class TiedData implements OwnData {
  private final TiedBits bits;
  private final WordPlan.Segment segment;
  private final int k;

  /**
   * Creates the data of words with given data, or of masks of tied words.
   *
   * @param k the number of data symbols
   */
  TiedData(TiedBits bits, WordPlan.Segment segment, int k) {
    this.bits = bits;
    this.segment = segment;
    this.k = k;
  }

  /**
   * Returns the index of the first bit behind a plane of a word, or {@link TiedBits#NONE}.
   *
   * @param index the word's index in the segment
   */
  int first(int index, int plane) {
    if (segment.shape() instanceof WordShape.TieMask) {
      return bits.firstOfMask(index, plane);
    }
    boolean planes = segment.shape() instanceof WordShape.Planes;
    if (planes && index % Codeword.PLANES != plane) {
      return TiedBits.NONE;
    }
    return bits.first(segment.first() + index, plane);
  }

  @Override
  public void write(int word, long[] dst, int off) {
    boolean planes = segment.shape() instanceof WordShape.Planes;
    for (int plane = 0; plane < Codeword.PLANES; plane++) {
      int first = first(word - segment.first() + (planes ? plane : 0), plane);
      if (first != TiedBits.NONE) {
        copy(first, dst, off + Codeword.PLANE_LONGS * plane);
      }
    }
  }

  private void copy(int first, long[] dst, int to) {
    long[] src = bits.shares();
    int shift = first % Long.SIZE;
    int from = first / Long.SIZE;
    for (int i = 0; i * Long.SIZE < k; i++) {
      long low = src[from + i] >>> shift;
      long high = shift == 0 || from + i + 1 == src.length ? 0 : src[from + i + 1] << -shift;
      dst[to + i] = (low | high) & Codeword.positionMask(k, i);
    }
  }
}
