package org.schurmpc.tinyot;

import java.util.Set;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.eval.Protocol;
import org.schurmpc.core.eval.ProtocolOptions;
import org.schurmpc.core.kernel.KernelProvider;

/** TinyOT for two parties (NNOB12). Option: {@code sigma} (40, 64 or 80; 64 by default). */
public final class TinyOtProtocol implements Protocol {
  static final String NAME = "tinyot";

  /** More instances take further evaluations: beyond this, the material outweighs what is won. */
  private static final int MAX_LANES = 4096;

  /** For {@link java.util.ServiceLoader}. */
  public TinyOtProtocol() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "TinyOT: bits with pairwise MACs, two parties, malicious security (NNOB12)";
  }

  @Override
  public ConfiguredProtocol configure(ProtocolOptions options) throws Refused {
    options.requireOnly(NAME, Set.of("sigma"));
    return new TinyOt(
        SecurityLevel.named(options.values().getOrDefault("sigma", "64")),
        new LaneLayout(lanes(options.instances())),
        () -> KernelProvider.choose().kernels());
  }

  /** As many lanes as there are instances, or even parts of them. */
  private static int lanes(int instances) {
    int wanted = instances == 0 ? MAX_LANES : instances;
    int evaluations = (wanted - 1) / MAX_LANES + 1;
    return (wanted - 1) / evaluations + 1;
  }
}
