package org.schurmpc.core.session;

import org.schurmpc.core.abort.MpcException;

/**
 * Hears of a session's checks, in the name of keys and of material made under them: whatever a
 * failed check discards. Each method has taken effect when it returns; a method that outlives the
 * process, as for material on disk, outlives a kill at any later moment.
 *
 * <p>Called with the lock of the session's verdicts held, by whichever thread makes the check. A
 * listener sends nothing and calls no method of the session.
 */
public interface VerdictListener {
  /**
   * Notes that this party's answer in a check is about to leave. From here on the peer may know a
   * result that this party does not: if no verdict follows, the check counts as failed.
   *
   * @throws MpcException if that cannot be noted; nothing is sent then
   */
  void pending() throws MpcException;

  /** Notes that no check is pending any more, and that none failed. */
  void passed();

  /**
   * Destroys keys and material: a check failed. The exception that says so is thrown afterwards.
   */
  void failed();
}
