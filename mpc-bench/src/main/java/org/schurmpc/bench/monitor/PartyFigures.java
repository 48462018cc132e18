package org.schurmpc.bench.monitor;

import java.util.List;
import org.schurmpc.bench.control.Message;
import org.schurmpc.bench.control.Role;
import org.schurmpc.bench.control.RunFigures;

/**
 * Holds the figures that a party reported.
 *
 * @param role the role of the party
 * @param established describes the party's session and JVM
 * @param runs the party's counters of each counted run
 * @param peakRssBytes the peak resident set size, in bytes; 0 if unknown
 */
public record PartyFigures(
    Role role, Message.Established established, List<RunFigures> runs, long peakRssBytes) {
  public PartyFigures {
    runs = List.copyOf(runs);
  }
}
