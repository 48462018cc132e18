package org.schurmpc.core.word;

import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.kernel.CotKernels;
import org.schurmpc.core.ot.CoordinateVoles;

/**
 * Transposes between words and streams of coordinates. A stream has 64 words in a chunk of 8 longs;
 * the streams of 256 coordinates follow one another. A tile is a number of chunks of every stream.
 */
final class WordSlices {
  private static final int CHUNK = CoordinateVoles.CHUNK;
  private static final int CHUNK_WORDS = Long.SIZE;
  private static final int COLUMNS = 128;
  private static final int ROW = 2;

  private final CotKernels kernels;
  private final long[] rows = new long[Codeword.LONGS * COLUMNS];

  WordSlices(CotKernels kernels) {
    this.kernels = kernels;
  }

  /** Returns the number of chunks that hold a number of words. */
  static int chunks(int words) {
    return (words + CHUNK_WORDS - 1) / CHUNK_WORDS;
  }

  /** Returns the number of longs of an array of words that {@link #toStreams} reads. */
  static int tileLongs(int chunks) {
    return (chunks + 1) / 2 * COLUMNS * Codeword.LONGS;
  }

  /**
   * Writes the words of a tile.
   *
   * @param streams stream j at {@code 8 j chunks}
   * @param count the number of words
   * @param dst receives words, one every {@code stride} longs
   */
  void toWords(long[] streams, int chunks, int count, long[] dst, int off, int stride) {
    int length = CHUNK * chunks;
    for (int chunk = 0; chunk < chunks; chunk++) {
      int first = off + chunk * CHUNK_WORDS * stride;
      int words = Math.min(CHUNK_WORDS, count - chunk * CHUNK_WORDS);
      for (int half = 0; half < 2; half++) {
        int from = COLUMNS * half * length + CHUNK * chunk;
        kernels.transpose128(streams, from, length, CHUNK, rows, 0);
        for (int i = 0; i < words; i++) {
          int to = first + i * stride + ROW * half;
          for (int plane = 0; plane < Codeword.PLANES; plane++) {
            int row = ROW * (CHUNK_WORDS * plane + i);
            dst[to + Codeword.PLANE_LONGS * plane] = rows[row];
            dst[to + Codeword.PLANE_LONGS * plane + 1] = rows[row + 1];
          }
        }
      }
    }
  }

  /**
   * Writes the streams of a tile of words.
   *
   * @param words {@link #tileLongs} longs
   * @param streams receives stream j at {@code 8 j chunks}
   */
  void toStreams(long[] words, int chunks, long[] streams) {
    int length = CHUNK * chunks;
    for (int chunk = 0; chunk < chunks; chunk += 2) {
      int from = chunk * CHUNK_WORDS * Codeword.LONGS;
      kernels.transpose128(words, from, Codeword.LONGS, Codeword.LONGS, rows, 0);
      for (int half = 0; half < Math.min(2, chunks - chunk); half++) {
        for (int i = 0; i < Codeword.LONGS; i++) {
          int plane = i / Codeword.PLANE_LONGS;
          int coordinate = i % Codeword.PLANE_LONGS * Long.SIZE;
          int to = coordinate * length + CHUNK * (chunk + half) + plane;
          int row = ROW * Long.SIZE * i + half;
          for (int j = 0; j < Long.SIZE; j++) {
            streams[to + j * length] = rows[row + ROW * j];
          }
        }
      }
    }
  }

  void wipe() {
    Secrets.wipe(rows);
  }
}
