package org.schurmpc.tinytable;

import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.bits.LaneLayout;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.eval.Protocol;
import org.schurmpc.core.eval.ProtocolOptions;
import org.schurmpc.core.kernel.KernelProvider;
import org.schurmpc.core.kernel.Kernels;

/**
 * TinyTable for two parties (DNNR17). Options: {@code mac} (linear, lookup64, lookup32, passive or
 * codeword; linear by default), {@code code} of codewords ({@value TableCode#DEFAULT} by default),
 * and of the real preprocessing {@code sigma} (40 or 64; 64 by default).
 */
public final class TinyTableProtocol implements Protocol {
  static final String NAME = "tinytable";

  private static final int DEFAULT_LANES = 256;

  /** More instances take further evaluations: tables of an S-box take 8 KB a lane. */
  private static final int MAX_LANES = 1024;

  /** For {@link java.util.ServiceLoader}. */
  public TinyTableProtocol() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "TinyTable: scrambled truth tables with MACs, two parties, malicious security (DNNR17)";
  }

  @Override
  public ConfiguredProtocol configure(ProtocolOptions options) throws Refused {
    options.requireTwoParties(NAME);
    options.requireOnly(NAME, Set.of("mac", "code", "sigma"));
    Scheme scheme =
        Scheme.named(
            options.values().getOrDefault("mac", "linear"),
            Optional.ofNullable(options.values().get("code")));
    Supplier<Kernels> kernels = () -> KernelProvider.choose().kernels();
    return new TinyTable(
        scheme, new LaneLayout(lanes(options.instances())), sigma(options), kernels);
  }

  private static int sigma(ProtocolOptions options) throws Refused {
    String sigma = options.values().getOrDefault("sigma", "64");
    return switch (sigma) {
      case "40" -> 40;
      case "64" -> 64;
      default -> throw new Refused("sigma of tinytable is 40 or 64, not '" + sigma + "'");
    };
  }

  /** As many lanes as there are instances, or even parts of them. */
  private static int lanes(int instances) {
    int wanted = instances == 0 ? DEFAULT_LANES : instances;
    int evaluations = (wanted - 1) / MAX_LANES + 1;
    return (wanted - 1) / evaluations + 1;
  }
}
