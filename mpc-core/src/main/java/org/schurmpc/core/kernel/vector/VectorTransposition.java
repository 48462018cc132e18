package org.schurmpc.core.kernel.vector;

import static jdk.incubator.vector.LongVector.fromArray;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LSHR;
import static jdk.incubator.vector.VectorOperators.XOR;

import java.util.Arrays;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * The vector transposition of bits: a lane holds one word of each column, and each lane transposes
 * 64 × 64 bits by the usual butterflies, two of the six levels at once.
 */
final class VectorTransposition {
  private static final VectorSpecies<Long> S = VectorRows.S;
  private static final int LANES = S.length();
  private static final int COLUMNS = 128;
  private static final int HALF = 64 * LANES;

  // Vector j of a half at LANES * j; the high half after the low one.
  private final long[] block = new long[2 * HALF];
  private final long[] fewColumns = new long[COLUMNS * LANES];
  private final long[] spread = new long[2 * HALF];
  private final long[] fewRows = new long[COLUMNS * LANES];

  /** See {@link org.schurmpc.core.kernel.CotKernels#transpose128}. */
  void transpose128(long[] columns, int from, int stride, int words, long[] rows, int rowsOff) {
    if (words < LANES) {
      for (int j = 0; j < COLUMNS; j++) {
        System.arraycopy(columns, from + j * stride, fewColumns, LANES * j, words);
      }
      transposeBlock(fewColumns, 0, LANES, fewRows, 0);
      System.arraycopy(fewRows, 0, rows, rowsOff, COLUMNS * words);
      return;
    }
    for (int w = 0; w < words; w += LANES) {
      // The last block may overlap the one before it.
      int at = Math.min(w, words - LANES);
      transposeBlock(columns, from + at, stride, rows, rowsOff + COLUMNS * at);
    }
  }

  /** See {@link org.schurmpc.core.kernel.CotKernels#columns128}. */
  void columns128(long[] rows, int rowsOff, int words, long[] columns, int from, int stride) {
    if (words < LANES) {
      System.arraycopy(rows, rowsOff, fewRows, 0, COLUMNS * words);
      columnsOfBlock(fewRows, 0, fewColumns, 0, LANES);
      for (int j = 0; j < COLUMNS; j++) {
        System.arraycopy(fewColumns, LANES * j, columns, from + j * stride, words);
      }
      return;
    }
    for (int w = 0; w < words; w += LANES) {
      int at = Math.min(w, words - LANES);
      columnsOfBlock(rows, rowsOff + COLUMNS * at, columns, from + at, stride);
    }
  }

  private void columnsOfBlock(long[] rows, int from, long[] columns, int to, int stride) {
    for (int lane = 0; lane < LANES; lane++) {
      scatterRows(rows, from + COLUMNS * lane, lane, spread);
    }
    transposeHalf(spread, 0, LANES, block, 0);
    transposeHalf(spread, HALF, LANES, block, HALF);
    for (int j = 0; j < COLUMNS; j++) {
      fromArray(S, block, LANES * j).intoArray(columns, to + j * stride);
    }
  }

  /** See {@link org.schurmpc.core.kernel.ProjectionKernels#transpose64}. */
  void transpose64(
      long[] columns, int from, int stride, int words, long[] rows, int rowsOff, int step) {
    for (int w = 0; w < words; w += LANES) {
      int now = Math.min(LANES, words - w);
      if (now == LANES) {
        transposeHalf(columns, from + w, stride, block, 0);
      } else {
        for (int j = 0; j < 64; j++) {
          System.arraycopy(columns, from + w + j * stride, fewColumns, LANES * j, now);
        }
        transposeHalf(fewColumns, 0, LANES, block, 0);
      }
      for (int lane = 0; lane < now; lane++) {
        gatherLane(block, lane, rows, rowsOff + 64 * (w + lane) * step, step);
      }
    }
  }

  private void transposeBlock(long[] columns, int from, int stride, long[] rows, int to) {
    transposeHalf(columns, from, stride, block, 0);
    transposeHalf(columns, from + 64 * stride, stride, block, HALF);
    for (int lane = 0; lane < LANES; lane++) {
      gatherRows(block, lane, rows, to + COLUMNS * lane);
    }
  }

  private static void transposeHalf(
      long[] columns, int from, int stride, long[] block, int blockOff) {
    for (int i = 0; i < 16; i++) {
      first(columns, from + i * stride, 16 * stride, block, blockOff + LANES * i);
    }
    for (int i = 0; i < 16; i++) {
      second(block, blockOff + LANES * (4 * (i & 12) + (i & 3)));
    }
    for (int i = 0; i < 64; i += 4) {
      third(block, blockOff + LANES * i);
    }
  }

