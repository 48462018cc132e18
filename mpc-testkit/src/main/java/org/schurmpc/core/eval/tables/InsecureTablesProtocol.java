package org.schurmpc.core.eval.tables;

import java.util.Set;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.eval.Protocol;
import org.schurmpc.core.eval.ProtocolOptions;

/** Masked truth tables, passive security; any number of instances, by default 64. No options. */
public final class InsecureTablesProtocol implements Protocol {
  static final String NAME = "insecure-tables";

  private static final int BEST_LANES = 64;

  /** So that an item of material fits into a frame. */
  private static final int MAX_LANES = 1 << 20;

  /** For {@link java.util.ServiceLoader}. */
  public InsecureTablesProtocol() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "masked truth tables, two parties, passive security: INSECURE, for tests";
  }

  @Override
  public ConfiguredProtocol configure(ProtocolOptions options) throws Refused {
    options.requireOnly(NAME, Set.of());
    if (options.instances() > MAX_LANES) {
      throw new Refused(
          "%s evaluates at most %d instances at once, not %d"
              .formatted(NAME, MAX_LANES, options.instances()));
    }
    return new InsecureTables(options.instances() == 0 ? BEST_LANES : options.instances());
  }
}
