package org.schurmpc.bench.job;

import java.util.LinkedHashMap;
import java.util.Map;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.eval.ProtocolOptions;
import org.schurmpc.core.eval.Protocols;
import org.schurmpc.core.eval.SecurityFloor;
import org.schurmpc.core.prep.Demand;

/**
 * Products of secret values, batch after batch, with material that a dealer made before.
 *
 * @param protocol the protocol's name
 * @param options its options
 * @param parties how many multiply together
 * @param batches of a run, one after the other
 * @param batch products of each, all of them in one exchange
 */
public record MulTask(
    String protocol,
    Map<String, String> options,
    int parties,
    int batches,
    int batch,
    int warmup,
    int runs,
    long rehearsalMillis,
    long timeoutMillis,
    Line line)
    implements Task {
  public MulTask {
    options = Map.copyOf(options);
  }

  /** Products of a run. */
  public long count() {
    return (long) batches * batch;
  }

  /** Returns this task with fewer parties and fewer batches. */
  public MulTask with(int fewerParties, int fewerBatches) {
    return new MulTask(
        protocol,
        options,
        fewerParties,
        fewerBatches,
        batch,
        warmup,
        runs,
        rehearsalMillis,
        timeoutMillis,
        line);
  }

  /**
   * The protocol as the options say.
   *
   * @throws Refused if it or its options are unknown
   */
  public ConfiguredProtocol configured() throws Refused {
    return Protocols.named(protocol).configure(new ProtocolOptions(parties, 0, options));
  }

  /**
   * What a run consumes.
   *
   * @param configured of {@link #configured}
   * @throws Refused if the protocol multiplies in circuits alone
   */
  public Demand demand(ConfiguredProtocol configured) throws Refused {
    return configured.chain(batches, batch);
  }

  /** What reports say of the way it is done. */
  public Map<String, Object> parameters() throws Refused {
    ConfiguredProtocol configured = configured();
    Map<String, Object> parameters = new LinkedHashMap<>();
    parameters.put("protocol", protocol);
    parameters.putAll(configured.terms());
    parameters.putAll(options);
    parameters.put("sigma", configured.sigma());
    SecurityFloor.lack(configured).ifPresent(lack -> parameters.put("INSECURE", lack));
    return parameters;
  }
}
