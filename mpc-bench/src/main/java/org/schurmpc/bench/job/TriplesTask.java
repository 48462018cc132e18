package org.schurmpc.bench.job;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.eval.ProtocolOptions;
import org.schurmpc.core.eval.Protocols;
import org.schurmpc.core.eval.SecurityFloor;
import org.schurmpc.core.prep.Demand;

/**
 * Material by a protocol's own preprocessing: that of multiplications, or another kind alone.
 *
 * @param protocol the protocol's name
 * @param options its options
 * @param parties how many generate together
 * @param kind of material, by the protocol's own name for it; empty for that of multiplications
 * @param count multiplications, or items of the kind, in a run
 */
public record TriplesTask(
    String protocol,
    Map<String, String> options,
    int parties,
    String kind,
    long count,
    int warmup,
    int runs,
    long rehearsalMillis,
    long timeoutMillis,
    Line line)
    implements GenerationTask {
  /** What belongs to a party, as input1. */
  private static final Pattern OWNED = Pattern.compile("([a-z]+)([0-9]+)");

  public TriplesTask {
    options = Map.copyOf(options);
  }

  /** The material of multiplications, by two parties. */
  public TriplesTask(
      String protocol,
      Map<String, String> options,
      long count,
      int warmup,
      int runs,
      long rehearsalMillis,
      long timeoutMillis,
      Line line) {
    this(protocol, options, 2, "", count, warmup, runs, rehearsalMillis, timeoutMillis, line);
  }

  /** Returns this task with fewer items and fewer parties. */
  public TriplesTask with(int fewerParties, long fewer) {
    return new TriplesTask(
        protocol,
        options,
        fewerParties,
        kind,
        fewer,
        warmup,
        runs,
        rehearsalMillis,
        timeoutMillis,
        line);
  }

  @Override
  public String items() {
    if (kind.isEmpty()) {
      return "triples";
    }
    Matcher owned = OWNED.matcher(kind);
    return owned.matches() ? owned.group(1) + "s of party " + owned.group(2) : kind + "s";
  }

  @Override
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

  /**
   * The protocol as the options say.
   *
   * @throws Refused if it or its options are unknown, or it has no preprocessing of its own
   */
  public ConfiguredProtocol configured() throws Refused {
    ConfiguredProtocol configured =
        Protocols.named(protocol).configure(new ProtocolOptions(parties, 0, options));
    if (!configured.preprocesses()) {
      throw new Refused(protocol + " has no preprocessing of its own to measure");
    }
    return configured;
  }

  /**
   * What a run makes.
   *
   * @param configured of {@link #configured}
   * @throws Refused if the protocol has no such material
   */
  public Demand demand(ConfiguredProtocol configured) throws Refused {
    return kind.isEmpty()
        ? configured.multiplications(count)
        : configured.stock(new TreeMap<>(Map.of(kind, count)));
  }
}
