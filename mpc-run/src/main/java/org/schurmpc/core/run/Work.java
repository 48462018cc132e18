package org.schurmpc.core.run;

import org.schurmpc.core.abort.MpcException;

/**
 * What parties compute together: the evaluation of a circuit, or the run of a program, with this
 * party's inputs. Knows nothing of processes, files or connections; whoever meets the peers calls
 * {@link RunPlan#connect} of its plan, and then {@link #run}.
 *
 * @param <R> what this party learns
 */
public interface Work<R> {
  /** Returns what the parties agree on and consume. */
  RunPlan plan();

  /**
   * Computes this party's side.
   *
   * @param run of {@link #plan}, perhaps with further terms; stays open
   * @return what this party learns, after all checks
   */
  R run(OpenRun run) throws MpcException;

  /** Computes a party's side of a plan. */
  interface Side<R> {
    /** Computes, as {@link Work#run}. */
    R run(OpenRun run) throws MpcException;
  }

  /** Returns work from its parts. */
  static <R> Work<R> of(RunPlan plan, Side<R> side) {
    return new Work<>() {
      @Override
      public RunPlan plan() {
        return plan;
      }

      @Override
      public R run(OpenRun run) throws MpcException {
        return side.run(run);
      }
    };
  }
}
