package org.schurmpc.core.contract;

import org.junit.jupiter.api.Assumptions;
import org.schurmpc.core.kernel.KernelProvider;
import org.schurmpc.core.kernel.KernelProvider.Preference;
import org.schurmpc.core.kernel.Kernels;

/** Finds kernels for tests by name. */
public final class NamedKernels {
  private NamedKernels() {}

  /** Returns kernels that are "plain", "vector" or "auto"; skips the test if there are none. */
  public static Kernels of(String name) {
    if (name.equals("vector")) {
      Assumptions.assumeTrue(
          ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent(),
          "skipped: jdk.incubator.vector is not switched on");
    }
    return KernelProvider.choose(Preference.named(name)).kernels();
  }
}
