package org.schurmpc.tinyot;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.bits.LaneLayout;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.eval.Protocol;
import org.schurmpc.core.eval.ProtocolOptions;
import org.schurmpc.core.kernel.KernelProvider;
import org.schurmpc.core.prep.MaterialChecker;
import org.schurmpc.tinyot.material.Material;
import org.schurmpc.tinyot.material.SecurityLevel;
import org.schurmpc.tinyot.material.TinyOtChecker;
import org.schurmpc.tinyot.prep.OtPreprocessing;

/**
 * TinyOT for two parties (NNOB12). Options: {@code sigma} (40, 64 or 80; 64 by default), and of the
 * real preprocessing {@code threads} (1) and {@code ot-k} (1, 2, 4 or 8).
 */
public final class TinyOtProtocol implements Protocol {
  /** More instances take further evaluations: beyond this, the material outweighs what is won. */
  private static final int MAX_LANES = 4096;

  /** Of the OT extension: as fast as any between processes of one machine, and few bytes. */
  private static final String DEFAULT_K = "4";

  /** For {@link java.util.ServiceLoader}. */
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
  public ConfiguredProtocol configure(ProtocolOptions options) throws Refused {
    options.requireTwoParties(Material.PROTOCOL);
    options.requireOnly(Material.PROTOCOL, Set.of("sigma", "threads", "ot-k"));
    SecurityLevel level = SecurityLevel.named(options.values().getOrDefault("sigma", "64"));
    int k = oneOf(options, "ot-k", DEFAULT_K, Set.of("1", "2", "4", "8"));
    return new TinyOt(
        level,
        new LaneLayout(lanes(options.instances())),
        new OtPreprocessing(level.sigma(), level.macWords(), k, threads(options)),
        () -> KernelProvider.choose().kernels());
  }

  @Override
  public MaterialChecker checker(String material, List<long[]> keys) throws Refused, BadFile {
    SecurityLevel level = SecurityLevel.ofStore(material);
    if (keys.size() != 2) {
      throw new Refused(Material.PROTOCOL + " is for two parties, not " + keys.size());
    }
    for (int party = 0; party < keys.size(); party++) {
      if (keys.get(party).length != level.macWords()) {
        throw new BadFile(
            "the key of party %d is none for '%s': it is of another length"
                .formatted(party + 1, material));
      }
    }
    return new TinyOtChecker(keys.get(0), keys.get(1));
  }

  /** As many lanes as there are instances, or even parts of them. */
  private static int lanes(int instances) {
    int wanted = instances == 0 ? MAX_LANES : instances;
    int evaluations = (wanted - 1) / MAX_LANES + 1;
    return (wanted - 1) / evaluations + 1;
  }

  private static int oneOf(
      ProtocolOptions options, String name, String otherwise, Set<String> values) throws Refused {
    String value = options.values().getOrDefault(name, otherwise);
    if (!values.contains(value)) {
      throw new Refused(
          "%s of tinyot is one of %s, not '%s'".formatted(name, new TreeSet<>(values), value));
    }
    return Integer.parseInt(value);
  }

  private static int threads(ProtocolOptions options) throws Refused {
    String value = options.values().getOrDefault("threads", "1");
    int threads = value.matches("[0-9]{1,4}") ? Integer.parseInt(value) : 0;
    if (threads < 1 || threads > OtPreprocessing.MAX_THREADS) {
      throw new Refused(
          "threads of tinyot are 1 to %d, not '%s'".formatted(OtPreprocessing.MAX_THREADS, value));
    }
    return threads;
  }
}
