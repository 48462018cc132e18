package org.schurmpc.core.prep.disk;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.prep.Demand;

/**
 * Defines the units in which parties agree on positions in a batch: whole evaluations where the
 * kinds of material belong together, otherwise items of each kind.
 */
interface AgreedUnits {
  /** Returns the units for the material that is going to be used. */
  static AgreedUnits of(Demand demand) {
    return demand.circuit().isPresent() ? new EvaluationUnits(demand) : new ItemUnits(demand);
  }

  /**
   * Returns the positions of a batch, by the name of a unit.
   *
   * @return empty if the batch is of no use for the demand
   * @throws BadFile if the batch holds numbers of items that no preparation generates
   */
  Optional<Map<String, Position>> standing(DiskPrepStore batch) throws BadFile;

  /** Returns whether a peer may use these names of units for a batch. */
  boolean areNames(Set<String> names);

  /** Returns what a unit counts, for messages. */
  String describe(String name);

  /**
   * Returns the largest amount that this party ever used up at once in a batch, or is going to use
   * now.
   */
  long atOnce(DiskPrepStore batch, String name);

  /**
   * Brings a batch to agreed positions.
   *
   * @param agreed by name: the future position of the batch, and the amount that all parties have;
   *     both at most this party's numbers in {@link #standing}
   */
  void settle(DiskPrepStore batch, Map<String, Position> agreed) throws MpcException;
}
