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
import org.schurmpc.core.prep.MaterialChecker;
import org.schurmpc.core.prep.MaterialIdentity;
import org.schurmpc.minimac.material.MaterialParameters;
import org.schurmpc.minimac.material.MaterialParameters.Family;
import org.schurmpc.minimac.material.MiniMacCode;
import org.schurmpc.minimac.online.OpeningMode;
import org.schurmpc.minimac.online.Variant;

/** MiniTrix: MiniMac with all improvements of DLT14, section 4. */
public final class MiniTrixProtocol implements Protocol {
  private static final String NAME = Family.MINITRIX.protocol();
  private static final ProtocolOption CODE = MiniMacOptions.code("255x85");
  private static final ProtocolOption ENCODER =
      MiniMacOptions.encoder(Variant.MiniTrix.DEFAULT_ENCODER);
  private static final ProtocolOption OPENING = MiniMacOptions.opening(OpeningMode.BATCHED);

  /** Creates the protocol for {@link java.util.ServiceLoader}. */
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
  public List<ProtocolOption> options() {
    return List.of(
        CODE,
        OPENING,
        ENCODER,
        MiniMacOptions.SIGMA,
        MiniMacOptions.THREADS,
        PreprocessingOptions.OT_K,
        PreprocessingOptions.COT);
  }

  @Override
  public ConfiguredProtocol configure(ProtocolOptions options) throws Refused {
    options.requireOnly(this);
    Variant variant =
        new Variant.MiniTrix(
            MaterialParameters.requireParties(options.parties()),
            MiniMacCode.named(CODE.of(NAME, options)),
            EncoderKind.named(ENCODER.of(NAME, options)),
            MiniMacOptions.opening(OPENING.of(NAME, options)));
    return MiniMacOptions.configured(variant, options);
  }

  @Override
  public MaterialChecker checker(MaterialIdentity material, List<long[]> keys)
      throws Refused, BadFile {
    MaterialParameters parameters =
        MaterialParameters.minitrix(
            MaterialParameters.requireParties(material.parties()),
            MiniMacCode.named(material.parameter("code")));
    return MiniMacProtocol.checker(parameters, material, keys);
  }
}
