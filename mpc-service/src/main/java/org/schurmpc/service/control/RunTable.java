package org.schurmpc.service.control;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Decides what becomes of an attempt that was broken off, by what all parties say of it. All
 * parties decide by the same statements. A party that has acted on a decision says so when the
 * parties settle the run again; the decision is then the same one.
 *
 * <p>A party may lie about itself. So that it does not have a run repeated whose values it has seen
 * already, what one honest party knows of a reveal holds against what all others say, and no code
 * after which a client asks again is taken from a party's word alone.
 */
final class RunTable {
  static final String REVEALED = "revealed";
  private static final String ATTEMPTS = "attempts";
  private static final String REFUSED = "refused";

  /** Codes that tell more than that values were revealed, after which nobody asks again either. */
  private static final Set<String> BEFORE_REVEALED = Set.of("cheated", "fault");

  /** Codes after which a client asks again, since nothing was computed or shown. */
  private static final Set<String> REPEATED =
      Set.of(ATTEMPTS, "expired", "inputs-differ", "no-stock");

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
    return failure(all, attempt >= attempts, rerun).map(Decision::fail).orElse(Decision.AGAIN);
  }

  private static Optional<String> failure(List<RunState> all, boolean last, boolean rerun) {
    List<String> said =
        all.stream().filter(each -> each.phase() == RunPhase.FAILED).map(RunState::detail).toList();
    Optional<String> worse = said.stream().filter(BEFORE_REVEALED::contains).findFirst();
    if (worse.isPresent()) {
      return worse;
    }
    boolean differ = all.stream().allMatch(RunTable::isPrepared); // or they would commit
    boolean over = last || !rerun || differ || !said.isEmpty();
    if (said.contains(REVEALED) || (over && all.stream().anyMatch(RunState::revealed))) {
      return Optional.of(REVEALED);
    }
    Optional<String> other = said.stream().filter(each -> !REPEATED.contains(each)).findFirst();
    if (other.isPresent()) {
      return other;
    }
    if (said.stream().anyMatch(each -> !last || !each.equals(ATTEMPTS))) {
      return Optional.of(REFUSED);
    }
    if (differ) {
      return Optional.of("disagreement");
    }
    return last ? Optional.of(ATTEMPTS) : Optional.empty();
  }

  /** Returns why a run ends that a party fails by itself. */
  static String reason(String code, boolean revealed) {
    return revealed && !BEFORE_REVEALED.contains(code) ? REVEALED : code;
  }

  private static boolean isPrepared(RunState state) {
    return state.phase() == RunPhase.PREPARED || state.phase() == RunPhase.COMMITTED;
  }

  private static boolean any(List<RunState> all, RunPhase phase) {
    return all.stream().anyMatch(each -> each.phase() == phase);
  }
}
