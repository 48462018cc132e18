package org.schurmpc.bench.jmh;

import org.schurmpc.core.kernel.KernelProvider;
import org.schurmpc.core.kernel.Kernels;

/** The kernels that a benchmark's parameter names. */
final class BenchKernels {
  private BenchKernels() {}

  /**
   * Kernels by name. JMH reports the exception, leaves this combination of parameters out and goes
   * on.
   *
   * @throws IllegalStateException if this JVM has no such kernels
   */
  static Kernels named(String name) {
    return KernelProvider.choose(KernelProvider.Preference.named(name)).kernels();
  }
}
