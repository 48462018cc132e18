package org.schurmpc.core.kernel;

import java.util.ArrayList;
import java.util.List;

/** The kernels that can run in this JVM: plain, and vector where its module is present. */
public final class TestKernels {
  private TestKernels() {}

  public static boolean vectorPresent() {
    return ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent();
  }

  public static List<Kernels> all() {
    List<Kernels> all = new ArrayList<>();
    all.add(KernelProvider.choose(KernelProvider.Preference.PLAIN).kernels());
    if (vectorPresent()) {
      all.add(KernelProvider.choose(KernelProvider.Preference.VECTOR).kernels());
    }
    return all;
  }
}
