package org.schurmpc.core.kernel;

/**
 * The local computations of correlated OT extension from small-field VOLE and from LPN. See {@link
 * Kernels} for the rules of use.
 */
public interface CotKernels extends XorKernels, PlaceKernels {
  /**
   * Transposes a matrix of bits of 128 columns: bit j of row i is bit i of column j.
   *
   * @param columns column j at from + j stride, {@code words} longs, at least 1
   * @param rows 64 {@code words} rows of two longs each; not the array of the columns
   */
  void transpose128(long[] columns, int from, int stride, int words, long[] rows, int rowsOff);

  /**
   * Transposes rows of 128 bits: bit i of column j is bit j of row i, the inverse of {@link
   * #transpose128}.
   *
   * @param rows 64 {@code words} rows of two longs each
   * @param columns column j at from + j stride, {@code words} longs, at least 1; not the array of
   *     the rows
   */
  void columns128(long[] rows, int rowsOff, int words, long[] columns, int from, int stride);

  /**
   * Computes dst ^= src for the first {@code length} bytes. There are no offsets, because the JIT
   * compiler vectorizes the plain loop only without them.
   *
   * @param src not the array of {@code dst}
   */
  void xorBytes(byte[] dst, byte[] src, int length);
}