  private static void first(long[] columns, int from, int step, long[] block, int to) {
    LongVector a = fromArray(S, columns, from);
    LongVector b = fromArray(S, columns, from + step);
    LongVector c = fromArray(S, columns, from + 2 * step);
    LongVector d = fromArray(S, columns, from + 3 * step);
    LongVector ac = a.lanewise(LSHR, 32).lanewise(XOR, c).and(0x00000000FFFFFFFFL);
    LongVector bd = b.lanewise(LSHR, 32).lanewise(XOR, d).and(0x00000000FFFFFFFFL);
    a = a.lanewise(XOR, ac.lanewise(LSHL, 32));
    b = b.lanewise(XOR, bd.lanewise(LSHL, 32));
    c = c.lanewise(XOR, ac);
    d = d.lanewise(XOR, bd);
    LongVector ab = a.lanewise(LSHR, 16).lanewise(XOR, b).and(0x0000FFFF0000FFFFL);
    LongVector cd = c.lanewise(LSHR, 16).lanewise(XOR, d).and(0x0000FFFF0000FFFFL);
    a.lanewise(XOR, ab.lanewise(LSHL, 16)).intoArray(block, to);
    b.lanewise(XOR, ab).intoArray(block, to + 16 * LANES);
    c.lanewise(XOR, cd.lanewise(LSHL, 16)).intoArray(block, to + 32 * LANES);
    d.lanewise(XOR, cd).intoArray(block, to + 48 * LANES);
  }

  private static void second(long[] block, int at) {
    LongVector a = fromArray(S, block, at);
    LongVector b = fromArray(S, block, at + 4 * LANES);
    LongVector c = fromArray(S, block, at + 8 * LANES);
    LongVector d = fromArray(S, block, at + 12 * LANES);
    LongVector ac = a.lanewise(LSHR, 8).lanewise(XOR, c).and(0x00FF00FF00FF00FFL);
    LongVector bd = b.lanewise(LSHR, 8).lanewise(XOR, d).and(0x00FF00FF00FF00FFL);
    a = a.lanewise(XOR, ac.lanewise(LSHL, 8));
    b = b.lanewise(XOR, bd.lanewise(LSHL, 8));
    c = c.lanewise(XOR, ac);
    d = d.lanewise(XOR, bd);
    LongVector ab = a.lanewise(LSHR, 4).lanewise(XOR, b).and(0x0F0F0F0F0F0F0F0FL);
    LongVector cd = c.lanewise(LSHR, 4).lanewise(XOR, d).and(0x0F0F0F0F0F0F0F0FL);
    a.lanewise(XOR, ab.lanewise(LSHL, 4)).intoArray(block, at);
    b.lanewise(XOR, ab).intoArray(block, at + 4 * LANES);
    c.lanewise(XOR, cd.lanewise(LSHL, 4)).intoArray(block, at + 8 * LANES);
    d.lanewise(XOR, cd).intoArray(block, at + 12 * LANES);
  }

  private static void third(long[] block, int at) {
    LongVector a = fromArray(S, block, at);
    LongVector b = fromArray(S, block, at + LANES);
    LongVector c = fromArray(S, block, at + 2 * LANES);
    LongVector d = fromArray(S, block, at + 3 * LANES);
    LongVector ac = a.lanewise(LSHR, 2).lanewise(XOR, c).and(0x3333333333333333L);
    LongVector bd = b.lanewise(LSHR, 2).lanewise(XOR, d).and(0x3333333333333333L);
    a = a.lanewise(XOR, ac.lanewise(LSHL, 2));
    b = b.lanewise(XOR, bd.lanewise(LSHL, 2));
    c = c.lanewise(XOR, ac);
    d = d.lanewise(XOR, bd);
    LongVector ab = a.lanewise(LSHR, 1).lanewise(XOR, b).and(0x5555555555555555L);
    LongVector cd = c.lanewise(LSHR, 1).lanewise(XOR, d).and(0x5555555555555555L);
    a.lanewise(XOR, ab.lanewise(LSHL, 1)).intoArray(block, at);
    b.lanewise(XOR, ab).intoArray(block, at + LANES);
    c.lanewise(XOR, cd.lanewise(LSHL, 1)).intoArray(block, at + 2 * LANES);
    d.lanewise(XOR, cd).intoArray(block, at + 3 * LANES);
  }

  /** Writes row i of a lane from the lane's word in the vectors i of both halves. */
  private static void gatherRows(long[] block, int lane, long[] rows, int to) {
    for (int i = 0; i < 64; i++) {
      rows[to + 2 * i] = block[lane + LANES * i];
      rows[to + 2 * i + 1] = block[HALF + lane + LANES * i];
    }
  }

  /** Writes both words of the rows of a lane to the vectors of both halves. */
  private static void scatterRows(long[] rows, int from, int lane, long[] block) {
    for (int i = 0; i < 64; i++) {
      block[lane + LANES * i] = rows[from + 2 * i];
      block[HALF + lane + LANES * i] = rows[from + 2 * i + 1];
    }
  }

  /** Writes the rows of one word of a lane, {@code step} longs apart. */
  private static void gatherLane(long[] block, int lane, long[] rows, int to, int step) {
    for (int i = 0; i < 64; i++) {
      rows[to + step * i] = block[lane + LANES * i];
    }
  }

  void wipe() {
    Arrays.fill(block, 0);
    Arrays.fill(fewColumns, 0);
    Arrays.fill(spread, 0);
    Arrays.fill(fewRows, 0);
  }
}
