package org.schurmpc.bench.party;

import org.schurmpc.bench.control.ControlChannel;
import org.schurmpc.bench.control.Message;
import org.schurmpc.core.abort.MpcException;

/** What a party does with its peers, from its rehearsal to its last run. */
interface PartyWork {
  /** Exercises the work in this process alone, for the JIT compiler's sake. */
  void rehearse() throws MpcException;

  /** Connects, says so to the Monitor, and does all runs when told to. */
  void perform(ControlChannel monitor, PeerConnector peers, Message.Connect connect)
      throws MpcException;
}
