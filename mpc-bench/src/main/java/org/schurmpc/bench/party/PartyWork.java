package org.schurmpc.bench.party;

import org.schurmpc.bench.control.ControlChannel;
import org.schurmpc.bench.control.Message;
import org.schurmpc.core.abort.MpcException;

/** Performs a party's work with its peers, from the rehearsal to the last run. */
interface PartyWork {
  /** Rehearses the work in this process alone, so that the JIT compiler has compiled the code. */
  void rehearse() throws MpcException;

  /**
   * Connects, reports the session to the Monitor, and performs all runs after the start signals.
   */
  void perform(ControlChannel monitor, PeerConnector peers, Message.Connect connect)
      throws MpcException;
}
