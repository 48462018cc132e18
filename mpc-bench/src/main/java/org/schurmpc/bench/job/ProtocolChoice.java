package org.schurmpc.bench.job;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.eval.Protocol;
import org.schurmpc.core.eval.ProtocolOption;
import org.schurmpc.core.eval.ProtocolOptions;
import org.schurmpc.core.eval.Protocols;
import org.schurmpc.core.eval.SecurityFloor;

/**
 * Names the protocol of a task.
 *
 * @param name the protocol's name
 * @param options the protocol's options, by name
 * @param parties the number of parties that work together
 */
public record ProtocolChoice(String name, Map<String, String> options, int parties) {
  public ProtocolChoice {
    options = Collections.unmodifiableMap(new TreeMap<>(options));
  }

  /** Creates the choice of a protocol for two parties. */
  public ProtocolChoice(String name, Map<String, String> options) {
    this(name, options, 2);
  }

  /** Tries what a protocol can do. */
  interface Trial {
    /**
     * Tries it.
     *
     * @throws Refused if the protocol cannot
     */
    Object of(ConfiguredProtocol configured) throws Refused;
  }

  /** Returns the names of the protocols that pass a trial, with one option given or with none. */
  static Set<String> suiting(Trial trial) {
    Set<String> names = new TreeSet<>();
    for (Protocol protocol : Protocols.all()) {
      List<Map<String, String>> choices = new ArrayList<>(List.of(Map.of()));
      for (ProtocolOption option : protocol.options()) {
        option.words().forEach(word -> choices.add(Map.of(option.name(), word)));
      }
      if (choices.stream().anyMatch(options -> passes(protocol, options, trial))) {
        names.add(protocol.name());
      }
    }
    return names;
  }

  private static boolean passes(Protocol protocol, Map<String, String> options, Trial trial) {
    try {
      trial.of(protocol.configure(new ProtocolOptions(2, 0, options)));
      return true;
    } catch (Refused e) {
      return false;
    }
  }

  /** Returns this choice for another number of parties. */
  public ProtocolChoice withParties(int number) {
    return new ProtocolChoice(name, options, number);
  }

  /**
   * Returns the configured protocol, with the number of lanes that it prefers.
   *
   * @throws Refused if the name or an option is unknown, or the number of parties is not supported
   */
  public ConfiguredProtocol configured() throws Refused {
    return configured(0);
  }

  /**
   * Returns the configured protocol for a number of instances.
   *
   * @throws Refused as {@link #configured()}
   */
  public ConfiguredProtocol configured(int instances) throws Refused {
    return Protocols.named(name).configure(new ProtocolOptions(parties, instances, options));
  }

  /**
   * Returns the parameters that reports show, by name.
   *
   * @param configured the result of {@link #configured()}
   */
  Map<String, Object> parameters(ConfiguredProtocol configured) {
    Map<String, Object> parameters = new LinkedHashMap<>();
    parameters.put("protocol", name);
    parameters.putAll(configured.terms());
    parameters.putAll(options);
    parameters.put("sigma", configured.sigma());
    SecurityFloor.lack(configured).ifPresent(lack -> parameters.put("INSECURE", lack));
    return parameters;
  }
}
