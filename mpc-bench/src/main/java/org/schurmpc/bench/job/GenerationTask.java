package org.schurmpc.bench.job;

import org.schurmpc.core.session.Phase;

/** Generates correlated randomness without a dealer, and discards it. */
public sealed interface GenerationTask extends ThroughputTask permits OtTask, TriplesTask {
  /** Returns the name of the items in reports, in the plural. */
  String items();

  @Override
  default Phase phase() {
    return Phase.PREPROCESSING;
  }

  @Override
  default boolean hasDealer() {
    return false;
  }
}
