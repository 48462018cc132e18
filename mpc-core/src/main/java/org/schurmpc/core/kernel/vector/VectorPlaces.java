package org.schurmpc.core.kernel.vector;

import static jdk.incubator.vector.LongVector.fromArray;
import static jdk.incubator.vector.VectorOperators.LSHR;
import static jdk.incubator.vector.VectorOperators.XOR;

import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorSpecies;
import org.schurmpc.core.kernel.PlaceKernels;

/** The vector loops over rows at places: see {@link PlaceKernels}. */
final class VectorPlaces {
  private static final VectorSpecies<Long> FOUR = LongVector.SPECIES_256;
  private static final VectorSpecies<Long> TWO = LongVector.SPECIES_128;
  private static final VectorSpecies<Long> S = VectorRows.S;
  private static final int LANES = S.length();
  private static final int ROW = 4;
  private static final int HALF = 32;

  private VectorPlaces() {}

  static void xor(long[] table, int from, int[] places, long[] to, int n) {
    int at = 0;
    for (int row = 0; row < ROW * n; row += ROW) {
      fromArray(FOUR, table, from + ROW * places[at])
          .lanewise(XOR, fromArray(FOUR, table, from + ROW * places[at + 1]))
          .lanewise(XOR, fromArray(FOUR, table, from + ROW * places[at + 2]))
          .lanewise(XOR, fromArray(FOUR, table, from + ROW * places[at + 3]))
          .lanewise(XOR, fromArray(FOUR, table, from + ROW * places[at + 4]))
          .lanewise(XOR, fromArray(FOUR, table, from + ROW * places[at + 5]))
          .lanewise(XOR, fromArray(FOUR, table, from + ROW * places[at + 6]))
          .lanewise(XOR, fromArray(FOUR, table, from + ROW * places[at + 7]))
          .lanewise(XOR, fromArray(FOUR, table, from + ROW * places[at + 8]))
          .lanewise(XOR, fromArray(FOUR, table, from + ROW * places[at + 9]))
          .lanewise(XOR, fromArray(FOUR, to, row))
          .intoArray(to, row);
      at += PlaceKernels.PLACES;
    }
  }

  /** Adds up four columns of each row. */
  static void sumFour(
      long[] table,
      int from,
      int width,
      int[] places,
      long[] sums,
      int at,
      long[] tops,
      int topsAt,
      int n) {
    for (int i = 0; i < n; i++) {
      int row = i * width;
      LongVector sum = fromArray(FOUR, sums, at + row);
      LongVector top = sum.lanewise(LSHR, HALF);
      for (int j = 0; j < PlaceKernels.PLACES; j++) {
        int place = from + width * places[PlaceKernels.PLACES * i + j];
        LongVector words = fromArray(FOUR, table, place);
        sum = sum.add(words);
        top = top.add(words.lanewise(LSHR, HALF));
      }
      sum.intoArray(sums, at + row);
      top.intoArray(tops, topsAt + row);
    }
  }

  /** Adds up two columns of each row. */
  static void sumTwo(
      long[] table,
      int from,
      int width,
      int[] places,
      long[] sums,
      int at,
      long[] tops,
      int topsAt,
      int n) {
    for (int i = 0; i < n; i++) {
      int row = i * width;
      LongVector sum = fromArray(TWO, sums, at + row);
      LongVector top = sum.lanewise(LSHR, HALF);
      for (int j = 0; j < PlaceKernels.PLACES; j++) {
        int place = from + width * places[PlaceKernels.PLACES * i + j];
        LongVector words = fromArray(TWO, table, place);
        sum = sum.add(words);
        top = top.add(words.lanewise(LSHR, HALF));
      }
      sum.intoArray(sums, at + row);
      top.intoArray(tops, topsAt + row);
    }
  }

  /** Adds up the last column of each row. */
  static void sumOne(
      long[] table, int from, int width, int[] places, long[] sums, int at, long[] tops, int n) {
    int last = width - 1;
    for (int i = 0; i < n; i++) {
      int row = i * width + last;
      long sum = sums[at + row];
      long top = sum >>> HALF;
      for (int j = 0; j < PlaceKernels.PLACES; j++) {
        long word = table[from + last + width * places[PlaceKernels.PLACES * i + j]];
        sum += word;
        top += word >>> HALF;
      }
      sums[at + row] = sum;
      tops[row] = top;
    }
  }

  /**
   * Reads rows at places, one after the other. A row takes few instructions, so that many rows are
   * under way from memory at a time.
   *
   * @param rows receives the rows
   */
  static void gather(long[] table, int from, int[] places, int placesOff, int step, long[] rows) {
    int at = placesOff;
    if (LANES == PlaceKernels.PLANES) {
      for (int i = 0; i < PlaceKernels.GATHERED; i++) {
        fromArray(S, table, from + PlaceKernels.PLANES * places[at])
            .intoArray(rows, PlaceKernels.PLANES * i);
        at += step;
      }
      return;
    }
    for (int i = 0; i < PlaceKernels.GATHERED; i++) {
      int row = from + PlaceKernels.PLANES * places[at];
      fromArray(FOUR, table, row).intoArray(rows, PlaceKernels.PLANES * i);
      fromArray(FOUR, table, row + ROW).intoArray(rows, PlaceKernels.PLANES * i + ROW);
      at += step;
    }
  }

  /** Copies rows of eight longs to planes. */
  static void toPlanes(long[] rows, long[] to, int toOff) {
    for (int i = 0; i < PlaceKernels.GATHERED; i++) {
      int row = PlaceKernels.PLANES * i;
      int at = toOff + i;
      to[at] = rows[row];
      to[at + 64] = rows[row + 1];
      to[at + 2 * 64] = rows[row + 2];
      to[at + 3 * 64] = rows[row + 3];
      to[at + 4 * 64] = rows[row + 4];
      to[at + 5 * 64] = rows[row + 5];
      to[at + 6 * 64] = rows[row + 6];
      to[at + 7 * 64] = rows[row + 7];
    }
  }
}
