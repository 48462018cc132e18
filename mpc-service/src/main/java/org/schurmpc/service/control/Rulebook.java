package org.schurmpc.service.control;

import java.util.Optional;

/** What a party allows: its jobs, and its own say on requests. Answers at once. */
public interface Rulebook {
  /** Returns a job, even if it is suspended; empty if there is none of this name. */
  Optional<JobTerms> job(String name);

  /** Returns whether no run of a job may begin. Runs that have begun are settled. */
  boolean isSuspended(String job);

  /**
   * Returns a code with which this party refuses another attempt for a request, such as "rate" or
   * "operator"; empty if it agrees.
   */
  Optional<String> refuses(String request, int attempt);

  /** Returns whether a refill of a job of this rulebook is more than this party wants to keep. */
  boolean refusesRefill(LogEntry.Refill refill);
}
