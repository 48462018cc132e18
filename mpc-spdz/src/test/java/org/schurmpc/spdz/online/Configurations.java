package org.schurmpc.spdz.online;

import java.util.Map;
import java.util.TreeMap;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.eval.ProtocolOptions;
import org.schurmpc.spdz.SpdzProtocol;

/** SPDZ as the tests configure it. */
final class Configurations {
  private Configurations() {}

  /** Configures SPDZ over the field of the papers, unless the options name another one. */
  static ConfiguredProtocol spdz(int parties, int lanes, Map<String, String> options)
      throws Refused {
    Map<String, String> all = new TreeMap<>(options);
    all.putIfAbsent("field", "gf2_40");
    return new SpdzProtocol().configure(new ProtocolOptions(parties, lanes, all));
  }

  static ConfiguredProtocol spdz(int parties, int lanes, String field, String opening)
      throws Refused {
    return spdz(parties, lanes, Map.of("field", field, "opening", opening));
  }
}
