package org.schurmpc.core.eval;

import java.util.List;
import java.util.Map;
import org.schurmpc.core.deliver.Delivery;

/**
 * What a party has after an evaluation whose outputs nobody learns, once all checks have passed.
 *
 * @param deliveries in the order in which they were ordered
 * @param kept by set, a list entry for each lane
 */
public record KeptOutputs(List<Delivery> deliveries, Map<String, List<KeptValues>> kept)
    implements AutoCloseable {
  public KeptOutputs {
    deliveries = List.copyOf(deliveries);
    kept = Map.copyOf(kept);
  }

  /** Wipes all of it. */
  @Override
  public void close() {
    deliveries.forEach(Delivery::close);
    kept.values().forEach(lanes -> lanes.forEach(KeptValues::close));
  }
}
