package org.schurmpc.garbled;

import java.util.List;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.bits.LaneLayout;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.eval.LineOption;
import org.schurmpc.core.eval.PreprocessingOptions;
import org.schurmpc.core.eval.Protocol;
import org.schurmpc.core.eval.ProtocolOption;
import org.schurmpc.core.eval.ProtocolOptions;
import org.schurmpc.core.kernel.KernelProvider;
import org.schurmpc.core.prep.MaterialChecker;
import org.schurmpc.core.prep.MaterialIdentity;
import org.schurmpc.core.silent.CotKind;
import org.schurmpc.garbled.material.GarbledChecker;
import org.schurmpc.garbled.material.GarbledLevel;
import org.schurmpc.garbled.material.Material;
import org.schurmpc.tinyot.prep.OtPreprocessing;

/** Authenticated garbling for two parties (KRRW18). */
public final class GarbledProtocol implements Protocol {
  /** Number of lanes if the caller states none: lanes save nothing but calls. */
  private static final int USUAL_LANES = 64;

  /** Maximum number of lanes of an evaluation, which bounds labels and masks in memory. */
  private static final int MAX_LANES = 1024;

  private static final ProtocolOption SIGMA =
      ProtocolOption.choice("sigma", GarbledLevel.NAMES, "64", "statistical security in bits");
  private static final ProtocolOption GARBLER =
      ProtocolOption.choice(
          "garbler", List.of("1", "2"), "1", "the party that garbles, and sends the most");

  private static final ProtocolOption THREADS =
      PreprocessingOptions.threads(OtPreprocessing.MAX_THREADS);

  /** Creates the protocol for {@link java.util.ServiceLoader}. */
  public GarbledProtocol() {}

  @Override
  public String name() {
    return Material.PROTOCOL;
  }

  @Override
  public String description() {
    return "authenticated garbling: constant rounds, two parties, malicious security (KRRW18)";
  }

  @Override
  public List<ProtocolOption> options() {
    return List.of(
        SIGMA,
        GARBLER,
        LineOption.FOR_LINE,
        THREADS,
        PreprocessingOptions.OT_K,
        PreprocessingOptions.COT);
  }

  @Override
  public ConfiguredProtocol configure(ProtocolOptions options) throws Refused {
    options.requireTwoParties(Material.PROTOCOL);
    options.requireOnly(this);
    GarbledLevel level = GarbledLevel.named(SIGMA.of(name(), options), GARBLER.of(name(), options));
    int k = PreprocessingOptions.OT_K.numberOf(name(), options);
    int threads = THREADS.numberOf(name(), options);
    CotKind cots = CotKind.named(PreprocessingOptions.COT.of(name(), options));
    return new Garbled(
        level,
        new LaneLayout(LaneLayout.evenly(options.instances(), USUAL_LANES, MAX_LANES)),
        new OtPreprocessing(level.sigma(), level.macWidths(), k, threads, cots),
        LineOption.of(name(), options),
        () -> KernelProvider.choose().kernels());
  }

  @Override
  public MaterialChecker checker(MaterialIdentity material, List<long[]> keys)
      throws Refused, BadFile {
    GarbledLevel level =
        GarbledLevel.named(material.parameter("sigma"), material.parameter("garbler"));
    material.requireNamed(name(), level.storeName());
    if (keys.size() != 2) {
      throw new Refused(Material.PROTOCOL + " is for two parties, not " + keys.size());
    }
    for (int party = 0; party < keys.size(); party++) {
      if (keys.get(party).length != level.keyWords(party)) {
        throw new BadFile(
            "the key of party %d is none for '%s': it is of another length"
                .formatted(party + 1, material.name()));
      }
    }
    return new GarbledChecker(level, keys.get(0), keys.get(1));
  }
}
