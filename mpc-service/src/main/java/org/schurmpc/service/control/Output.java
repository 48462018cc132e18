package org.schurmpc.service.control;

import java.util.List;

/**
 * What a state machine asks of whoever drives it, in order. A line is durable, and applied to
 * {@link LogState}, before the driver says so; what follows from it comes with the answer to that.
 */
sealed interface Output {
  /** Sends a message to a party; to this one itself if it is party 1's own. */
  record Send(int to, Message message) implements Output {}

  /**
   * Notes a line, and then calls {@link Follower#durable} with the number.
   *
   * @param number of the entry
   */
  record Force(String line, long number) implements Output {}

  /**
   * Acts on an entry that all parties have forced. Entries come in order.
   *
   * @param fresh whether all parties can act on it now; otherwise nobody does
   */
  record Act(LogEntry entry, boolean fresh) implements Output {}

  /** Says that an entry is void. */
  record Voided(LogEntry entry) implements Output {}

  /**
   * Stops: the parties' logs disagree. Nothing is dropped.
   *
   * @param sentence for the operator
   */
  record Stop(String sentence) implements Output {}

  /** Suspends a job. */
  record Suspend(String job, String sentence) implements Output {}

  static List<Output> none() {
    return List.of();
  }
}
