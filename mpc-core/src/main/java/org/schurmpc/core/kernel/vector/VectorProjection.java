package org.schurmpc.core.kernel.vector;

import static jdk.incubator.vector.LongVector.fromArray;
import static jdk.incubator.vector.VectorOperators.XOR;

import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorSpecies;
import org.schurmpc.core.kernel.ProjectionKernels;

/**
 * The vector projection of columns by the Method of Four Russians: as many words of all columns at
 * once as a vector has lanes, so that their tables fit the first-level cache, and a bit of the
 * images is added up in a register.
 */
final class VectorProjection {
  private static final VectorSpecies<Long> S = VectorRows.S;
  private static final int LANES = S.length();
  private static final int COLUMNS = ProjectionKernels.COLUMNS;
  private static final int TABLES = ProjectionKernels.TABLES;

  /** Number of longs of a table. */
  private static final int TABLE = ProjectionKernels.TABLE_SUMS * LANES;

  private VectorProjection() {}

  /** Returns the tables, then columns and images of fewer words than a vector has. */
  static long[][] scratch() {
    return new long[][] {new long[TABLES * TABLE], new long[COLUMNS * LANES], new long[LANES]};
  }

  /** See {@link ProjectionKernels#project}. */
  static void project(
      long[] columns,
      int from,
      int stride,
      int words,
      byte[] sums,
      int height,
      long[][] scratch,
      long[] images,
      int imagesOff,
      int imagesStride) {
    long[] tables = scratch[0];
    if (words < LANES) {
      projectFew(
          columns, from, stride, words, sums, height, scratch, images, imagesOff, imagesStride);
      return;
    }
    for (int w = 0; w < words; w += LANES) {
      // The last block may overlap the one before it.
      int at = Math.min(w, words - LANES);
      fill(columns, from + at, stride, tables);
      for (int k = 0; k < height; k++) {
        add(tables, sums, k * TABLES, images, imagesOff + at + k * imagesStride);
      }
    }
  }

  private static void projectFew(
      long[] columns,
      int from,
      int stride,
      int words,
      byte[] sums,
      int height,
      long[][] scratch,
      long[] images,
      int imagesOff,
      int imagesStride) {
    for (int j = 0; j < COLUMNS; j++) {
      System.arraycopy(columns, from + j * stride, scratch[1], LANES * j, words);
    }
    fill(scratch[1], 0, LANES, scratch[0]);
    for (int k = 0; k < height; k++) {
      add(scratch[0], sums, k * TABLES, scratch[2], 0);
      System.arraycopy(scratch[2], 0, images, imagesOff + k * imagesStride, words);
    }
  }

  /** Fills all tables: sum v of a table is that of the columns of v's bits. */
  private static void fill(long[] columns, int from, int stride, long[] tables) {
    for (int table = 0; table < TABLES; table++) {
      int at = from + table * ProjectionKernels.TABLE_COLUMNS * stride;
      int to = table * TABLE;
      LongVector a = fromArray(S, columns, at);
      LongVector b = fromArray(S, columns, at + stride);
      LongVector c = fromArray(S, columns, at + 2 * stride);
      LongVector d = fromArray(S, columns, at + 3 * stride);
      LongVector ab = a.lanewise(XOR, b);
      LongVector cd = c.lanewise(XOR, d);
      a.lanewise(XOR, a).intoArray(tables, to);
      a.intoArray(tables, to + LANES);
      b.intoArray(tables, to + 2 * LANES);
      ab.intoArray(tables, to + 3 * LANES);
      c.intoArray(tables, to + 4 * LANES);
      a.lanewise(XOR, c).intoArray(tables, to + 5 * LANES);
      b.lanewise(XOR, c).intoArray(tables, to + 6 * LANES);
      ab.lanewise(XOR, c).intoArray(tables, to + 7 * LANES);
      d.intoArray(tables, to + 8 * LANES);
      a.lanewise(XOR, d).intoArray(tables, to + 9 * LANES);
      b.lanewise(XOR, d).intoArray(tables, to + 10 * LANES);
      ab.lanewise(XOR, d).intoArray(tables, to + 11 * LANES);
      cd.intoArray(tables, to + 12 * LANES);
      a.lanewise(XOR, cd).intoArray(tables, to + 13 * LANES);
      b.lanewise(XOR, cd).intoArray(tables, to + 14 * LANES);
      ab.lanewise(XOR, cd).intoArray(tables, to + 15 * LANES);
    }
  }

