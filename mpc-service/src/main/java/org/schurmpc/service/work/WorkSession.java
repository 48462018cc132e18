package org.schurmpc.service.work;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.prep.disk.StoreDirectory;
import org.schurmpc.core.session.Session;
import org.schurmpc.service.control.Place;

/**
 * A session of all parties in which runs of one job follow each other. It has its own connections
 * and its own checks: the end of a control line does not end it, and a failed check in it ends
 * nothing under other keys. Used by one thread.
 */
final class WorkSession implements AutoCloseable {
  private final Place place;
  private final PlannedJob job;
  private final Evaluation evaluation;

  WorkSession(Place place, PlannedJob job, Evaluation evaluation) {
    this.place = place;
    this.job = job;
    this.evaluation = evaluation;
  }

  /**
   * Opens a session.
   *
   * @param network closed with the session, or at once if the method fails
   * @param store stays open
   */
  static WorkSession open(Network network, Place place, PlannedJob job, StoreDirectory store)
      throws MpcException {
    return new WorkSession(place, job, job.connect(network, store, place));
  }

  boolean isAt(Place other) {
    return place.equals(other);
  }

  /**
   * Returns whether runs of a job at a place belong to this session. Party 1 chooses the place: it
   * must not run one job for the requests of another.
   */
  boolean serves(Place at, PlannedJob of) {
    return isAt(at) && job == of;
  }

  PlannedJob job() {
    return job;
  }

  Evaluation evaluation() {
    return evaluation;
  }

  Session session() {
    return evaluation.session();
  }

  @Override
  public void close() {
    evaluation.close();
  }
}
