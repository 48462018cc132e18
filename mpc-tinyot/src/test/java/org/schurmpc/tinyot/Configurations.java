package org.schurmpc.tinyot;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.bits.LaneLayout;
import org.schurmpc.core.contract.NamedKernels;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.tinyot.material.SecurityLevel;
import org.schurmpc.tinyot.prep.OtPreprocessing;

/** TinyOT as the tests configure it. */
public final class Configurations {
  private Configurations() {}

  /** TinyOT at a level of security. */
  public static ConfiguredProtocol tinyot(int sigma, int lanes, String kernels)
      throws MpcException {
    SecurityLevel level = SecurityLevel.named(String.valueOf(sigma));
    OtPreprocessing preprocessing = new OtPreprocessing(sigma, level.macWords(), 4, 1);
    return new TinyOt(level, new LaneLayout(lanes), preprocessing, () -> NamedKernels.of(kernels));
  }
}