  /** Adds up one bit of the images. */
  private static void add(long[] tables, byte[] sums, int at, long[] images, int to) {
    LongVector first =
        fromArray(S, tables, LANES * sums[at])
            .lanewise(XOR, fromArray(S, tables, LANES * (16 + sums[at + 1])))
            .lanewise(XOR, fromArray(S, tables, LANES * (32 + sums[at + 2])))
            .lanewise(XOR, fromArray(S, tables, LANES * (48 + sums[at + 3])))
            .lanewise(XOR, fromArray(S, tables, LANES * (64 + sums[at + 4])))
            .lanewise(XOR, fromArray(S, tables, LANES * (80 + sums[at + 5])))
            .lanewise(XOR, fromArray(S, tables, LANES * (96 + sums[at + 6])))
            .lanewise(XOR, fromArray(S, tables, LANES * (112 + sums[at + 7])));
    LongVector second =
        fromArray(S, tables, LANES * (128 + sums[at + 8]))
            .lanewise(XOR, fromArray(S, tables, LANES * (144 + sums[at + 9])))
            .lanewise(XOR, fromArray(S, tables, LANES * (160 + sums[at + 10])))
            .lanewise(XOR, fromArray(S, tables, LANES * (176 + sums[at + 11])))
            .lanewise(XOR, fromArray(S, tables, LANES * (192 + sums[at + 12])))
            .lanewise(XOR, fromArray(S, tables, LANES * (208 + sums[at + 13])))
            .lanewise(XOR, fromArray(S, tables, LANES * (224 + sums[at + 14])))
            .lanewise(XOR, fromArray(S, tables, LANES * (240 + sums[at + 15])));
    LongVector third =
        fromArray(S, tables, LANES * (256 + sums[at + 16]))
            .lanewise(XOR, fromArray(S, tables, LANES * (272 + sums[at + 17])))
            .lanewise(XOR, fromArray(S, tables, LANES * (288 + sums[at + 18])))
            .lanewise(XOR, fromArray(S, tables, LANES * (304 + sums[at + 19])))
            .lanewise(XOR, fromArray(S, tables, LANES * (320 + sums[at + 20])))
            .lanewise(XOR, fromArray(S, tables, LANES * (336 + sums[at + 21])))
            .lanewise(XOR, fromArray(S, tables, LANES * (352 + sums[at + 22])))
            .lanewise(XOR, fromArray(S, tables, LANES * (368 + sums[at + 23])));
    LongVector fourth =
        fromArray(S, tables, LANES * (384 + sums[at + 24]))
            .lanewise(XOR, fromArray(S, tables, LANES * (400 + sums[at + 25])))
            .lanewise(XOR, fromArray(S, tables, LANES * (416 + sums[at + 26])))
            .lanewise(XOR, fromArray(S, tables, LANES * (432 + sums[at + 27])))
            .lanewise(XOR, fromArray(S, tables, LANES * (448 + sums[at + 28])))
            .lanewise(XOR, fromArray(S, tables, LANES * (464 + sums[at + 29])))
            .lanewise(XOR, fromArray(S, tables, LANES * (480 + sums[at + 30])))
            .lanewise(XOR, fromArray(S, tables, LANES * (496 + sums[at + 31])));
    first.lanewise(XOR, second).lanewise(XOR, third.lanewise(XOR, fourth)).intoArray(images, to);
  }
}
