package org.schurmpc.bench.party;

import org.schurmpc.bench.control.ControlChannel;
import org.schurmpc.bench.control.Message;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.MpcException;

/**
 * Performs the action that the Monitor times, from the start signal until the party reports that it
 * is done.
 */
final class TimedPass {
  private TimedPass() {}

  /** Represents the action after the start signal. */
  interface Action {
    void run() throws MpcException;
  }

  /**
   * Reports that this party is ready, waits for the start signal, performs the action, and at once
   * reports that it is done.
   *
   * @return false if the Monitor reports instead that the time is up
   */
  static boolean perform(ControlChannel monitor, int run, int pass, Action action)
      throws MpcException {
    byte[] done = monitor.encode(new Message.Done(run, pass));
    monitor.send(new Message.Ready(run, pass));
    Message word = monitor.receive(Message.class);
    if (word instanceof Message.Enough) {
      return false;
    }
    if (!(word instanceof Message.Go)) {
      throw new ConnectionLost(monitor.peer() + " sent a control message out of turn");
    }
    action.run();
    monitor.sendEncoded(done);
    return true;
  }
}
