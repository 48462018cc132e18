package org.schurmpc.minimac;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.code.ReedSolomon;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.eval.Protocol;
import org.schurmpc.core.eval.ProtocolOptions;
import org.schurmpc.core.kernel.KernelProvider;

/**
 * MiniTrix: MiniMac with all improvements of DLT14, section 4. Options: {@code code} (255x85 or
 * 256x120), {@code opening} (batched or paper).
 */
public final class MiniTrixProtocol implements Protocol {
  static final String NAME = "minitrix";

  private static final List<String> CODES = List.of("255x85", "256x120");
  private static final List<String> OPENINGS = List.of("batched", "paper");

  /** For {@link java.util.ServiceLoader}. */
  public MiniTrixProtocol() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "MiniMac on packed bits, two parties, malicious security (DLT14)";
  }

  @Override
  public ConfiguredProtocol configure(ProtocolOptions options) throws Refused {
    options.requireOnly(NAME, Set.of("code", "opening"));
    String code = choose("code", options, CODES);
    String opening = choose("opening", options, OPENINGS);
    return new MiniTrix(
        new MiniMacCode(ReedSolomon.named(code)),
        OpeningMode.valueOf(opening.toUpperCase(Locale.ROOT)),
        () -> KernelProvider.choose().kernels());
  }

  /** The option's value, by default the first of those allowed. */
  private static String choose(String option, ProtocolOptions options, List<String> allowed)
      throws Refused {
    String value = options.values().getOrDefault(option, allowed.get(0));
    if (!allowed.contains(value)) {
      throw new Refused("%s is one of %s, not '%s'".formatted(option, allowed, value));
    }
    return value;
  }
}
