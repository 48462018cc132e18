package org.schurmpc.cli.forecast;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.schurmpc.core.session.Metrics;
import org.schurmpc.core.session.Phase;

/**
 * Counts the traffic of phases at all parties.
 *
 * @param rounds the number of rounds; the largest of the parties' numbers
 * @param sent the bytes that each party sends to all others together, by party, framing included
 */
public record RunTraffic(long rounds, List<Long> sent) {
  public RunTraffic {
    sent = List.copyOf(sent);
  }

  /** Returns the traffic of some phases so far. */
  static RunTraffic of(List<Metrics> parties, List<Phase> phases) {
    long rounds = 0;
    List<Long> sent = new ArrayList<>();
    for (Metrics metrics : parties) {
      rounds = Math.max(rounds, phases.stream().mapToLong(metrics::rounds).sum());
      sent.add(phases.stream().mapToLong(metrics::bytesSent).sum());
    }
    return new RunTraffic(rounds, sent);
  }

  /** Returns this traffic and, {@code times} times, another one. */
  RunTraffic plus(RunTraffic other, long times) {
    List<Long> sum = new ArrayList<>();
    for (int party = 0; party < sent.size(); party++) {
      sum.add(sent.get(party) + times * other.sent.get(party));
    }
    return new RunTraffic(rounds + times * other.rounds, sum);
  }

  /** Returns the traffic in addition to an earlier one. */
  RunTraffic since(RunTraffic earlier) {
    return plus(earlier, -1);
  }

  /** Returns the largest number of bytes that a party sends. */
  public long mostSent() {
    return Collections.max(sent);
  }
}
