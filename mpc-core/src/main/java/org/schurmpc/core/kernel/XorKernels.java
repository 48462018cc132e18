package org.schurmpc.core.kernel;

/** Sums of vectors over F2, of any number of words. See {@link Kernels} for the rules of use. */
public interface XorKernels {
  /** Computes dst ^= src, {@code length} longs; both may be at one place. */
  void xorInto(long[] dst, int dstOff, long[] src, int srcOff, int length);

  /** Computes dst = a ^ b, {@code length} longs; dst may be at the place of a or b. */
  void xor(long[] a, int aOff, long[] b, int bOff, long[] dst, int dstOff, int length);

  /** Computes dst ^= src &amp; mask, {@code length} longs; both may be at one place. */
  void xorMasked(long[] dst, int dstOff, long[] src, int srcOff, long mask, int length);
}
