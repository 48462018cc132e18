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
}
