package org.schurmpc.bench.party;

import org.schurmpc.bench.control.ControlChannel;
import org.schurmpc.bench.control.Message;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.MpcException;

/** What the Monitor times: an action between its go and the party's word that it is done. */
final class TimedPass {
  private TimedPass() {}

  /** What is done as soon as the Monitor says go. */
  interface Action {
    void run() throws MpcException;
  }

  /**
   * Says that this party is ready, waits for the go, acts, and at once says that it is done.
   *
   * @return false if the Monitor says instead that the time is up
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
