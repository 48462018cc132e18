package org.schurmpc.bench.party;

import java.util.List;
import org.schurmpc.bench.control.ControlChannel;
import org.schurmpc.bench.control.Message;
import org.schurmpc.bench.control.Role;
import org.schurmpc.core.abort.MpcException;

/** A party: does with its peer what the Monitor asks for, when the Monitor says go. */
public final class PartyProgram extends ChildProgram {
  private final int party;

  /**
   * @param instance the pair that it belongs to
   * @param party its index in the pair
   */
  public PartyProgram(int instance, int party) {
    super(new Role(instance, party));
    this.party = party;
  }

  @Override
  void work(ControlChannel monitor, Message.Welcome welcome) throws MpcException {
    PartyWork work = PartyWork.of(welcome, party);
    work.rehearse();
    ThisJvm.resetPeakRss();
    PeerConnector peer = PeerConnector.of(party, peerOptions(welcome.task()));
    if (party == 0) {
      monitor.send(new Message.Listening(List.of(peer.port())));
    }
    work.perform(monitor, peer, monitor.receive(Message.Connect.class));
    monitor.send(new Message.Finished(ThisJvm.peakRssBytes()));
  }
}
