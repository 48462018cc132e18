package org.schurmpc.bench.jmh;

import org.schurmpc.core.kernel.KernelProvider;
import org.schurmpc.core.kernel.Kernels;

/** Finds the kernels that a benchmark's parameter names. */
final class BenchKernels {
  private BenchKernels() {}

  /**
   * Returns kernels by name. If this JVM does not have them, JMH reports the exception, skips this
   * combination of parameters and continues.
   *
   * @throws IllegalStateException if this JVM has no such kernels
   */
  static Kernels named(String name) {
    return KernelProvider.choose(KernelProvider.Preference.named(name)).kernels();
  }
}
