package org.schurmpc.service.control;

import java.util.Optional;
import java.util.SortedMap;

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

  /** Returns whether this party makes no such material now, or wants to keep less. */
  boolean refusesMaterial(LogEntry.Make make);

  /** Returns whether material of a stock is made while runs use the stock. */
  boolean makesBesideRuns(String stock);

  /**
   * Returns how much of what is wanted is made at once, so that nobody waits long for its end.
   *
   * @param wanted by job
   * @return at most as much; nothing for jobs that this party does not have
   */
  SortedMap<String, LogEntry.Amount> portion(
      String stock, SortedMap<String, LogEntry.Amount> wanted);
}
