package org.schurmpc.bench.job;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.prep.Demand;

/**
 * Generates material by a protocol's own preprocessing: that of multiplications, or one kind.
 *
 * @param protocol the protocol that generates the material
 * @param kind the protocol's name of the kind; empty for the material of multiplications
 * @param count the number of multiplications, or of items of the kind, in a run
 */
public record TriplesTask(
    ProtocolChoice protocol, String kind, long count, Schedule schedule, Line line)
    implements GenerationTask {
  /** The name of a kind that belongs to a party, such as input1. */
  private static final Pattern OWNED = Pattern.compile("([a-z]+)([0-9]+)");

  /** Returns the names of the protocols whose material is for any multiplications. */
  public static Set<String> protocols() {
    return ProtocolChoice.suiting(configured -> configured.multiplications(1));
  }

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
   * Returns the configured protocol.
   *
   * @throws Refused if the protocol or an option is unknown, or it has no preprocessing of its own
   */
  public ConfiguredProtocol configured() throws Refused {
    ConfiguredProtocol configured = protocol.configured().withOwnMaterial();
    if (!configured.preprocesses()) {
      throw new Refused(protocol.name() + " has no preprocessing of its own to measure");
    }
    return configured;
  }

  /**
   * Returns the material that a run generates.
   *
   * @param configured the result of {@link #configured}
   * @throws Refused if the protocol has no such material
   */
  public Demand demand(ConfiguredProtocol configured) throws Refused {
    return kind.isEmpty()
        ? configured.multiplications(count)
        : configured.stock(new TreeMap<>(Map.of(kind, count)));
  }
}
