package org.schurmpc.core.contract;

import java.util.List;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.eval.ConfiguredProtocol;

/**
 * A configuration in which one party cheats.
 *
 * @param name of the configuration
 * @param protocol the same for all parties
 * @param gates the ANDs of each of two layers
 * @param lookups whether there are lookups beside them
 * @param cheater the party that cheats
 * @param messages what it sends after the handshake, in order
 */
public record CheatCase(
    String name,
    ConfiguredProtocol protocol,
    int gates,
    boolean lookups,
    int cheater,
    List<Message> messages) {

  CheatedRun newRun(long seed) throws MpcException {
    return new CheatedRun(protocol, gates, lookups, cheater, seed);
  }

  @Override
  public String toString() {
    return "%s, %d gates, cheater %d".formatted(name, gates, cheater);
  }
}
