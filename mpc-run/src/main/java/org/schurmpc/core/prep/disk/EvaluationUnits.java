package org.schurmpc.core.prep.disk;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Remedy;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MaterialKind;

/**
 * Counts whole evaluations, for material that is tied to a circuit. Its kinds belong together: a
 * mask fits only the tables of its own evaluation; with the tables of another one, the outputs are
 * wrong although every MAC is valid. Therefore all kinds are at the same number of evaluations, and
 * a peer cannot state anything else.
 */
final class EvaluationUnits implements AgreedUnits {
  static final String NAME = "evaluations";

  private final Demand demand;

  /**
   * Creates the units.
   *
   * @param demand the demand of an evaluation, which depends on a circuit
   */
  EvaluationUnits(Demand demand) {
    this.demand = demand;
  }

  @Override
  public Optional<Map<String, Position>> standing(DiskPrepStore batch) throws BadFile {
    Map<MaterialKind, Position> items = batch.positions();
    boolean spent = items.values().stream().allMatch(of -> of.used() == of.made());
    if (spent || items.keySet().stream().noneMatch(demand.quotas()::containsKey)) {
      return Optional.empty(); // or for the same circuit with inputs of other parties
    }
    OptionalLong made = demand.evaluations(kind -> items.getOrDefault(kind, Position.NONE).made());
    if (made.isEmpty() || !demand.quotas().keySet().containsAll(items.keySet())) {
      throw new BadFile(
          batch.folder() + " does not hold whole evaluations of this circuit",
          Remedy.DESTROY_STORE);
    }
    long all = made.getAsLong();
    return Optional.of(Map.of(NAME, new Position(all, used(items))));
  }

  /**
   * Returns the number of evaluations used up, determined by the kind that is furthest ahead: an
   * evaluation is used up if any of its material is.
   */
  private long used(Map<MaterialKind, Position> items) {
    long used = 0;
    for (Map.Entry<MaterialKind, Long> quota : demand.quotas().entrySet()) {
      long count = items.getOrDefault(quota.getKey(), Position.NONE).used();
      used = Math.max(used, evaluationsOf(count, quota.getValue()));
    }
    return used;
  }

  private static long evaluationsOf(long items, long quota) {
    return items / quota + (items % quota == 0 ? 0 : 1);
  }

  @Override
  public boolean areNames(Set<String> names) {
    return names.equals(Set.of(NAME));
  }

  @Override
  public String describe(String name) {
    return name;
  }

  @Override
  public long atOnce(DiskPrepStore batch, String name) {
    long most = 1;
    for (Map.Entry<MaterialKind, Long> quota : demand.quotas().entrySet()) {
      most = Math.max(most, evaluationsOf(batch.mostAtOnce(quota.getKey()), quota.getValue()));
    }
    return most;
  }

  @Override
  public void settle(DiskPrepStore batch, Map<String, Position> agreed) throws MpcException {
    Position evaluations = agreed.get(NAME);
    Map<MaterialKind, Long> positions = new LinkedHashMap<>();
    demand
        .quotas()
        .forEach(
            (kind, quota) -> {
              batch.limit(kind, evaluations.made() * quota);
              positions.put(kind, evaluations.used() * quota);
            });
    batch.advance(positions);
  }
}
