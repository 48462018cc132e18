package org.schurmpc.cli.forecast;

import java.util.List;
import java.util.Map;

/**
 * Holds the rates of a protocol on a machine.
 *
 * @param options the protocol's options other than the defaults
 * @param online the rates of evaluations, at one or two numbers of lanes; not empty
 * @param material what the own preprocessing takes, from the least amount on; empty if the
 *     protocol's material comes from a dealer
 */
public record ProtocolRates(
    Map<String, String> options, List<OnlineRates> online, List<MaterialPoint> material) {
  public ProtocolRates {
    options = Map.copyOf(options);
    online = List.copyOf(online);
    material = List.copyOf(material);
    if (online.isEmpty()) {
      throw new IllegalArgumentException("a protocol without rates of evaluations");
    }
  }

  /** Returns the rates of evaluations with a number of lanes. */
  OnlineRates online(int lanes) {
    return online.get(0).between(online.get(online.size() - 1), lanes);
  }
}
