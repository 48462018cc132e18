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
import org.schurmpc.minimac.material.MaterialParameters;
import org.schurmpc.minimac.material.MaterialParameters.Family;
import org.schurmpc.minimac.material.MiniMacCode;
import org.schurmpc.minimac.online.OpeningMode;
import org.schurmpc.minimac.online.Variant;

/**
 * MiniTrix: MiniMac with all improvements of DLT14, section 4. Options: {@code code} (255x85,
 * 256x120 or any other), {@code opening} (batched, paper), {@code encoder} ({@link EncoderKind}).
 */
public final class MiniTrixProtocol implements Protocol {
  private static final String NAME = Family.MINITRIX.protocol();
  private static final String CODE = "255x85";

  /** For {@link java.util.ServiceLoader}. */
  public MiniTrixProtocol() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "MiniMac on packed bits, any number of parties, malicious security (DLT14)";
  }

  @Override
  public ConfiguredProtocol configure(ProtocolOptions options) throws Refused {
    options.requireOnly(NAME, Set.of("code", "opening", "encoder"));
    Variant variant =
        new Variant.MiniTrix(
            MaterialParameters.requireParties(options.parties()),
            MiniMacCode.named(options.values().getOrDefault("code", CODE)),
            MiniMacOptions.encoder(options, Variant.MiniTrix.DEFAULT_ENCODER),
            MiniMacOptions.opening(options, OpeningMode.BATCHED));
    return new MiniMac(variant.checked(), () -> KernelProvider.choose().kernels());
  }

  @Override
  public MaterialChecker checker(String material, List<long[]> keys) throws Refused, BadFile {
    return MiniMacProtocol.checker(Family.MINITRIX, material, keys);
  }
}
