package org.schurmpc.spdz;

import java.util.List;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.eval.Protocol;
import org.schurmpc.core.eval.ProtocolOptions;
import org.schurmpc.core.prep.MaterialChecker;
import org.schurmpc.spdz.material.Material;
import org.schurmpc.spdz.material.SpdzChecker;

/**
 * SPDZ for two or more parties (KSS13). Options: {@code field} (gf2_40, gf2_64 or gf2_128 for
 * circuits, any for material; gf2_40 by default, which for a {@link
 * org.schurmpc.core.run.Computation} has to be named, {@link
 * org.schurmpc.core.eval.SecurityFloor}), {@code sigma} (40 to what the field gives, two bits less
 * than it has; 64 by default, or as much as the field gives), {@code opening} (all or king; by the
 * number of parties), and of the real preprocessing {@code threads}, {@code ot-k} and {@code
 * batch}.
 */
public final class SpdzProtocol implements Protocol {
  /** The field of the papers. */
  private static final String FIELD = "gf2_40";

  /** More instances take further evaluations: an AND gate of each takes a triple of 48 bytes. */
  private static final int MAX_LANES = 256;

  /** For {@link java.util.ServiceLoader}. */
  public SpdzProtocol() {}

  @Override
  public String name() {
    return Spdz.NAME;
  }

  @Override
  public String description() {
    return "SPDZ: a field with global MACs, two or more parties, malicious security (KSS13)";
  }

  @Override
  public ConfiguredProtocol configure(ProtocolOptions options) throws Refused {
    return new Spdz(SpdzOptions.of(Spdz.NAME, options, FIELD), lanes(options.instances()));
  }

  @Override
  public MaterialChecker checker(String material, List<long[]> keys) throws Refused, BadFile {
    return materialChecker(material, keys);
  }

  /** That of either protocol of this module. */
  static MaterialChecker materialChecker(String name, List<long[]> keys) throws Refused, BadFile {
    Material material = Material.ofStore(name);
    for (int party = 0; party < keys.size(); party++) {
      if (keys.get(party).length != material.field().limbs()) {
        throw new BadFile(
            "the key of party %d is none for '%s': it is of another length"
                .formatted(party + 1, name));
      }
    }
    return new SpdzChecker(material, keys);
  }

  /** As many lanes as there are instances, or even parts of them. */
  private static int lanes(int instances) {
    int wanted = instances == 0 ? MAX_LANES : instances;
    int evaluations = (wanted - 1) / MAX_LANES + 1;
    return (wanted - 1) / evaluations + 1;
  }
}
