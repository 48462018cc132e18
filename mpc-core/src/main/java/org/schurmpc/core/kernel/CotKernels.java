package org.schurmpc.core.kernel;

/**
 * The local computations of correlated OT extension from small-field VOLE. See {@link Kernels} for
 * the rules of use.
 */
public interface CotKernels extends XorKernels {
  /**
   * Transposes a matrix of bits of 128 columns: bit j of row i is bit i of column j.
   *
   * @param columns column j at from + j stride, {@code words} longs, at least 1
   * @param rows 64 {@code words} rows of two longs each; not the array of the columns
   */
  void transpose128(long[] columns, int from, int stride, int words, long[] rows, int rowsOff);

  /**
   * Sums rows by the bits of their numbers, the core of small-field VOLE: of the rows r_y, y &lt;
   * 2^k, out_0 = Σ_y r_y and out_{1+j} = Σ r_y over those y whose bit j is set, j &lt; k.
   *
   * @param leaves r_y at off + y stride, {@code words} longs; destroyed
   * @param k 1, 2, 4 or 8
   * @param out k + 1 rows of {@code words} longs, out_j at outOff + j outStride; not the array of
   *     the leaves
   * @throws IllegalArgumentException if k is another number
   */
  void fold(
      long[] leaves, int off, int stride, int k, int words, long[] out, int outOff, int outStride);
}
