package org.schurmpc.spdz;

import java.util.List;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.eval.Protocol;
import org.schurmpc.core.eval.ProtocolOption;
import org.schurmpc.core.eval.ProtocolOptions;
import org.schurmpc.core.prep.MaterialChecker;
import org.schurmpc.core.prep.MaterialIdentity;

/**
 * SPDZ's material alone, over any field (KOS16), for callers that compute by programs rather than
 * circuits. The options are those of {@link SpdzProtocol}, but the default of {@code field} is
 * p128.
 */
public final class MascotProtocol implements Protocol {
  private static final String NAME = "mascot";

  private static final ProtocolOption FIELD = SpdzOptions.field("p128");

  /** Creates the protocol for {@link java.util.ServiceLoader}. */
  public MascotProtocol() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "MASCOT: material for SPDZ over any field, two or more parties, malicious security (KOS16)";
  }

  @Override
  public List<ProtocolOption> options() {
    return SpdzOptions.all(FIELD);
  }

  @Override
  public ConfiguredProtocol configure(ProtocolOptions options) throws Refused {
    return new Spdz(SpdzOptions.of(this, FIELD, options), 1);
  }

  @Override
  public MaterialChecker checker(MaterialIdentity material, List<long[]> keys)
      throws Refused, BadFile {
    return SpdzProtocol.materialChecker(material, keys);
  }
}
