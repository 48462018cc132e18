package org.schurmpc.core.eval;

import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.schurmpc.core.abort.Refused;

/**
 * Holds a caller's requirements for a protocol.
 *
 * @param parties the number of parties, at least two
 * @param instances the total number of instances of the circuit, at least one; or 0 for the number
 *     that the protocol evaluates best at once
 * @param values options of the protocol by name
 * @param belowFloor whether the caller accepts security below {@link SecurityFloor}
 */
public record ProtocolOptions(
    int parties, int instances, Map<String, String> values, boolean belowFloor) {
  public ProtocolOptions {
    if (parties < 2) {
      throw new IllegalArgumentException(parties + " parties");
    }
    if (instances < 0) {
      throw new IllegalArgumentException(instances + " instances");
    }
    values = Map.copyOf(values);
  }

  /** Creates options with at least the security of {@link SecurityFloor}. */
  public ProtocolOptions(int parties, int instances, Map<String, String> values) {
    this(parties, instances, values, false);
  }

  /** Creates options for two parties. */
  public ProtocolOptions(int instances, Map<String, String> values) {
    this(2, instances, values);
  }

  /**
   * Returns these options for a computation that may be <b>insecure</b>: below {@link
   * SecurityFloor}, even without active security. For measurements, not for anybody's secrets.
   */
  public ProtocolOptions insecure() {
    return new ProtocolOptions(parties, instances, values, true);
  }

  /**
   * Refuses more than two parties.
   *
   * @throws Refused if there are more than two parties
   */
  public void requireTwoParties(String protocol) throws Refused {
    if (parties != 2) {
      throw new Refused("protocol %s is for 2 parties, not %d".formatted(protocol, parties));
    }
  }

  /**
   * Refuses options that a protocol does not list.
   *
   * @throws Refused naming the first unknown option and the known ones
   */
  public void requireOnly(Protocol protocol) throws Refused {
    requireOnly(
        protocol.name(),
        protocol.options().stream()
            .map(ProtocolOption::name)
            .collect(Collectors.toCollection(TreeSet::new)));
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
