package org.schurmpc.bench.monitor;

import java.util.Optional;
import org.schurmpc.bench.control.Contact;
import org.schurmpc.bench.control.Role;
import org.schurmpc.bench.control.RunFigures;

/**
 * Receives the events of a run. The threads that serve the children call the methods, which
 * therefore return at once; failures apart, no event occurs while the clock of a pass runs.
 */
public interface Watcher {
  /** Ignores all events. */
  Watcher NONE = () -> {};

  /** All parties are done with a pass. */
  void passEnded();

  /** A child has connected and was admitted. */
  default void called(Role role, Contact contact) {}

  /** A child has rehearsed and waits for the others. */
  default void prepared(Role role) {}

  /** A party has a session with its peers. */
  default void established(Role role) {}

  /**
   * All parties are done with the last pass of a run.
   *
   * @param run the index of the run, from 0, warm-up runs included
   * @param nanos the time of the run, in nanoseconds
   */
  default void runEnded(int run, long nanos) {}

  /** A party has reported its counters of a run. */
  default void reported(Role role, int run, RunFigures figures) {}

  /** A child has done all its work. */
  default void finished(Role role) {}

  /** A child has failed. */
  default void failed(Failure failure) {}

  /**
   * The run has ended.
   *
   * @param failure the first cause; empty if every output was correct
   */
  default void ended(Optional<RunFailed> failure) {}
}
