package org.schurmpc.core.kernel;

/**
 * Products of vectors of bits with a matrix, which are sums of the matrix's rows. See {@link
 * Kernels} for the rules of use.
 */
public interface RowSumKernels extends XorKernels {
  /**
   * Returns the group size, in bits, at which tables for {@link #sumRows} are fastest with these
   * kernels. Tables of all other sizes work too.
   */
  int groupBits();

  /**
   * Sums some rows of a table: out = Σ_i row(rows[i]), the Method of Four Russians. The row numbers
   * are array indices, so they must be public.
   *
   * @param table rows of {@code rowLongs} longs, a multiple of 8
   * @param rows start of each row in the table, {@code count} of them, at least 1
   * @param out {@code rowLongs} longs
   */
  void sumRows(long[] table, int[] rows, int count, int rowLongs, long[] out, int outOff);

  /**
   * Computes eight masked sums of all rows at once, in constant time: out_j = Σ_i (masks[8i + j]
   * &amp; row_i) for j &lt; 8.
   *
   * @param table {@code count} rows of {@code rowLongs} longs, a multiple of 8, from index 0
   * @param masks 8 {@code count} masks
   * @param out 8 {@code rowLongs} longs, out_j at outOff + j rowLongs
   */
  void sumMaskedRows(long[] table, int count, int rowLongs, long[] masks, long[] out, int outOff);
}
