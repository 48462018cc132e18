package org.schurmpc.cli.doctor;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.net.Certificates;
import org.schurmpc.core.net.Channel;
import org.schurmpc.core.net.Endpoint;
import org.schurmpc.core.net.Identity;
import org.schurmpc.core.net.NetOptions;
import org.schurmpc.core.net.NettyClient;
import org.schurmpc.core.net.NettyServer;
import org.schurmpc.core.net.Pin;
import org.schurmpc.core.net.Tls;

/**
 * Connects a party to its peers one by one, so that one that fails does not hide another: as the
 * client of each party before it, and as a service for those after it.
 *
 * @param party this party's index
 * @param at the addresses at which parties listen, by index: all but the last party
 * @param me this party's identity; empty for plaintext
 * @param pins the certificates that each party may show, by index; empty for plaintext
 * @param net the options of the connections, without TLS
 */
record PeerMeeting(
    int party, List<Endpoint> at, Optional<Identity> me, List<Pin> pins, NetOptions net) {

  /** Returns the number of parties. */
  int parties() {
    return at.size() + 1;
  }

  /** Returns whether other parties call this one. */
  boolean listens() {
    return party < at.size();
  }

  /** Begins to listen for the parties after this one. */
  NettyServer listen(Endpoint place) throws MpcException {
    return NettyServer.listen(
        place.host(),
        place.port(),
        secured(pins.isEmpty() ? pins : pins.subList(party + 1, pins.size())));
  }

  /** Connects to a party before this one. */
  Channel call(int peer) throws MpcException {
    return NettyClient.connect(
        "party " + (peer + 1),
        at.get(peer),
        secured(pins.isEmpty() ? pins : List.of(pins.get(peer))));
  }

  private NetOptions secured(List<Pin> accepted) {
    return me.isEmpty() ? net : net.withTls(new Tls(me.get(), accepted));
  }

  /**
   * Waits for the next party to call.
   *
   * @param nanos the time limit, which is not undercut
   */
  static Channel accept(NettyServer server, long nanos) throws MpcException {
    return server.accept(Duration.ofMillis(Math.max(1, (nanos + 999_999) / 1_000_000)));
  }

  /** Returns the indices of the parties that present a certificate. */
  List<Integer> holders(Channel channel) {
    List<Integer> holders = new ArrayList<>();
    Optional<Certificates> certificates = channel.certificates();
    for (int peer = 0; peer < pins.size(); peer++) {
      if (certificates.isPresent() && pins.get(peer).accepts(certificates.get().theirs())) {
        holders.add(peer);
      }
    }
    return holders;
  }
}
