package org.schurmpc.cli.doctor;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.schurmpc.cli.compute.Roster;
import org.schurmpc.cli.forecast.CotChoice;
import org.schurmpc.cli.forecast.RunTraffic;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.abort.ExitCode;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.net.Channel;
import org.schurmpc.core.net.Endpoint;
import org.schurmpc.core.net.Identity;
import org.schurmpc.core.net.NetOptions;
import org.schurmpc.core.net.NettyServer;
import org.schurmpc.core.net.Pin;

/**
 * Tests a party's connections to all others, who run the same tests at the same time.
 *
 * @param roster the parties
 * @param party this party's index
 * @param me this party's identity; empty for plaintext
 * @param listen the address to listen at; empty for the party's configured address
 * @param net the options of the connections, without TLS
 * @param version the version of this program
 * @param clock this side's clock
 * @param need the online traffic of an evaluation, if it is known
 * @param others that of the same evaluation under other protocols, by name
 * @param cots the choice of correlated OTs for the preprocessing, if there is one
 */
public record DoctorRun(
    Roster roster,
    int party,
    Optional<Identity> me,
    Optional<Endpoint> listen,
    NetOptions net,
    String version,
    InstantSource clock,
    Optional<RunTraffic> need,
    SortedMap<String, RunTraffic> others,
    Optional<CotChoice> cots) {

  /** Difference of clocks, in milliseconds, from which on a warning says so. */
  private static final long CLOCK_MILLIS = 60_000;

  /** Time for measuring the rates to all peers, in nanoseconds. */
  private static final long RATE_NANOS = 400_000_000;

  /** Time-outs that a peer may take for all tests together. */
  private static final int TIMEOUTS = 4;

  /** The part of an evaluation's time below which another protocol is worth naming. */
  private static final double CLEARLY = 0.8;

  private static final String NAMES = "names";
  private static final String PORT = "port";
  private static final String PEERS = "peers";

  /** Tests names, ports and all peers. */
  public void test(Findings findings) throws MpcException {
    List<Pin> pins = me.isPresent() ? roster.partyPins() : List.of();
    PeerMeeting meeting = new PeerMeeting(party, roster.meetings(), me, pins, net);
    names(meeting, findings);
    NettyServer server = null;
    if (meeting.listens()) {
      Endpoint place = listen.orElse(meeting.at().get(party));
      try {
        server = meeting.listen(place);
        findings.ok(PORT, "this party can listen at " + place);
      } catch (MpcException e) {
        findings.problem(PORT, e, "end what listens there, or give an address of this machine");
      }
    }
    try {
      for (int peer = 0; peer < party; peer++) {
        call(meeting, peer, findings);
      }
      if (server != null) {
        accept(meeting, server, findings);
      }
    } finally {
      if (server != null) {
        server.close();
      }
    }
  }

  /** Tests that the names resolve of all whom this party calls. */
  private void names(PeerMeeting meeting, Findings findings) throws MpcException {
    List<String> hosts =
        IntStream.range(0, party)
            .mapToObj(peer -> meeting.at().get(peer).host())
            .collect(Collectors.toList());
    roster.dealerAddress().ifPresent(dealer -> hosts.add(dealer.host()));
    TreeSet<String> unknown = new TreeSet<>();
    for (String host : hosts) {
      try {
        InetAddress.getAllByName(host);
      } catch (UnknownHostException e) {
        unknown.add(host);
      }
    }
    if (!unknown.isEmpty()) {
      findings.problem(
          NAMES,
          ExitCode.CONNECTION_LOST,
          "%s cannot be resolved: correct the address in the configuration, or ask whoever runs the"
                  .formatted(String.join(", ", unknown))
              + " name service");
    } else if (!hosts.isEmpty()) {
      findings.ok(NAMES, String.join(", ", new TreeSet<>(hosts)) + " resolved");
    }
  }

  private void call(PeerMeeting meeting, int peer, Findings findings) {
    String topic = topic(peer);
    try (Channel channel = meeting.call(peer)) {
      limit().run(channel, () -> examine(channel, peer, true, findings));
    } catch (Disagreement e) {
      findings.problem(topic, e.exitCode(), Advice.difference(e));
    } catch (MpcException e) {
      findings.problem(topic, e, Advice.called(e, clock));
    }
  }

  /** Tests the parties after this one, in the order in which they call. */
  private void accept(PeerMeeting meeting, NettyServer server, Findings findings) {
    TreeSet<Integer> missing =
        IntStream.range(party + 1, meeting.parties())
            .boxed()
            .collect(Collectors.toCollection(TreeSet::new));
    long deadline = System.nanoTime() + net.connectDeadline().toNanos();
    while (!missing.isEmpty()) {
      try (Channel channel = PeerMeeting.accept(server, deadline - System.nanoTime())) {
        missing.remove(limit().run(channel, () -> examine(channel, meeting, findings)));
      } catch (MpcException e) {
        if (deadline - System.nanoTime() > 0) {
          rejected(e, findings);
          continue;
        }
        missing.forEach(peer -> Advice.absent(topic(peer), e, findings));
        return;
      }
    }
  }

  /** Reports a caller that failed; in plaintext it may be anybody, and no party. */
  private void rejected(MpcException failure, Findings findings) {
    if (me.isPresent() || failure instanceof Disagreement) {
      findings.problem(PEERS, failure, "");
    } else {
      findings.warning(PEERS, failure.getMessage().replaceAll("\\.$", ""));
    }
  }

  private TimeLimit limit() {
    return new TimeLimit(net.timeout().multipliedBy(TIMEOUTS));
  }

  private int examine(Channel channel, PeerMeeting meeting, Findings findings) throws MpcException {
    List<Integer> holders = meeting.holders(channel);
    return examine(channel, holders.isEmpty() ? -1 : holders.get(0), false, findings);
  }

  /**
   * Tests a peer.
   *
   * @param known the peer's index; -1 if the peer has to say so
   * @return the peer's index
   */
  private int examine(Channel channel, int known, boolean leads, Findings findings)
      throws MpcException {
    int parties = roster.parties().size();
    long until =
        me.map(own -> own.certificate().getNotAfter().toInstant().toEpochMilli()).orElse(0L);
    Greeting theirs =
        new Greeting(Greeting.DOCTOR, party + 1, parties, version, until).exchange(channel);
    int peer = known < 0 ? theirs.party() - 1 : known;
    if (known < 0 && (peer <= party || peer >= parties)) {
      throw new ConnectionLost(
          "%s says that it is party %d, which does not call this party"
              .formatted(channel.peer(), theirs.party()));
    }
    String topic = topic(peer);
    if (theirs.party() != peer + 1 || theirs.parties() != parties) {
      throw new Disagreement(
          "%s runs as party %d of %d, and this is party %d of %d with it as party %d"
              .formatted(
                  channel.peer(), theirs.party(), theirs.parties(), party + 1, parties, peer + 1));
    }
    connected(channel, topic, theirs, findings);
    version(topic, theirs, findings);
    long enough = RATE_NANOS / (parties - 1);
    LineFigures line = new LineProbe(channel, leads, clock, enough).measure();
    clock(topic, line, findings);
    line(topic, line, findings);
    return peer;
  }

  private static String topic(int peer) {
    return "party " + (peer + 1);
  }

  private void connected(Channel channel, String topic, Greeting theirs, Findings findings) {
    if (channel.certificates().isEmpty()) {
      findings.ok(topic, "connected in plaintext: nobody proves who it is");
      return;
    }
    Instant end = Instant.ofEpochMilli(theirs.validUntil());
    String text =
        "connected over TLS with the pinned certificate, by its owner's word valid until %s"
            .formatted(end);
    if (OwnSide.endsSoon(end, clock)) {
      findings.warning(topic, text + " only: ask the peer for a new one");
    } else {
      findings.ok(topic, text);
    }
  }

  private void version(String topic, Greeting theirs, Findings findings) {
    if (theirs.version().equals(version)) {
      findings.ok(topic, "version %s at both sides".formatted(version));
    } else {
      findings.problem(
          topic,
          ExitCode.DISAGREEMENT,
          "version %s there, %s here: take one version at all parties"
              .formatted(printable(theirs.version()), version));
    }
  }

  /** Replaces what could steer a terminal: the peer wrote the text. */
  private static String printable(String text) {
    return text.replaceAll("[^\\x20-\\x7e]", "?");
  }

  private static void clock(String topic, LineFigures line, Findings findings) {
    long off = line.clockMillis();
    String text =
        off == 0
            ? "the clocks agree"
            : "this clock is %s %s its clock"
                .formatted(show(Math.abs(off)), off > 0 ? "ahead of" : "behind");
    if (Math.abs(off) >= CLOCK_MILLIS) {
      findings.warning(
          topic, text + ": set both by a time service; certificates are valid by the clock");
    } else {
      findings.ok(topic, text);
    }
  }

  private static String show(long millis) {
    return millis < 10_000 ? millis + " ms" : Duration.ofMillis(millis).toSeconds() + " s";
  }

  private void line(String topic, LineFigures line, Findings findings) {
    String takes =
        need.map(
                traffic ->
                    String.format(
                        Locale.ROOT,
                        "; the %,d rounds and %,d bytes of one evaluation online take %.3g s on it",
                        traffic.rounds(),
                        traffic.mostSent(),
                        seconds(line, traffic)))
            .orElse("");
    if (line.isSlow()) {
      findings.warning(
          topic,
          "slow line: %s%s; 'circuit --cost %s' forecasts the whole"
              .formatted(line, takes, line.asLink()));
    } else {
      findings.ok(topic, line + takes);
    }
    need.flatMap(traffic -> fastest(line, seconds(line, traffic)))
        .ifPresent(sentence -> findings.ok(topic, sentence));
    cots.ifPresent(choice -> findings.ok(topic, choice.advice(line.bitsPerSecond(), line.delay())));
  }

  private static double seconds(LineFigures line, RunTraffic traffic) {
    return line.seconds(traffic.rounds(), traffic.mostSent());
  }

  /** Names the protocol that takes the least time on a line, if it is clearly below this one's. */
  private Optional<String> fastest(LineFigures line, double own) {
    return others.entrySet().stream()
        .min(Comparator.comparing(each -> seconds(line, each.getValue())))
        .filter(each -> seconds(line, each.getValue()) < CLEARLY * own)
        .map(
            each ->
                String.format(
                    Locale.ROOT,
                    "under %s, one evaluation online takes %,d rounds, and %.3g s on this line",
                    each.getKey(),
                    each.getValue().rounds(),
                    seconds(line, each.getValue())));
  }
}
