package org.schurmpc.tinytable;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.bits.LaneLayout;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.eval.Protocol;
import org.schurmpc.core.eval.ProtocolOptions;
import org.schurmpc.core.kernel.KernelProvider;
import org.schurmpc.core.kernel.Kernels;
import org.schurmpc.core.prep.MaterialChecker;
import org.schurmpc.tinyot.prep.OtPreprocessing;
import org.schurmpc.tinytable.material.Material;
import org.schurmpc.tinytable.material.Scheme;
import org.schurmpc.tinytable.material.TableCode;
import org.schurmpc.tinytable.material.TableParameters;
import org.schurmpc.tinytable.material.TinyTableChecker;
import org.schurmpc.tinytable.prep.TableMethod;
import org.schurmpc.tinytable.prep.TablePreprocessing;

/**
 * TinyTable for two parties (DNNR17). Options: {@code mac} (linear, lookup64, lookup32, passive or
 * codeword; linear by default), {@code code} of codewords ({@value TableCode#DEFAULT} by default);
 * and of the real preprocessing {@code sigma} (40 or 64; 64 by default), {@code threads} (1),
 * {@code ot-k} (1, 2, 4 or 8; 4 by default) and {@code table-method} (demux or per-entry; demux by
 * default).
 */
public final class TinyTableProtocol implements Protocol {
  private static final int DEFAULT_LANES = 256;

  /** More instances take further evaluations: tables of an S-box take 8 KB a lane. */
  private static final int MAX_LANES = 1024;

  /** For {@link java.util.ServiceLoader}. */
  public TinyTableProtocol() {}

  @Override
  public String name() {
    return Material.PROTOCOL;
  }

  @Override
  public String description() {
    return "TinyTable: scrambled truth tables with MACs, two parties, malicious security (DNNR17)";
  }

  @Override
  public ConfiguredProtocol configure(ProtocolOptions options) throws Refused {
    options.requireTwoParties(Material.PROTOCOL);
    options.requireOnly(
        Material.PROTOCOL, Set.of("mac", "code", "sigma", "threads", "ot-k", "table-method"));
    Scheme scheme =
        Scheme.named(
            options.values().getOrDefault("mac", "linear"),
            Optional.ofNullable(options.values().get("code")));
    Supplier<Kernels> kernels = () -> KernelProvider.choose().kernels();
    return new TinyTable(
        scheme, new LaneLayout(lanes(options.instances())), preprocessing(options), kernels);
  }

  private static TablePreprocessing preprocessing(ProtocolOptions options) throws Refused {
    Map<String, String> values = options.values();
    String method = values.getOrDefault("table-method", TableMethod.DEMUX.text());
    try {
      return new TablePreprocessing(
          oneOf(values, "sigma", "64", List.of("40", "64")),
          oneOf(values, "ot-k", "4", List.of("1", "2", "4", "8")),
          threads(values),
          TableMethod.named(method));
    } catch (IllegalArgumentException e) {
      throw new Refused(e.getMessage());
    }
  }

  private static int oneOf(
      Map<String, String> values, String name, String otherwise, List<String> known)
      throws Refused {
    String value = values.getOrDefault(name, otherwise);
    if (!known.contains(value)) {
      throw new Refused("%s of tinytable is one of %s, not '%s'".formatted(name, known, value));
    }
    return Integer.parseInt(value);
  }

  private static int threads(Map<String, String> values) throws Refused {
    String value = values.getOrDefault("threads", "1");
    int threads = value.matches("[0-9]{1,4}") ? Integer.parseInt(value) : 0;
    if (threads < 1 || threads > OtPreprocessing.MAX_THREADS) {
      throw new Refused(
          "threads of tinytable are 1 to %d, not '%s'"
              .formatted(OtPreprocessing.MAX_THREADS, value));
    }
    return threads;
  }

  /** Of the text that {@link TableParameters#storeName} gives. */
  @Override
  public MaterialChecker checker(String material, List<long[]> keys) throws Refused, BadFile {
    String[] parts = material.split(", ", -1);
    if (parts.length != 4
        || !parts[0].equals(Material.PROTOCOL)
        || parts[1].startsWith("codeword")) {
      throw new Refused(Material.PROTOCOL + " cannot check material for '" + material + "'");
    }
    return new TinyTableChecker(Scheme.named(parts[1]), keys);
  }

  /** As many lanes as there are instances, or even parts of them. */
  private static int lanes(int instances) {
    int wanted = instances == 0 ? DEFAULT_LANES : instances;
    int evaluations = (wanted - 1) / MAX_LANES + 1;
    return (wanted - 1) / evaluations + 1;
  }
}
