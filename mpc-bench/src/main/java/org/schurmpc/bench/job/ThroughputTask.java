package org.schurmpc.bench.job;

import java.util.Map;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.session.Phase;

/** Produces a fixed number of items in each run, whose rate is measured. */
public sealed interface ThroughputTask extends Task permits GenerationTask, MulTask {
  /** Returns the number of items of a run. */
  long count();

  /** Returns the phase in which the items are produced, whose bytes and rounds are reported. */
  Phase phase();

  /** Returns whether a dealer generates the material. */
  boolean hasDealer();

  /**
   * Returns the parameters that reports show, by name.
   *
   * @throws Refused if the protocol or one of its options is unknown, or the protocol has no such
   *     items
   */
  Map<String, Object> parameters() throws Refused;
}
