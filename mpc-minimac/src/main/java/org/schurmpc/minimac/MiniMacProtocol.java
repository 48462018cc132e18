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
import org.schurmpc.minimac.material.MiniMacChecker;
import org.schurmpc.minimac.material.MiniMacCode;
import org.schurmpc.minimac.material.Packing;
import org.schurmpc.minimac.online.ConversionMode;
import org.schurmpc.minimac.online.OpeningMode;
import org.schurmpc.minimac.online.Variant;

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
  private static final String NAME = Family.MINIMAC.protocol();
  private static final String CODE = "256x120";

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
        new Variant.Rung(
            MaterialParameters.requireParties(options.parties()),
            MiniMacCode.named(options.values().getOrDefault("code", CODE)),
            MiniMacOptions.packing(options, Packing.BYTES),
            MiniMacOptions.conversion(options, ConversionMode.ONE),
            MiniMacOptions.simultaneous(options),
            MiniMacOptions.encoder(options, EncoderKind.MATRIX),
            MiniMacOptions.opening(options, OpeningMode.PAPER));
    return new MiniMac(variant.checked(), () -> KernelProvider.choose().kernels());
  }

  @Override
  public MaterialChecker checker(String material, List<long[]> keys) throws Refused, BadFile {
    return checker(Family.MINIMAC, material, keys);
  }

  /** Returns the checker of the material of either protocol of this module. */
  static MaterialChecker checker(Family family, String storeName, List<long[]> keys)
      throws Refused, BadFile {
    MaterialParameters material = MaterialParameters.ofStore(family, storeName);
    return new MiniMacChecker(material, keys, KernelProvider.choose().kernels());
  }
}
