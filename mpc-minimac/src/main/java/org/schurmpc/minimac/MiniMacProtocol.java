package org.schurmpc.minimac;

import java.util.List;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.code.EncoderKind;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.eval.PreprocessingOptions;
import org.schurmpc.core.eval.Protocol;
import org.schurmpc.core.eval.ProtocolOption;
import org.schurmpc.core.eval.ProtocolOptions;
import org.schurmpc.core.kernel.KernelProvider;
import org.schurmpc.core.prep.MaterialChecker;
import org.schurmpc.core.prep.MaterialIdentity;
import org.schurmpc.minimac.material.MaterialParameters;
import org.schurmpc.minimac.material.MaterialParameters.Family;
import org.schurmpc.minimac.material.MiniMacChecker;
import org.schurmpc.minimac.material.MiniMacCode;
import org.schurmpc.minimac.online.ConversionMode;
import org.schurmpc.minimac.online.OpeningMode;
import org.schurmpc.minimac.online.Variant;
import org.schurmpc.tinyot.material.SecurityLevel;

/**
 * MiniMac, with each improvement of DLT14, section 4, as a separate option. Without options this is
 * the protocol from which the paper starts (Fig. 5).
 */
public final class MiniMacProtocol implements Protocol {
  private static final String NAME = Family.MINIMAC.protocol();
  private static final ProtocolOption CODE = MiniMacOptions.code("256x120");
  private static final ProtocolOption ENCODER = MiniMacOptions.encoder(EncoderKind.MATRIX);
  private static final ProtocolOption OPENING = MiniMacOptions.opening(OpeningMode.PAPER);

  /** Creates the protocol for {@link java.util.ServiceLoader}. */
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
  public List<ProtocolOption> options() {
    return List.of(
        MiniMacOptions.PACKING,
        MiniMacOptions.CONVERSION,
        MiniMacOptions.SIMULTANEOUS,
        ENCODER,
        CODE,
        OPENING,
        MiniMacOptions.SIGMA,
        MiniMacOptions.THREADS,
        PreprocessingOptions.OT_K,
        PreprocessingOptions.COT);
  }

  @Override
  public ConfiguredProtocol configure(ProtocolOptions options) throws Refused {
    options.requireOnly(this);
    Variant variant =
        new Variant.Rung(
            MaterialParameters.requireParties(options.parties()),
            MiniMacCode.named(CODE.of(NAME, options)),
            MiniMacOptions.packing(MiniMacOptions.PACKING.of(NAME, options)),
            MiniMacOptions.conversion(MiniMacOptions.CONVERSION.of(NAME, options)),
            MiniMacOptions.SIMULTANEOUS.of(NAME, options).equals(MiniMacOptions.ON),
            EncoderKind.named(ENCODER.of(NAME, options)),
            MiniMacOptions.opening(OPENING.of(NAME, options)));
    return MiniMacOptions.configured(variant, options);
  }

  @Override
  public MaterialChecker checker(MaterialIdentity material, List<long[]> keys)
      throws Refused, BadFile {
    MaterialParameters parameters =
        MaterialParameters.minimac(
            MaterialParameters.requireParties(material.parties()),
            MiniMacCode.named(material.parameter("code")),
            MiniMacOptions.packing(material.parameter("packing")),
            MiniMacOptions.conversion(material.parameter("conversion")) == ConversionMode.NONE);
    return checker(parameters.checked(), material, keys);
  }

  /** Returns the checker of the material of either protocol of this module. */
  static MaterialChecker checker(
      MaterialParameters parameters, MaterialIdentity material, List<long[]> keys)
      throws Refused, BadFile {
    String sigma = material.parameters().getOrDefault("sigma", "");
    MaterialParameters made =
        SecurityLevel.NAMES.contains(sigma)
                && material.name().equals(parameters.prepared(Integer.parseInt(sigma)).storeName())
            ? parameters.prepared(Integer.parseInt(sigma))
            : parameters;
    material.requireNamed(made.family().protocol(), made.storeName());
    return new MiniMacChecker(made, keys, KernelProvider.choose().kernels());
  }
}
