package org.schurmpc.core.program;

import java.math.BigInteger;
import java.util.List;
import java.util.SortedMap;
import org.schurmpc.core.deliver.Delivery;

/**
 * What a party has after a run with ports of clients, once all checks have passed.
 *
 * @param values the outputs that the party itself receives, by name
 * @param deliveries in the order in which they were ordered
 */
public record ClientOutputs(SortedMap<String, BigInteger[]> values, List<Delivery> deliveries) {
  public ClientOutputs {
    deliveries = List.copyOf(deliveries);
  }
}
