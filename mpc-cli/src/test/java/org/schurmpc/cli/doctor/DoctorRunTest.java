package org.schurmpc.cli.doctor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.schurmpc.cli.compute.Roster;
import org.schurmpc.cli.config.Participant;
import org.schurmpc.cli.forecast.CotChoice;
import org.schurmpc.cli.forecast.RunTraffic;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.abort.ExitCode;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.net.Channel;
import org.schurmpc.core.net.Endpoint;
import org.schurmpc.core.net.Link;
import org.schurmpc.core.net.NetOptions;
import org.schurmpc.core.net.NettyClient;
import org.schurmpc.core.net.NettyNetwork;

/** Runs the tests of a peer between threads, with versions, clocks and lines that differ. */
@Timeout(60)
class DoctorRunTest {
  private static final String VERSION = "1.2.3";
  private static final InstantSource CLOCK = InstantSource.system();

  private record End(ExitCode code, List<String> lines) {}

  private interface Side {
    DoctorRun of(Roster roster, int party);
  }

  private static Roster roster(int parties) throws Exception {
    List<ServerSocket> sockets = new ArrayList<>();
    List<Participant> all = new ArrayList<>();
    for (int party = 0; party < parties - 1; party++) {
      sockets.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
      Endpoint at = new Endpoint("127.0.0.1", sockets.get(party).getLocalPort());
      all.add(Participant.UNKNOWN.at(at));
    }
    for (ServerSocket socket : sockets) {
      socket.close();
    }
    all.add(Participant.UNKNOWN);
    return new Roster(all, Optional.empty());
  }

  private static NetOptions net() {
    return NetOptions.service().withConnectDeadline(Duration.ofSeconds(30));
  }

  private static DoctorRun run(
      Roster roster, int party, NetOptions net, String version, InstantSource clock) {
    return new DoctorRun(
        roster,
        party,
        Optional.empty(),
        Optional.empty(),
        net,
        version,
        clock,
        Optional.of(new RunTraffic(10, List.of(100_000L, 100_000L))),
        new TreeMap<>(
            Map.of(
                "many rounds", new RunTraffic(1000, List.of(10L, 10L)),
                "few rounds", new RunTraffic(1, List.of(10L, 10L)))),
        Optional.of(new CotChoice(1e6, 0.8, 0)));
  }

  private static List<End> together(int parties, Side side) throws Exception {
    Roster roster = roster(parties);
    ExecutorService threads = Executors.newFixedThreadPool(parties);
    try {
      List<Future<End>> all = new ArrayList<>();
      for (int party = 0; party < parties; party++) {
        DoctorRun run = side.of(roster, party);
        all.add(threads.submit(() -> end(run)));
      }
      List<End> ends = new ArrayList<>();
      for (Future<End> each : all) {
        ends.add(each.get());
      }
      return ends;
    } finally {
      threads.shutdownNow();
    }
  }

  private static void assertSaid(String level, String sentence, End end) {
    assertTrue(
        end.lines.stream().anyMatch(line -> line.startsWith(level) && line.contains(sentence)),
        end.toString());
  }

  @Test
  void threePartiesTestEachOther() throws Exception {
    List<End> ends = together(3, (roster, party) -> run(roster, party, net(), VERSION, CLOCK));
    for (int party = 0; party < 3; party++) {
      assertEquals(ExitCode.OK, ends.get(party).code, ends.toString());
      for (int peer = 0; peer < 3; peer++) {
        if (peer != party) {
          assertSaid("ok       party " + (peer + 1), "version 1.2.3 at both", ends.get(party));
          assertSaid("ok       party " + (peer + 1), "Mbit/s from it", ends.get(party));
          assertSaid("ok       party " + (peer + 1), "take cot = softspoken: ", ends.get(party));
        }
      }
    }
  }

  @Test
  void anotherVersion() throws Exception {
    List<End> ends =
        together(
            2,
            (roster, party) ->
                run(roster, party, net(), party == 0 ? VERSION : "1.2.4\u001b[0m", CLOCK));
    assertEquals(ExitCode.DISAGREEMENT, ends.get(0).code, ends.toString());
    assertEquals(ExitCode.DISAGREEMENT, ends.get(1).code, ends.toString());
    assertSaid("problem", "version 1.2.4?[0m there, 1.2.3 here: take one", ends.get(0));
    assertSaid("problem", "version 1.2.3 there", ends.get(1));
  }

  @Test
  void anotherClock() throws Exception {
    InstantSource early = () -> Instant.now().minusSeconds(300);
    List<End> ends =
        together(
            2, (roster, party) -> run(roster, party, net(), VERSION, party == 0 ? CLOCK : early));
    ends.forEach(end -> assertEquals(ExitCode.OK, end.code, end.toString()));
    assertSaid("warning", "ahead of its clock: set both by a time service", ends.get(0));
    assertSaid("warning", "s behind its clock: set both by a time service", ends.get(1));
    String line =
        ends.get(0).lines.stream().filter(each -> each.contains("ahead of")).findFirst().get();
    assertTrue(line.contains(" 300 s ") || line.contains(" 299 s "), line);
  }

  @Test
  void aSlowLine() throws Exception {
    NetOptions slow = net().withLink(new Link(4_000_000, Duration.ofMillis(5)));
    List<End> ends = together(2, (roster, party) -> run(roster, party, slow, VERSION, CLOCK));
    for (End end : ends) {
      assertEquals(ExitCode.OK, end.code, end.toString());
      assertSaid("warning", "slow line: round trip 1", end);
      String silent = "take cot = silent: silent is faster than softspoken below about 10 Mbit/s";
      assertSaid("ok       party", "for preprocessing on this line " + silent, end);
      assertSaid("warning", "; the 10 rounds and 100,000 bytes of one evaluation online", end);
      assertSaid("ok", "under few rounds, one evaluation online takes 1 rounds, and ", end);
      assertEquals("All is sound, with a warning.", end.lines.get(end.lines.size() - 1));
    }
  }

