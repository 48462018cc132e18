package org.schurmpc.service.control;

import java.util.List;

/**
 * Decides what becomes of an attempt that was broken off, by what all parties say of it. All
 * parties decide by the same statements. A party that has acted on a decision says so when the
 * parties settle the run again; the decision is then the same one.
 */
final class RunTable {
  private RunTable() {}

  /** What becomes of an attempt. */
  enum Outcome {
    /** All have prepared the same: whoever has not committed does so. */
    COMMIT,
    /** Whatever was prepared is wiped; another attempt with the same inputs may follow. */
    AGAIN,
    /** The run is over without a result. */
    FAIL,
    /** Nothing is dropped or run again: a party denies what another one has committed. */
    DENIED
  }

  /**
   * A decision.
   *
   * @param code why the run fails, if it does
   */
  record Decision(Outcome outcome, String code) {
    private static final Decision COMMIT = new Decision(Outcome.COMMIT, RunState.NONE);
    private static final Decision AGAIN = new Decision(Outcome.AGAIN, RunState.NONE);
    private static final Decision DENIED = new Decision(Outcome.DENIED, RunState.NONE);

    private static Decision fail(String code) {
      return new Decision(Outcome.FAIL, code);
    }
  }

  /**
   * Decides.
   *
   * @param all the parties' states, in their order, of one run
   * @param attempts how many attempts the run has at most
   * @param rerun whether another attempt may follow one that revealed values
   */
  static Decision decide(List<RunState> all, int attempts, boolean rerun) {
    int attempt = all.get(0).attempt();
    boolean sameAttempt = all.stream().allMatch(each -> each.attempt() == attempt);
    boolean ready =
        all.stream().allMatch(RunTable::isPrepared)
            && all.stream().map(RunState::detail).distinct().count() == 1;
    if (ready && sameAttempt) {
      return Decision.COMMIT;
    }
    if (any(all, RunPhase.COMMITTED) || !sameAttempt) {
      return Decision.DENIED;
    }
    for (RunState each : all) {
      if (each.phase() == RunPhase.FAILED) {
        return Decision.fail(each.detail());
      }
    }
    if (all.stream().allMatch(RunTable::isPrepared)) {
      return Decision.fail("disagreement");
    }
    if (any(all, RunPhase.REVEALED) && !rerun) {
      return Decision.fail("revealed");
    }
    return attempt >= attempts ? Decision.fail("attempts") : Decision.AGAIN;
  }

  private static boolean isPrepared(RunState state) {
    return state.phase() == RunPhase.PREPARED || state.phase() == RunPhase.COMMITTED;
  }

  private static boolean any(List<RunState> all, RunPhase phase) {
    return all.stream().anyMatch(each -> each.phase() == phase);
  }
}
