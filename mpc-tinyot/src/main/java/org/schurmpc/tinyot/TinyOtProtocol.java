package org.schurmpc.tinyot;

import java.util.List;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.bits.LaneLayout;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.eval.PreprocessingOptions;
import org.schurmpc.core.eval.Protocol;
import org.schurmpc.core.eval.ProtocolOption;
import org.schurmpc.core.eval.ProtocolOptions;
import org.schurmpc.core.kernel.KernelProvider;
import org.schurmpc.core.prep.MaterialChecker;
import org.schurmpc.core.prep.MaterialIdentity;
import org.schurmpc.core.silent.CotKind;
import org.schurmpc.tinyot.material.Material;
import org.schurmpc.tinyot.material.SecurityLevel;
import org.schurmpc.tinyot.material.TinyOtChecker;
import org.schurmpc.tinyot.prep.OtPreprocessing;

/** TinyOT for two parties (NNOB12). */
public final class TinyOtProtocol implements Protocol {
  /**
   * Maximum number of lanes of an evaluation; more instances take further evaluations, because the
   * material would outweigh the gain.
   */
  private static final int MAX_LANES = 4096;

  private static final ProtocolOption SIGMA =
      ProtocolOption.choice("sigma", SecurityLevel.NAMES, "64", "statistical security in bits");
  private static final ProtocolOption THREADS =
      PreprocessingOptions.threads(OtPreprocessing.MAX_THREADS);

  /** Creates the protocol for {@link java.util.ServiceLoader}. */
  public TinyOtProtocol() {}

  @Override
  public String name() {
    return Material.PROTOCOL;
  }

  @Override
  public String description() {
    return "TinyOT: bits with pairwise MACs, two parties, malicious security (NNOB12)";
  }

  @Override
  public List<ProtocolOption> options() {
    return List.of(SIGMA, THREADS, PreprocessingOptions.OT_K, PreprocessingOptions.COT);
  }

  @Override
  public ConfiguredProtocol configure(ProtocolOptions options) throws Refused {
    options.requireTwoParties(Material.PROTOCOL);
    options.requireOnly(this);
    SecurityLevel level = SecurityLevel.named(SIGMA.of(name(), options));
    int k = PreprocessingOptions.OT_K.numberOf(name(), options);
    int threads = THREADS.numberOf(name(), options);
    CotKind cots = CotKind.named(PreprocessingOptions.COT.of(name(), options));
    return new TinyOt(
        level,
        new LaneLayout(LaneLayout.evenly(options.instances(), MAX_LANES, MAX_LANES)),
        new OtPreprocessing(level.sigma(), level.macWords(), k, threads, cots),
        () -> KernelProvider.choose().kernels());
  }

  @Override
  public MaterialChecker checker(MaterialIdentity material, List<long[]> keys)
      throws Refused, BadFile {
    SecurityLevel level = SecurityLevel.named(material.parameter("sigma"));
    material.requireNamed(name(), level.storeName());
    if (keys.size() != 2) {
      throw new Refused(Material.PROTOCOL + " is for two parties, not " + keys.size());
    }
    for (int party = 0; party < keys.size(); party++) {
      if (keys.get(party).length != level.macWords()) {
        throw new BadFile(
            "the key of party %d is none for '%s': it is of another length"
                .formatted(party + 1, material.name()));
      }
    }
    return new TinyOtChecker(keys.get(0), keys.get(1));
  }
}
