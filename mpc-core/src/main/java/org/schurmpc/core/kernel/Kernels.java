package org.schurmpc.core.kernel;

/**
 * The hot loops on bit-sliced codewords.
 *
 * <p>A codeword over GF(2^8) = F2[X]/0x11B is 32 longs: eight planes of four longs. Plane j, the
 * coefficients of X^j, is in longs 4j to 4j+3; position p is bit p mod 64 of long 4j + p/64.
 *
 * <p>The time of all methods depends on their int arguments only, never on the words. The time of
 * {@link #sumRows} also depends on the row numbers, which must therefore be public. Unless stated
 * otherwise, source and destination must not overlap. The caller is responsible for array bounds: a
 * wrong offset gives an {@link IndexOutOfBoundsException}, possibly after a partial write.
 *
 * <p>Instances hold scratch space and are not thread-safe; {@link KernelProvider#choose()} makes a
 * new instance cheaply.
 */
public interface Kernels {
  /** Returns {@code plain} or {@code vector}. */
  String name();

  /** Returns the width in bits of the registers that the loops use: 64 for plain Java. */
  int registerBits();

  /**
   * Returns the group size, in bits, at which tables for {@link #sumRows} are fastest with these
   * kernels. Tables of all other sizes work too.
   */
  int groupBits();

  /** Computes dst ^= src, {@code length} longs; both may be at one place. */
  void xorInto(long[] dst, int dstOff, long[] src, int srcOff, int length);

  /** Computes dst = a ^ b, {@code length} longs; dst may be at the place of a or b. */
  void xor(long[] a, int aOff, long[] b, int bOff, long[] dst, int dstOff, int length);

  /**
   * Adds sums of coordinate-wise GF(2^8) products: for each part p, acc_p += Σ_t x_t * y_{t,p}.
   * Reduces modulo 0x11B once for each part.
   *
   * @param acc {@code parts} codewords, acc_p at accOff + 32p; must not overlap x or y
   * @param x {@code terms} codewords, x_t at xOff + 32t
   * @param y codewords, y_{t,p} at yOff + 32 (t parts + p)
   */
  void schurMulAdd(
      long[] acc, int accOff, long[] x, int xOff, long[] y, int yOff, int terms, int parts);

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

  /**
   * Unpacks packed words, of which each plane has only the longs firstWord to firstWord +
   * planeLongs - 1: writes {@code count} codewords, zero elsewhere.
   *
   * @param packed {@code count} packed words of 8 planeLongs longs each, with at least 4 more longs
   *     before and after them in the array, whose content is ignored
   */
  void spread(
      long[] packed,
      int packedOff,
      int planeLongs,
      int firstWord,
      int count,
      long[] out,
      int outOff);

  /**
   * Combines eight packed words (see {@link #spread}) e_0 to e_7 by Horner's rule: out = Σ_j X^j
   * e_j. With planeLongs 4 and firstWord 0 the e_j are codewords, which need no padding around
   * them.
   *
   * @param out one codeword, zero outside the packed longs
   */
  void combine(long[] packed, int packedOff, int planeLongs, int firstWord, long[] out, int outOff);

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

  /** Computes dst ^= src &amp; mask, {@code length} longs; both may be at one place. */
  void xorMasked(long[] dst, int dstOff, long[] src, int srcOff, long mask, int length);

  /**
   * Adds a constant where bits are set: dst_i ^= bit_i * constant for i &lt; count, at most 64.
   *
   * @param bits bit i is for word i; bits from {@code count} on are ignored
   */
  void xorConstant(long[] dst, int dstOff, long bits, long constant, int count);

  /**
   * Adds two words, and a constant where bits are set: dst_i = a_i ^ b_i ^ bit_i * constant for i
   * &lt; count, at most 64.
   *
   * @param bits see {@link #xorConstant}
   */
  void xorBoth(
      long[] a,
      int aOff,
      long[] b,
      int bOff,
      long bits,
      long constant,
      long[] dst,
      int dstOff,
      int count);

  /**
   * Adds words where bits are set: dst_i = c_i ^ (d_i * a_i) ^ (e_i * b_i) for i &lt; count, at
   * most 64.
   *
   * @param src holds a, b and c
   * @param d bits for a, see {@link #xorConstant}
   * @param e bits for b, see {@link #xorConstant}
   */
  void xorSelected(
      long[] src, int cOff, int aOff, long d, int bOff, long e, long[] dst, int dstOff, int count);
}
