package org.schurmpc.core.prep.ledger;

import java.util.List;
import org.schurmpc.core.abort.Disagreement;

/**
 * Decides from the statements of all parties what becomes of a run that was broken off. Its result
 * counts if all parties hold it, and never otherwise; what a party has committed is never undone.
 */
final class RunTable {
  /** Lists what becomes of a run. */
  enum Decision {
    /** Another session is at work on the run, or nothing is left to decide. */
    NOTHING,
    COMMIT,
    /** All parties have committed the run, and said so. */
    SETTLE,
    /** All parties have settled the run. */
    FORGET,
    /** The run may begin again. */
    BACK,
    /** Values were revealed: the run must not begin again. */
    LOSE
  }

  private RunTable() {}

  /**
   * Decides on a run.
   *
   * @param all the standings, by party
   * @throws Disagreement if they do not fit each other
   */
  static Decision decide(RunId run, List<Standing> all) throws Disagreement {
    if (any(all, RunPhase.ACTIVE)) {
      return Decision.NOTHING;
    }
    boolean settled = any(all, RunPhase.SETTLED);
    if (settled && !any(all, RunPhase.COMMITTED) && all.stream().allMatch(RunTable::isOver)) {
      return Decision.FORGET;
    }
    if (settled || any(all, RunPhase.COMMITTED)) {
      requireHeldByAll(run, all, settled);
      requireEqual(run, all);
      boolean said = all.stream().allMatch(each -> each.phase().committed());
      return said ? Decision.SETTLE : Decision.COMMIT;
    }
    if (all.stream().allMatch(each -> each.phase().prepared())) {
      requireEqual(run, all);
      return Decision.COMMIT;
    }
    boolean revealed = all.stream().anyMatch(each -> each.phase().revealed());
    return revealed ? Decision.LOSE : Decision.BACK;
  }

  private static boolean any(List<Standing> all, RunPhase phase) {
    return all.stream().anyMatch(each -> each.phase() == phase);
  }

  private static boolean isOver(Standing each) {
    return each.phase() == RunPhase.SETTLED || each.phase() == RunPhase.NONE;
  }

  /** What all have said to have committed, nobody can hold as prepared any more. */
  private static void requireHeldByAll(RunId run, List<Standing> all, boolean settled)
      throws Disagreement {
    for (int party = 0; party < all.size(); party++) {
      RunPhase phase = all.get(party).phase();
      if (!phase.committed() && (settled || !phase.prepared())) {
        throw new Disagreement(
            ("party %d does not hold the result of run %s, which another party has committed: a"
                    + " copy was put back, or a party lies")
                .formatted(party + 1, run));
      }
    }
  }

  private static void requireEqual(RunId run, List<Standing> all) throws Disagreement {
    for (Standing each : all) {
      boolean equal = each.terms().equals(all.get(0).terms());
      if (!equal || !each.content().equals(all.get(0).content())) {
        throw new Disagreement("the parties differ in the result of run " + run);
      }
    }
  }
}
