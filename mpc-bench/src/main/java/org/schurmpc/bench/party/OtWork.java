package org.schurmpc.bench.party;

import java.util.Optional;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.session.Session;

/**
 * One end of the extension of correlated OTs: party 0 is the sender, party 1 the receiver with
 * random choices. What it makes goes into buffers that nobody reads.
 */
interface OtWork extends AutoCloseable {
  /** The most OTs that {@link #next} makes at a time. */
  int CHUNK = 1 << 16;

  /** Sets up: base OTs and what else the extension needs. */
  static OtWork begin(Session session, int k) throws MpcException {
    Optional<OtWork> end = Optional.empty(); // MERGE: sender or receiver by session.party(), k
    return end.orElseThrow(
        () -> new Refused("no correlated OT with k = " + k + " for party " + session.party()));
  }

  /** The time that the base OTs took. */
  long baseOtNanos();

  /** Makes {@code count} OTs, at most {@value #CHUNK}; all checked on return. */
  void next(int count) throws MpcException;

  @Override
  void close();
}
