package org.schurmpc.core.kernel;

/**
 * Sums of rows of a table at chosen places, {@value #PLACES} for each sum. Places are array
 * indices, so they must be public. See {@link Kernels} for the rules of use.
 */
public interface PlaceKernels {
  /** Number of rows of a sum. */
  int PLACES = 10;

  /**
   * Adds sums over GF(2) of rows of four longs: to_i ^= Σ_j row(places[{@value #PLACES} i + j]).
   *
   * @param from start of the first row in the table
   * @param to {@code n} rows, from index 0
   */
  void xorAtPlaces(long[] table, int from, int[] places, long[] to, int n);

  /**
   * Adds sums of rows as numbers, word by word modulo 2^64, and computes those of the words' high
   * halves, which give the carries.
   *
   * @param from start of the first row in the table
   * @param width number of longs of a row
   * @param sums {@code n} rows, to which those of the table are added
   * @param tops receives the sum of the high halves of each word of {@code sums}, as it was, and of
   *     those that were added; {@code n} rows, from index 0
   */
  void sumAtPlaces(
      long[] table, int from, int width, int[] places, long[] sums, int at, long[] tops, int n);

  /** Number of longs of a row of {@link #gatherPlanes}. */
  int PLANES = 8;

  /** Number of rows of {@link #gatherPlanes}. */
  int GATHERED = 64;

  /**
   * Reads {@value #GATHERED} rows of {@value #PLANES} longs at chosen places, as planes: word w of
   * row i goes to toOff + {@value #GATHERED} w + i.
   *
   * @param from start of the first row in the table
   * @param places row i is at the place at placesOff + i step
   */
  void gatherPlanes(
      long[] table, int from, int[] places, int placesOff, int step, long[] to, int toOff);
}