  /** In plaintext anybody may call, and say anything: the true peer is tested all the same. */
  @Test
  void aStrangerThatIsNoParty() throws Exception {
    Roster roster = roster(2);
    DoctorRun second = run(roster, 1, net(), VERSION, CLOCK);
    List<End> ends = new ArrayList<>();
    DoctorRun first = run(roster, 0, net(), VERSION, CLOCK);
    ExecutorService thread = Executors.newSingleThreadExecutor();
    try {
      Future<End> end = thread.submit(() -> end(first));
      for (int party : new int[] {1, 3, -7}) {
        try (Channel stranger = NettyClient.connect("party 1", roster.meetings().get(0), net())) {
          new Greeting(Greeting.DOCTOR, party, 2, VERSION, 0).exchange(stranger);
          assertThrows(ConnectionLost.class, () -> stranger.receive(1));
        }
      }
      ends.add(end(second));
      ends.add(end.get());
    } finally {
      thread.shutdownNow();
    }
    ends.forEach(end -> assertEquals(ExitCode.OK, end.code, end.toString()));
    for (int party : new int[] {1, 3, -7}) {
      assertSaid("warning", "says that it is party %d, which".formatted(party), ends.get(1));
    }
  }

  /** Both sides say that they run different commands, and end with the same code. */
  @Test
  void aPartyThatEvaluates() throws Exception {
    Roster roster = roster(2);
    List<Endpoint> all = List.of(roster.meetings().get(0), new Endpoint("127.0.0.1", 0));
    NetOptions shortly = net().withConnectDeadline(Duration.ofSeconds(1));
    DoctorRun first = run(roster, 0, shortly, VERSION, CLOCK);
    ExecutorService thread = Executors.newSingleThreadExecutor();
    try {
      Future<End> end = thread.submit(() -> end(first));
      Disagreement refusal =
          assertThrows(Disagreement.class, () -> NettyNetwork.connect(1, all, net()).close());
      assertTrue(
          refusal.getMessage().endsWith("runs another program, a service: it is no party."),
          refusal.getMessage());
      assertEquals(ExitCode.DISAGREEMENT, end.get().code, end.get().toString());
      assertSaid("problem", "a party called, but by another command than doctor", end.get());
    } finally {
      thread.shutdownNow();
    }
  }

  /** A relay changes the wire version in the caller's first frame; each side is then sound. */
  @Test
  void aPeerOfAnotherWireVersion() throws Exception {
    Roster called = roster(2);
    NetOptions brief = net().withConnectDeadline(Duration.ofSeconds(2));
    CountDownLatch listening = new CountDownLatch(1);
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try (ServerSocket relay = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Future<End> first =
          threads.submit(() -> end(run(called, 0, brief, VERSION, CLOCK), listening::countDown));
      Future<?> relayed =
          threads.submit(
              () -> {
                listening.await();
                relay(relay, called.meetings().get(0));
                return null;
              });
      Endpoint at = new Endpoint("127.0.0.1", relay.getLocalPort());
      Roster caller =
          new Roster(List.of(Participant.UNKNOWN.at(at), Participant.UNKNOWN), Optional.empty());
      End second = end(run(caller, 1, net(), VERSION, CLOCK));
      relayed.get();
      assertEquals(ExitCode.DISAGREEMENT, second.code, second.toString());
      assertSaid("problem  party 1", " does not speak wire version 1 as we do", second);
      assertEquals(ExitCode.CONNECTION_LOST, first.get().code, first.get().toString());
      assertSaid("problem  party 2", "of another wire version", first.get());
    } finally {
      threads.shutdownNow();
    }
  }

  private static void relay(ServerSocket relay, Endpoint to) throws IOException {
    try (Socket caller = relay.accept();
        Socket callee = new Socket(to.host(), to.port())) {
      DataInputStream in = new DataInputStream(caller.getInputStream());
      byte[] prelude = new byte[in.readInt()];
      in.readFully(prelude);
      prelude["SCHUR".length()]++;
      DataOutputStream out = new DataOutputStream(callee.getOutputStream());
      out.writeInt(prelude.length);
      out.write(prelude);
      callee.getInputStream().transferTo(caller.getOutputStream());
    }
  }

  private static End end(DoctorRun run) throws MpcException {
    return end(run, () -> {});
  }

  private static End end(DoctorRun run, Runnable listening) throws MpcException {
    List<String> lines = Collections.synchronizedList(new ArrayList<>());
    Findings findings =
        new Findings(
            line -> {
              lines.add(line);
              if (line.contains("can listen")) {
                listening.run();
              }
            });
    run.test(findings);
    return new End(findings.end(), lines);
  }

  @Test
  void figuresOfALine() {
    LineFigures line = new LineFigures(20_000_000, 0, 8e6, 16e6);
    assertTrue(line.isSlow());
    assertEquals(10 * 0.01 + 1, line.seconds(10, 1_000_000), 1e-9);
    assertEquals("8000kbit,10000us", line.asLink());
    assertEquals(false, new LineFigures(20_000_000, 0, 80e6, 16e6).isSlow());
    assertEquals(true, new LineFigures(50_000_000, 0, 80e6, 16e6).isSlow());
  }
}
