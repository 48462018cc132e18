package org.schurmpc.cli.compute;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.net.Endpoint;
import org.schurmpc.core.net.Fingerprint;
import org.schurmpc.core.net.Identity;
import org.schurmpc.core.net.NetOptions;
import org.schurmpc.core.net.NettyClient;
import org.schurmpc.core.net.NettyNetwork;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.net.Pin;
import org.schurmpc.core.net.Tls;
import org.schurmpc.core.prep.DealerClient;
import org.schurmpc.core.prep.disk.StoreDirectory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Connects a party to its peers, and to the dealer if there is one; or tells them that the party
 * cannot begin.
 */
public final class PartyLine {
  private static final Logger LOG = LoggerFactory.getLogger(PartyLine.class);

  private final Roster roster;
  private final int party;
  private final Optional<Identity> me;
  private final Optional<Endpoint> listen;
  private final Times times;

  /** Whether this party has begun to connect to its peers. */
  private volatile boolean begun;

  /**
   * Creates the connections of a party.
   *
   * @param party this party's index
   * @param me this party's identity; empty for plaintext
   * @param listen the address to listen at; empty for the party's configured address
   * @param times the timeouts
   */
  public PartyLine(
      Roster roster, int party, Optional<Identity> me, Optional<Endpoint> listen, Times times) {
    this.roster = roster;
    this.party = party;
    this.me = me;
    this.listen = listen;
    this.times = times;
  }

  /** Returns this party's index. */
  public int party() {
    return party;
  }

  /** Returns this party's identity; empty for plaintext. */
  public Optional<Identity> me() {
    return me;
  }

  /**
   * Checks that everything needed to connect is configured.
   *
   * @throws Refused naming the missing setting
   */
  public void check() throws Refused {
    List<Endpoint> meetings = roster.meetings();
    int last = meetings.size() + 1;
    if (listen.isPresent() && party + 1 == last) {
      throw new Refused(
          last == 2
              ? "--listen is for party 1: party 2 calls it and does not listen"
              : "--listen is not for party %d: it calls the others and does not listen"
                  .formatted(last));
    }
    for (int i = 0; i < meetings.size(); i++) {
      if (meetings.get(i).port() == 0) {
        throw new Refused(
            "port 0 of party %d's address is none that party %d could call".formatted(i + 1, last));
      }
    }
    roster.dealerAddress();
    if (me.isPresent()) {
      peerPins();
      if (roster.dealer().isPresent()) {
        roster.dealerPin();
      }
    }
  }

  private List<Pin> peerPins() throws Refused {
    List<Pin> pins = roster.partyPins();
    Fingerprint mine = me.orElseThrow().fingerprint();
    if (!pins.get(party).accepts(mine)) {
      String other = "";
      for (int i = 0; i < pins.size(); i++) {
        other = pins.get(i).accepts(mine) ? "; it is that of party " + (i + 1) : other;
      }
      throw new Refused(
          "party %d is expected with the certificate %s, and --cert is %s%s"
              .formatted(party + 1, pins.get(party), mine, other));
    }
    return pins;
  }

  /**
   * Returns the certificates of all parties, by index, as far as they are known before the parties
   * connect; empty for plaintext. Of a party that may show one of two certificates, the one with
   * which the store was made is expected, or else the first.
   *
   * @throws Refused if a certificate is missing, or this party's certificate differs from the
   *     configured one
   */
  public List<Fingerprint> expected(StoreDirectory store) throws Refused {
    if (me.isEmpty()) {
      return List.of();
    }
    List<Fingerprint> expected = new ArrayList<>();
    for (Pin pin : peerPins()) {
      expected.add(
          pin.accepted().stream()
              .filter(fingerprint -> store.certificates().contains(fingerprint.toString()))
              .findFirst()
              .orElse(pin.accepted().get(0)));
    }
    expected.set(party, me.get().fingerprint());
    return expected;
  }

  /**
   * Connects to the dealer, and returns when the dealer has all parties.
   *
   * @param stores the number of stores that the dealer fills
   * @return a client for each store
   */
  List<DealerClient> callDealer(int stores) throws MpcException {
    return callDealer(stores, times.dealing());
  }

  private List<DealerClient> callDealer(int stores, NetOptions options) throws MpcException {
    Endpoint at = roster.dealerAddress().orElseThrow();
    NetOptions secured = options;
    if (me.isPresent()) {
      secured = options.withTls(new Tls(me.get(), List.of(roster.dealerPin())));
    }
    LOG.info("calling the dealer at {}", at);
    List<DealerClient> clients =
        DealerClient.introduce(NettyClient.connect("the dealer", at, secured), party, stores);
    LOG.info("the dealer at {} has all parties", at);
    return clients;
  }

  /** Connects to the other parties. */
  Network meet() throws MpcException {
    Network network = connect();
    for (int peer = 0; peer < network.parties(); peer++) {
      if (peer != party) {
        LOG.info("connected to {}", network.channel(peer).peer());
      }
    }
    return network;
  }

  /** Returns options for the connections between the parties, with their certificates. */
  private NetOptions secured(NetOptions options) throws Refused {
    return me.isPresent() ? options.withTls(new Tls(me.get(), peerPins())) : options;
  }

  /**
   * Tells the other parties that this party cannot begin, for a few seconds at most, so that they
   * do not wait. Does nothing if this party has begun to connect to its peers.
   *
   * @param dealt whether parties wait at the dealer first
   */
  public void withdraw(boolean dealt) {
    if (begun) {
      return;
    }
    begun = true;
    Thread dealer = new Thread(this::freeFromDealer, "withdrawal at the dealer");
    dealer.setDaemon(true);
    try {
      check();
      if (dealt && roster.dealer().isPresent()) {
        dealer.start();
      }
      List<Endpoint> all = new ArrayList<>(roster.meetings());
      all.add(all.get(0)); // the last party does not listen
      listen.ifPresent(at -> all.set(party, at));
      Set<Integer> told = NettyNetwork.withdraw(party, all, secured(times.peers()));
      LOG.info("told {} of the other parties that this one cannot begin", told.size());
    } catch (MpcException e) {
      LOG.info("nobody was told that this party cannot begin: {}", e.getMessage());
    } finally {
      dealer.interrupt();
    }
  }

  /** Meets the others at the dealer, so that they go on and hear that this party cannot begin. */
  private void freeFromDealer() {
    Duration limit = NettyNetwork.WITHDRAWAL;
    try {
      NetOptions options = NetOptions.service().withTimeout(limit).withConnectDeadline(limit);
      callDealer(1, options).forEach(DealerClient::close);
    } catch (MpcException e) {
      LOG.debug("the dealer was not told: {}", e.getMessage());
    }
  }

  private Network connect() throws MpcException {
    NetOptions options = secured(times.peers());
    List<Endpoint> meetings = roster.meetings();
    int parties = meetings.size() + 1;
    List<Endpoint> before = meetings.subList(0, party);
    if (!before.isEmpty()) {
      LOG.info("calling those at {}", before);
    }
    if (party + 1 < parties) {
      Endpoint at = listen.orElse(meetings.get(party));
      LOG.info("waiting at {} for those up to party {}", at, parties);
      NettyNetwork.Listening listening = NettyNetwork.listen(party, parties, at, options);
      begun = true;
      return listening.connect(before);
    }
    begun = true;
    List<Endpoint> all = new ArrayList<>(meetings);
    all.add(meetings.get(0)); // The last party does not listen, so its own address is not used.
    return NettyNetwork.connect(party, all, options);
  }
}
