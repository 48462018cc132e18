package org.schurmpc.core.ot;

import java.util.Arrays;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.crypto.LinearTag;
import org.schurmpc.core.session.Session;

/** Computes the digests of the batches of one direction, in order. */
final class BatchHash {
  private final Session session;
  private final int receiver;
  private final long setUp;
  private long batch;

  /**
   * Creates the hash of one set-up.
   *
   * @param receiver the receiver of the correlated OTs
   */
  BatchHash(Session session, int receiver, long setUp) {
    this.session = session;
    this.receiver = receiver;
    this.setUp = setUp;
  }

  /**
   * Returns the digest for the next batch.
   *
   * @param response starts with the hash of u
   * @param tags the tags of all columns
   */
  byte[] digest(byte[] challenge, byte[] response, byte[] tags) {
    FieldHash hash = session.hash("COT consistency").add(receiver).add(setUp).add(batch++);
    hash.add(challenge);
    byte[] u = Arrays.copyOf(response, LinearTag.TAG_BYTES);
    return hash.add(u).add(tags).digest();
  }
}
