package org.schurmpc.core.eval;

import java.util.Map;
import java.util.Set;
import org.schurmpc.core.abort.Refused;

/**
 * What a caller asks of a protocol.
 *
 * @param instances how many instances of the circuit are wanted in all, at least one; or 0 for as
 *     many as the protocol evaluates best at once
 * @param values options of the protocol by name
 */
public record ProtocolOptions(int instances, Map<String, String> values) {
  public ProtocolOptions {
    if (instances < 0) {
      throw new IllegalArgumentException(instances + " instances");
    }
    values = Map.copyOf(values);
  }

  /**
   * Refuses options that a protocol does not have.
   *
   * @throws Refused naming the first unknown option and the known ones
   */
  public void requireOnly(String protocol, Set<String> known) throws Refused {
    for (String name : values.keySet()) {
      if (!known.contains(name)) {
        throw new Refused(
            "protocol %s has no option '%s'; it has %s".formatted(protocol, name, known));
      }
    }
  }
}
