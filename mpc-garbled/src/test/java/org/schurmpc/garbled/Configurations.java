package org.schurmpc.garbled;

import java.util.Optional;
import org.schurmpc.core.bits.LaneLayout;
import org.schurmpc.core.contract.NamedKernels;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.net.Link;
import org.schurmpc.core.silent.CotKind;
import org.schurmpc.garbled.material.GarbledLevel;
import org.schurmpc.tinyot.prep.OtPreprocessing;

/** Garbling as the tests configure it. */
public final class Configurations {
  private Configurations() {}

  /**
   * Garbling at a level of security.
   *
   * @param garbler the party that garbles, 0 or 1
   */
  public static ConfiguredProtocol garbled(int sigma, int garbler, int lanes, String kernels) {
    return garbled(sigma, garbler, lanes, 1 << 16, kernels);
  }

  /**
   * Garbling in chunks of another length.
   *
   * @param chunk number of gate-lanes of a chunk
   */
  public static ConfiguredProtocol garbled(
      int sigma, int garbler, int lanes, int chunk, String kernels) {
    return garbled(sigma, garbler, lanes, chunk, Optional.empty(), kernels);
  }

  /**
   * Garbling of some layers, and opening of the others.
   *
   * @param line for which wide layers are opened
   */
  public static ConfiguredProtocol forLine(
      int sigma, int garbler, int lanes, int chunk, Link line, String kernels) {
    return garbled(sigma, garbler, lanes, chunk, Optional.of(line), kernels);
  }

  private static ConfiguredProtocol garbled(
      int sigma, int garbler, int lanes, int chunk, Optional<Link> line, String kernels) {
    return new Garbled(
        new GarbledLevel(sigma, garbler),
        new LaneLayout(lanes),
        new OtPreprocessing(
            sigma, new GarbledLevel(sigma, garbler).macWidths(), 4, 1, CotKind.SOFTSPOKEN),
        chunk,
        line,
        () -> NamedKernels.of(kernels));
  }
}
