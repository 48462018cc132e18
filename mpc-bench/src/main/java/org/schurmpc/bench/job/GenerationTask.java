package org.schurmpc.bench.job;

import java.util.Map;
import org.schurmpc.core.abort.Refused;

/** Parties generate correlated randomness without dealer and drop it; each run as much. */
public sealed interface GenerationTask extends Task permits OtTask, TriplesTask {
  /** Items in a run. */
  long count();

  /** What an item is called in reports, in the plural. */
  String items();

  /**
   * What reports say of the way they are made.
   *
   * @throws Refused if there is no such way
   */
  Map<String, Object> parameters() throws Refused;
}
