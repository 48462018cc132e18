package org.schurmpc.core.prep.disk;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MaterialKind;

/**
 * Counts items of each kind separately, for material that is not tied to a circuit. Any item of a
 * kind fits any item of another, so a party whose position in one kind is too far ahead has only
 * lost items.
 */
final class ItemUnits implements AgreedUnits {
  private final Demand demand;
  private final boolean alone;

  /**
   * Creates the units.
   *
   * @param demand the demand of an evaluation
   */
  ItemUnits(Demand demand) {
    this(demand, false);
  }

  /**
   * Creates the units.
   *
   * @param alone whether the kinds of the demand are all that counts
   */
  ItemUnits(Demand demand, boolean alone) {
    this.demand = demand;
    this.alone = alone;
  }

  @Override
  public Optional<Map<String, Position>> standing(DiskPrepStore batch) {
    Map<String, Position> standing = new LinkedHashMap<>();
    batch
        .positions()
        .forEach(
            (kind, position) -> {
              if (!alone || demand.quotas().containsKey(kind)) {
                standing.put(kind.name(), position);
              }
            });
    return Optional.of(standing);
  }

  @Override
  public boolean areNames(Set<String> names) {
    return true;
  }

  @Override
  public String describe(String name) {
    return "items of '" + name + "'";
  }

  @Override
  public long atOnce(DiskPrepStore batch, String name) {
    MaterialKind kind = kind(batch, name);
    // A session may have been killed when it had used one item, which is what sessions leave.
    return Math.max(1, Math.max(batch.mostAtOnce(kind), demand.quotas().getOrDefault(kind, 0L)));
  }

  private static MaterialKind kind(DiskPrepStore batch, String name) {
    return batch.kinds().stream()
        .filter(kind -> kind.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Override
  public void settle(DiskPrepStore batch, Map<String, Position> agreed) throws MpcException {
    Map<MaterialKind, Long> positions = new LinkedHashMap<>();
    agreed.forEach(
        (name, position) -> {
          MaterialKind kind = kind(batch, name);
          batch.limit(kind, position.made());
          positions.put(kind, position.used());
        });
    batch.advance(positions);
  }
}
