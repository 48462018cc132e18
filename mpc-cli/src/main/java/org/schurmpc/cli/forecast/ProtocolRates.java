package org.schurmpc.cli.forecast;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.schurmpc.core.eval.PreprocessingOptions;

/**
 * Holds the rates of a protocol on a machine.
 *
 * @param options the protocol's options other than the defaults
 * @param online the rates of evaluations, at one or two numbers of lanes; not empty
 * @param material what the own preprocessing takes, from the least amount on; empty if the
 *     protocol's material comes from a dealer
 * @param silent the same with correlated OTs from LPN; empty if the protocol has no such choice, or
 *     the file is of a version before
 * @param silentBeginning the bytes that a party sends more before the first material, for the first
 *     of the correlated OTs from LPN
 */
public record ProtocolRates(
    Map<String, String> options,
    List<OnlineRates> online,
    List<MaterialPoint> material,
    List<MaterialPoint> silent,
    double silentBeginning) {
  public ProtocolRates {
    options = Map.copyOf(options);
    online = List.copyOf(online);
    material = List.copyOf(material);
    silent = silent == null ? List.of() : List.copyOf(silent);
    if (online.isEmpty()) {
      throw new IllegalArgumentException("a protocol without rates of evaluations");
    }
  }

  /** Returns the rates of a kind of correlated OTs: these ones, if the options choose no other. */
  public ProtocolRates under(Map<String, String> chosen) {
    String name = PreprocessingOptions.COT.name();
    if (!CotChoice.SILENT.equals(chosen.get(name)) || silent.isEmpty()) {
      return this;
    }
    Map<String, String> with = new TreeMap<>(options);
    with.put(name, CotChoice.SILENT);
    return new ProtocolRates(with, online, silent, silent, silentBeginning);
  }

  /** Returns the rates of evaluations with a number of lanes. */
  OnlineRates online(int lanes) {
    return online.get(0).between(online.get(online.size() - 1), lanes);
  }
}
