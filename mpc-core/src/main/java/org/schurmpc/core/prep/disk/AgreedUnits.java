package org.schurmpc.core.prep.disk;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.prep.Demand;

/**
 * The units in which parties agree on positions in a batch: whole evaluations where the kinds of
 * material belong together, items of each kind where they do not.
 */
interface AgreedUnits {
  /** The units for what is going to be used. */
  static AgreedUnits of(Demand demand) {
    return demand.circuit().isPresent() ? new EvaluationUnits(demand) : new ItemUnits(demand);
  }

  /**
   * Returns where a batch stands, by the name of a unit.
   *
   * @return empty if the batch is of no use for the demand
   * @throws BadFile if the batch holds what no preparation makes
   */
  Optional<Map<String, Position>> standing(DiskPrepStore batch) throws BadFile;

  /** Whether these are the names of units that a peer gives for a batch. */
  boolean areNames(Set<String> names);

  /** Returns what is counted, for messages. */
  String describe(String name);

  /** Returns the most that this party ever used up at once in a batch, or will now. */
  long atOnce(DiskPrepStore batch, String name);

  /**
   * Brings a batch to agreed positions.
   *
   * @param agreed by name: where the batch will stand, and what all parties have; both at most what
   *     {@link #standing} says that this party has
   */
  void settle(DiskPrepStore batch, Map<String, Position> agreed) throws MpcException;
}
