package org.schurmpc.minimac;

import org.junit.jupiter.api.Assumptions;
import org.schurmpc.core.code.ReedSolomon;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.kernel.KernelProvider;
import org.schurmpc.core.kernel.Kernels;

/** MiniTrix as the tests configure it. */
final class Configurations {
  /** A code small enough to guess against: [11, 3] with C* = [11, 5]. */
  static final ReedSolomon SMALL = code(11, 3);

  private Configurations() {}

  static ReedSolomon code(int n, int k) {
    int[] points = new int[n];
    for (int p = 0; p < n; p++) {
      points[p] = p + 1;
    }
    return ReedSolomon.of(points, k);
  }

  /** Kernels by name; skips the test where this JVM has none of that name. */
  static Kernels kernels(String name) {
    if (name.equals("vector")) {
      Assumptions.assumeTrue(
          ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent(),
          "skipped: jdk.incubator.vector is not switched on");
    }
    return KernelProvider.choose(KernelProvider.Preference.named(name)).kernels();
  }

  static ConfiguredProtocol minitrix(String code, OpeningMode opening, String kernels) {
    kernels(kernels);
    return new MiniMac(
        Variant.minitrix(
            new MiniMacCode(ReedSolomon.named(code)), MiniTrixProtocol.ENCODER, opening),
        () -> kernels(kernels));
  }

  static Variant minitrixVariant(ReedSolomon code) {
    return Variant.minitrix(new MiniMacCode(code), MiniTrixProtocol.ENCODER, OpeningMode.BATCHED);
  }

  static ConfiguredProtocol minitrix(ReedSolomon code) {
    return new MiniMac(minitrixVariant(code), () -> kernels("plain"));
  }
}
