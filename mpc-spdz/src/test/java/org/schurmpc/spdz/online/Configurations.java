package org.schurmpc.spdz.online;

import java.util.Map;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.eval.ProtocolOptions;
import org.schurmpc.spdz.SpdzProtocol;

/** SPDZ as the tests configure it. */
final class Configurations {
  private Configurations() {}

  static ConfiguredProtocol spdz(int parties, int lanes, Map<String, String> options)
      throws Refused {
    return new SpdzProtocol().configure(new ProtocolOptions(parties, lanes, options));
  }

  static ConfiguredProtocol spdz(int parties, int lanes, String field, String opening)
      throws Refused {
    return spdz(parties, lanes, Map.of("field", field, "opening", opening));
  }
}
