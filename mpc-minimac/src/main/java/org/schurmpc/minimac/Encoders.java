package org.schurmpc.minimac;

import java.util.List;
import org.schurmpc.core.code.Encoder;
import org.schurmpc.core.code.PublicEncoder;
import org.schurmpc.core.code.ReedSolomon;
import org.schurmpc.core.kernel.Kernels;

/** The encoders of public words, by the names that users choose them by. */
final class Encoders {
  /** The Method of Four Russians. */
  static final String RUSSIANS = "russians";

  static final List<String> NAMES = List.of(RUSSIANS);

  /** The one that comes nearest to MiniMac as the paper first measures it. */
  static final String PLAINEST = RUSSIANS;

  private Encoders() {}

  /**
   * An encoder of a code, for one thread.
   *
   * @param name one of {@link #NAMES}
   */
  static Encoder of(String name, ReedSolomon code, Kernels kernels) {
    return switch (name) {
      case RUSSIANS -> new PublicEncoder(code, kernels);
      default -> throw new IllegalArgumentException("no encoder '" + name + "'");
    };
  }
}
