package org.schurmpc.core.session;

import org.schurmpc.core.abort.MpcException;

/**
 * Receives the outcomes of a session's checks on behalf of keys, and of material generated under
 * them: everything that a failed check discards. Each method has taken effect when it returns. A
 * method with a lasting effect, such as for material on disk, survives a kill at any later moment.
 *
 * <p>Called with the lock of the session's verdicts held, by the thread that makes the check. A
 * listener sends nothing and calls no method of the session.
 */
public interface VerdictListener {
  /**
   * Records that this party's answer in a check is about to be sent. From here on the peer may know
   * a result that this party does not know: if no verdict follows, the check counts as failed.
   *
   * @throws MpcException if the pending check cannot be recorded; nothing is sent then
   */
  void pending() throws MpcException;

  /** Records that no check is pending any more, and that none failed. */
  void passed();

  /**
   * Destroys keys and material, because a check failed. The exception of the check is thrown
   * afterwards.
   */
  void failed();
}
