package org.schurmpc.bench.fake;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.eval.Protocol;
import org.schurmpc.core.eval.ProtocolOption;
import org.schurmpc.core.eval.ProtocolOptions;
import org.schurmpc.core.eval.Protocols;

/**
 * Runs MiniTrix with material that both parties derive from one seed. The parties also exchange as
 * many bytes as the option {@code message} says. The protocol has the form of real preprocessing,
 * but <b>no security at all</b>. With the option {@code cheat}, the second party's preprocessing
 * ends as if the first party had cheated.
 */
public final class SeededProtocol implements Protocol {
  public static final String NAME = "seeded";

  private static final ProtocolOption SIGMA =
      ProtocolOption.number("sigma", 1, 128, 64, "statistical security in bits, so it says");
  private static final ProtocolOption THREADS =
      ProtocolOption.number("threads", 1, 8, 1, "connections");
  private static final ProtocolOption CHEAT =
      ProtocolOption.text("cheat", "yes", Optional.empty(), "the second party finds a cheat");
  private static final ProtocolOption MESSAGE =
      ProtocolOption.number("message", 1, 10_000, 100, "bytes that are exchanged for show");

  /** Called by {@link java.util.ServiceLoader}. */
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
  public List<ProtocolOption> options() {
    return List.of(SIGMA, THREADS, CHEAT, MESSAGE);
  }

  @Override
  public ConfiguredProtocol configure(ProtocolOptions options) throws Refused {
    options.requireOnly(this);
    ConfiguredProtocol real =
        Protocols.named("minitrix").configure(new ProtocolOptions(options.instances(), Map.of()));
    return new Seeded(
        real,
        SIGMA.numberOf(NAME, options),
        THREADS.numberOf(NAME, options),
        CHEAT.chosen(NAME, options).isPresent(),
        MESSAGE.numberOf(NAME, options));
  }
}
