package org.schurmpc.minimac;

import java.util.List;
import java.util.Set;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.code.EncoderKind;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.eval.Protocol;
import org.schurmpc.core.eval.ProtocolOptions;
import org.schurmpc.core.kernel.KernelProvider;
import org.schurmpc.core.prep.MaterialChecker;

/**
 * MiniMac with the improvements of DLT14, section 4, one by one; without options it is what the
 * paper starts from (Fig. 5). Options:
 *
 * <ul>
 *   <li>{@code packing}: bytes or bits;
 *   <li>{@code conversion}: one, symmetric or none;
 *   <li>{@code simultaneous}: off or on;
 *   <li>{@code encoder}: matrix, or another {@link EncoderKind};
 *   <li>{@code code}: 256x120, 255x85 or any other;
 *   <li>{@code opening}: paper or batched.
 * </ul>
 */
public final class MiniMacProtocol implements Protocol {
  static final String NAME = "minimac";

  /** Memory grows with the square: each party has keys and tags for all others. */
  private static final int MAX_PARTIES = 16;

  private static final String CODE = "256x120";
  private static final String ON = "on";
  private static final String OFF = "off";

  /** For {@link java.util.ServiceLoader}. */
  public MiniMacProtocol() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "MiniMac, each improvement of DLT14 by an option, any number of parties, malicious security";
  }

  @Override
  public ConfiguredProtocol configure(ProtocolOptions options) throws Refused {
    options.requireOnly(
        NAME, Set.of("packing", "conversion", "simultaneous", "encoder", "code", "opening"));
    Variant variant =
        new Variant(
            NAME,
            parties(options),
            MiniMacCode.named(options.values().getOrDefault("code", CODE)),
            Choice.of("packing", options, Packing.class, Packing.BYTES),
            Choice.of("conversion", options, ConversionMode.class, ConversionMode.ONE),
            Choice.of("simultaneous", options, List.of(OFF, ON), OFF).equals(ON),
            Choice.encoder(options, EncoderKind.MATRIX),
            Choice.of("opening", options, OpeningMode.class, OpeningMode.PAPER));
    return new MiniMac(variant.checked(), () -> KernelProvider.choose().kernels());
  }

  @Override
  public MaterialChecker checker(String material, List<long[]> keys) throws Refused, BadFile {
    return checker(NAME, material, keys);
  }

  /** That of either protocol of this module. */
  static MaterialChecker checker(String protocol, String material, List<long[]> keys)
      throws Refused, BadFile {
    Variant variant = Variant.ofMaterial(protocol, material);
    return new MiniMacChecker(variant, keys, KernelProvider.choose().kernels());
  }

  /** The number of parties, if there can be so many. */
  static int parties(ProtocolOptions options) throws Refused {
    return parties(options.parties());
  }

  /** The same where it does not come from options. */
  static int parties(int parties) throws Refused {
    if (parties < 2 || parties > MAX_PARTIES) {
      throw new Refused("%s is for 2 to %d parties, not %d".formatted(NAME, MAX_PARTIES, parties));
    }
    return parties;
  }
}
