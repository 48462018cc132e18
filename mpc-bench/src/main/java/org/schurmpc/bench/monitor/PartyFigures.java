package org.schurmpc.bench.monitor;

import java.util.List;
import org.schurmpc.bench.control.Message;
import org.schurmpc.bench.control.Role;
import org.schurmpc.bench.control.RunFigures;

/**
 * What a party told of itself.
 *
 * @param runs its counters of each counted run
 * @param peakRssBytes 0 if unknown
 */
public record PartyFigures(
    Role role, Message.Established established, List<RunFigures> runs, long peakRssBytes) {
  public PartyFigures {
    runs = List.copyOf(runs);
  }
}
