package org.schurmpc.core.kernel;

/** The plain loops over rows at places: see {@link PlaceKernels}. */
final class PlainPlaces {
  private static final int ROW = 4;

  private PlainPlaces() {}

  static void xor(long[] table, int from, int[] places, long[] to, int n) {
    int at = 0;
    for (int row = 0; row < ROW * n; row += ROW) {
      long a = to[row];
      long b = to[row + 1];
      long c = to[row + 2];
      long d = to[row + 3];
      for (int j = 0; j < PlaceKernels.PLACES; j++) {
        int place = from + ROW * places[at + j];
        a ^= table[place];
        b ^= table[place + 1];
        c ^= table[place + 2];
        d ^= table[place + 3];
      }
      at += PlaceKernels.PLACES;
      to[row] = a;
      to[row + 1] = b;
      to[row + 2] = c;
      to[row + 3] = d;
    }
  }

  static void sum(
      long[] table, int from, int width, int[] places, long[] sums, int at, long[] tops, int n) {
    int column = 0;
    for (; column + 2 <= width; column += 2) {
      sumTwo(table, from + column, width, places, sums, at + column, tops, column, n);
    }
    if (column < width) {
      sumOne(table, from + column, width, places, sums, at + column, tops, column, n);
    }
  }

  private static void sumTwo(
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
      long a = sums[at + row];
      long b = sums[at + row + 1];
      long topA = a >>> 32;
      long topB = b >>> 32;
      for (int j = 0; j < PlaceKernels.PLACES; j++) {
        int place = from + width * places[PlaceKernels.PLACES * i + j];
        a += table[place];
        b += table[place + 1];
        topA += table[place] >>> 32;
        topB += table[place + 1] >>> 32;
      }
      sums[at + row] = a;
      sums[at + row + 1] = b;
      tops[topsAt + row] = topA;
      tops[topsAt + row + 1] = topB;
    }
  }

  /** Adds up one column of each row. */
  static void sumOne(
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
      long a = sums[at + row];
      long topA = a >>> 32;
      for (int j = 0; j < PlaceKernels.PLACES; j++) {
        long word = table[from + width * places[PlaceKernels.PLACES * i + j]];
        a += word;
        topA += word >>> 32;
      }
      sums[at + row] = a;
      tops[topsAt + row] = topA;
    }
  }

  /** See {@link PlaceKernels#gatherPlanes}. */
  static void gatherPlanes(
      long[] table, int from, int[] places, int placesOff, int step, long[] to, int toOff) {
    for (int i = 0; i < PlaceKernels.GATHERED; i++) {
      int row = from + PlaceKernels.PLANES * places[placesOff + i * step];
      int at = toOff + i;
      to[at] = table[row];
      to[at + 64] = table[row + 1];
      to[at + 2 * 64] = table[row + 2];
      to[at + 3 * 64] = table[row + 3];
      to[at + 4 * 64] = table[row + 4];
      to[at + 5 * 64] = table[row + 5];
      to[at + 6 * 64] = table[row + 6];
      to[at + 7 * 64] = table[row + 7];
    }
  }
}
