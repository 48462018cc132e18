package org.schurmpc.minimac.online;

import java.util.Arrays;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.code.Codeword;

/**
 * Instances in a word. Lane l is bit l / k of symbol l mod k (DLT14, section 4.3, with the bits of
 * a plane side by side). One bit of a symbol is used, or all eight.
 */
final class Lanes {
  private final int k;
  private final int planes;

  /**
   * Creates the lanes.
   *
   * @param k number of data symbols of a word
   * @param planes number of bits of a symbol that are used, from the lowest on
   */
  Lanes(int k, int planes) {
    this.k = k;
    this.planes = planes;
  }

  /**
   * Writes a row of k bits for each plane to the data symbols of a word; the other symbols become
   * zero.
   */
  void pack(BitMatrix from, int row, long[] word, int offset) {
    Arrays.fill(word, offset, offset + Codeword.LONGS, 0);
    int start = from.offset(row);
    for (int plane = 0; plane < planes; plane++) {
      int at = offset + plane * Codeword.PLANE_LONGS;
      for (int done = 0; done < k; done += 64) {
        int bits = Math.min(64, k - done);
        long chunk = bits(from.words(), start, plane * k + done, bits);
        word[at + done / 64] = chunk;
      }
    }
  }

  /** Reads the data symbols of a word into a row of bits. */
  void unpack(long[] word, int offset, BitMatrix to, int row) {
    int start = to.offset(row);
    Arrays.fill(to.words(), start, start + to.wordsPerRow(), 0);
    for (int plane = 0; plane < planes; plane++) {
      int at = offset + plane * Codeword.PLANE_LONGS;
      for (int done = 0; done < k; done += 64) {
        int bits = Math.min(64, k - done);
        long chunk = word[at + done / 64] & BitMatrix.lastWordMask(bits);
        int bit = plane * k + done;
        int w = start + (bit >>> 6);
        to.words()[w] |= chunk << bit;
        if ((bit & 63) + bits > 64) {
          to.words()[w + 1] |= chunk >>> -bit;
        }
      }
    }
  }

  /** Returns bits [from, from + count) of words that start at {@code start}; count is 1 to 64. */
  private static long bits(long[] words, int start, int from, int count) {
    int w = start + (from >>> 6);
    long value = words[w] >>> from;
    if ((from & 63) + count > 64) {
      value |= words[w + 1] << -from;
    }
    return value & BitMatrix.lastWordMask(count);
  }
}
