package org.schurmpc.bench.job;

import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.prep.Demand;

/**
 * Material by a protocol's own preprocessing: that of multiplications, or another kind alone.
 *
 * @param protocol whose preprocessing it is
 * @param kind of material, by the protocol's own name for it; empty for that of multiplications
 * @param count multiplications, or items of the kind, in a run
 */
public record TriplesTask(
    ProtocolChoice protocol, String kind, long count, Schedule schedule, Line line)
    implements GenerationTask {
  /** What belongs to a party, as input1. */
  private static final Pattern OWNED = Pattern.compile("([a-z]+)([0-9]+)");

  @Override
  public int parties() {
    return protocol.parties();
  }

  /** Returns this task with fewer items and fewer parties. */
  public TriplesTask with(int fewerParties, long fewer) {
    return new TriplesTask(protocol.withParties(fewerParties), kind, fewer, schedule, line);
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
    return protocol.parameters(configured());
  }

  /**
   * The protocol as the options say.
   *
   * @throws Refused if it or its options are unknown, or it has no preprocessing of its own
   */
  public ConfiguredProtocol configured() throws Refused {
    ConfiguredProtocol configured = protocol.configured();
    if (!configured.preprocesses()) {
      throw new Refused(protocol.name() + " has no preprocessing of its own to measure");
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
