package org.schurmpc.bench.fake;

import java.util.Map;
import java.util.Set;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.eval.Protocol;
import org.schurmpc.core.eval.ProtocolOptions;
import org.schurmpc.core.eval.Protocols;

/**
 * MiniTrix whose parties deal to themselves, both with the same seed, and exchange some bytes for
 * show: real in form, and of no security at all. With the option {@code cheat} the second party's
 * preprocessing ends as if the first had cheated.
 */
public final class SeededProtocol implements Protocol {
  public static final String NAME = "seeded";

  /** For {@link java.util.ServiceLoader}. */
  public SeededProtocol() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "for tests, INSECURE";
  }

  @Override
  public ConfiguredProtocol configure(ProtocolOptions options) throws Refused {
    options.requireOnly(NAME, Set.of("sigma", "threads", "cheat"));
    ConfiguredProtocol real =
        Protocols.named("minitrix").configure(new ProtocolOptions(options.instances(), Map.of()));
    int sigma = Integer.parseInt(options.values().getOrDefault("sigma", "64"));
    int threads = Integer.parseInt(options.values().getOrDefault("threads", "1"));
    return new Seeded(real, sigma, threads, options.values().containsKey("cheat"));
  }
}
