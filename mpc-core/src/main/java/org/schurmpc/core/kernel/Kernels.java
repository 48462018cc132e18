package org.schurmpc.core.kernel;

/**
 * All hot loops. Each user takes the interface of the loops that it needs.
 *
 * <p>The time of all methods depends on their int arguments only, never on the words. The time of
 * {@link #sumRows} also depends on the row numbers, which must therefore be public. Unless stated
 * otherwise, source and destination must not overlap. The caller is responsible for array bounds: a
 * wrong offset gives an {@link IndexOutOfBoundsException}, possibly after a partial write.
 *
 * <p>Instances hold scratch space and are not thread-safe; {@link KernelProvider#choose()} makes a
 * new instance cheaply.
 */
public interface Kernels extends EncodingKernels, BitMacKernels, CotKernels, ProjectionKernels {
  /** Returns {@code plain} or {@code vector}. */
  String name();

  /** Returns the width in bits of the registers that the loops use: 64 for plain Java. */
  int registerBits();

  /** Overwrites the words that are left in scratch space. */
  void wipe();
}
