package org.schurmpc.bench.job;

import java.util.LinkedHashMap;
import java.util.Map;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.eval.ProtocolOptions;
import org.schurmpc.core.eval.Protocols;

/**
 * The material of multiplications, by a protocol's own preprocessing.
 *
 * @param protocol the protocol's name
 * @param options its options
 * @param count multiplications in a run
 */
public record TriplesTask(
    String protocol,
    Map<String, String> options,
    long count,
    int warmup,
    int runs,
    long rehearsalMillis,
    long timeoutMillis,
    Line line)
    implements GenerationTask {
  public TriplesTask {
    options = Map.copyOf(options);
  }

  @Override
  public String items() {
    return "triples";
  }

  @Override
  public Map<String, Object> parameters() throws Refused {
    ConfiguredProtocol configured = configured();
    Map<String, Object> parameters = new LinkedHashMap<>();
    parameters.put("protocol", protocol);
    parameters.putAll(configured.terms());
    parameters.putAll(options);
    parameters.put("sigma", configured.sigma());
    return parameters;
  }

  /**
   * The protocol as the options say.
   *
   * @throws Refused if it or its options are unknown, or it has no preprocessing of its own
   */
  public ConfiguredProtocol configured() throws Refused {
    ConfiguredProtocol configured =
        Protocols.named(protocol).configure(new ProtocolOptions(0, options));
    if (!configured.preprocesses()) {
      throw new Refused(protocol + " has no preprocessing of its own to measure");
    }
    return configured;
  }
}
