package org.schurmpc.tinytable;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.bits.LaneLayout;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.eval.PreprocessingOptions;
import org.schurmpc.core.eval.Protocol;
import org.schurmpc.core.eval.ProtocolOption;
import org.schurmpc.core.eval.ProtocolOptions;
import org.schurmpc.core.kernel.KernelProvider;
import org.schurmpc.core.kernel.Kernels;
import org.schurmpc.core.prep.MaterialChecker;
import org.schurmpc.core.prep.MaterialIdentity;
import org.schurmpc.core.silent.CotKind;
import org.schurmpc.tinyot.prep.OtPreprocessing;
import org.schurmpc.tinytable.material.Material;
import org.schurmpc.tinytable.material.Scheme;
import org.schurmpc.tinytable.material.TableCode;
import org.schurmpc.tinytable.material.TableParameters;
import org.schurmpc.tinytable.material.TinyTableChecker;
import org.schurmpc.tinytable.prep.TableMethod;
import org.schurmpc.tinytable.prep.TablePreprocessing;

/** TinyTable for two parties (DNNR17). */
public final class TinyTableProtocol implements Protocol {
  private static final int DEFAULT_LANES = 256;

  /**
   * Maximum number of lanes; more instances take further evaluations. Tables of an S-box take 8 KB
   * for each lane.
   */
  private static final int MAX_LANES = 1024;

  private static final ProtocolOption MAC =
      ProtocolOption.choice(
          "mac",
          Scheme.NAMES,
          "linear",
          "how tables are authenticated; lookup32 and passive are INSECURE, for measurements alone");
  private static final ProtocolOption CODE =
      ProtocolOption.text(
          "code",
          "NxK",
          Optional.empty(),
          "code of codewords, " + TableCode.DEFAULT + " by default");
  private static final ProtocolOption SIGMA =
      ProtocolOption.choice(
          "sigma",
          List.of("40", "64"),
          "64",
          "statistical security in bits of the own preprocessing");
  private static final ProtocolOption THREADS =
      PreprocessingOptions.threads(OtPreprocessing.MAX_THREADS);
  private static final ProtocolOption METHOD =
      ProtocolOption.choice(
          "table-method",
          Arrays.stream(TableMethod.values()).map(TableMethod::text).toList(),
          TableMethod.DEMUX.text(),
          "how the own preprocessing makes tables from triples");

  /** Creates the protocol for {@link java.util.ServiceLoader}. */
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
  public List<ProtocolOption> options() {
    return List.of(
        MAC, CODE, SIGMA, THREADS, PreprocessingOptions.OT_K, PreprocessingOptions.COT, METHOD);
  }

  @Override
  public ConfiguredProtocol configure(ProtocolOptions options) throws Refused {
    options.requireTwoParties(Material.PROTOCOL);
    options.requireOnly(this);
    Scheme scheme =
        Scheme.named(
            MAC.of(name(), options), Optional.ofNullable(options.values().get(CODE.name())));
    int lanes = LaneLayout.evenly(options.instances(), DEFAULT_LANES, MAX_LANES);
    Supplier<Kernels> kernels = () -> KernelProvider.choose().kernels();
    return new TinyTable(scheme, new LaneLayout(lanes), preprocessing(options), kernels);
  }

  private TablePreprocessing preprocessing(ProtocolOptions options) throws Refused {
    return new TablePreprocessing(
        SIGMA.numberOf(name(), options),
        PreprocessingOptions.OT_K.numberOf(name(), options),
        THREADS.numberOf(name(), options),
        TableMethod.named(METHOD.of(name(), options)),
        CotKind.named(PreprocessingOptions.COT.of(name(), options)));
  }

  @Override
  public MaterialChecker checker(MaterialIdentity material, List<long[]> keys)
      throws Refused, BadFile {
    String macs = material.parameter("MACs");
    Scheme scheme = Scheme.ofMaterial(macs);
    if (!material.name().startsWith(TableParameters.storePrefix(scheme))) {
      throw new Refused(name() + " knows no material for '" + material.name() + "'");
    }
    return new TinyTableChecker(scheme, keys);
  }
}
