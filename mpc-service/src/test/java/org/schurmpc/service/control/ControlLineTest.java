package org.schurmpc.service.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.net.Channel;
import org.schurmpc.core.net.Endpoint;
import org.schurmpc.core.net.NetOptions;
import org.schurmpc.core.net.NettyNetwork;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.net.TestIdentities;
import org.schurmpc.core.net.Tls;
import org.schurmpc.core.session.SessionTerms;

/** Control lines over TCP with TLS, all parties in this JVM. */
class ControlLineTest {
  private static final ControlLine.Timing TIMING =
      new ControlLine.Timing(Duration.ofMillis(50), Duration.ofSeconds(20));
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<ControlLine> open = new ArrayList<>();

  @AfterEach
  void close() {
    open.forEach(ControlLine::close);
    threads.shutdownNow();
  }

  /** What comes in at a party. */
  private static final class Inbox implements ControlLine.Receiver {
    final BlockingQueue<Object> all = new LinkedBlockingQueue<>();

    @Override
    public void received(int from, Message message) {
      all.add(from + " " + message);
    }

    @Override
    public void lost(String why) {
      all.add("lost: " + why);
    }

    String next() throws InterruptedException {
      return String.valueOf(all.poll(LIMIT.toMillis(), TimeUnit.MILLISECONDS));
    }
  }

  static List<Endpoint> endpoints(int parties) throws Exception {
    List<ServerSocket> sockets = new ArrayList<>();
    List<Endpoint> all = new ArrayList<>();
    for (int i = 0; i < parties; i++) {
      sockets.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
      all.add(Endpoint.parse("127.0.0.1:" + sockets.get(i).getLocalPort()));
    }
    for (ServerSocket each : sockets) {
      each.close();
    }
    return all;
  }

  private static SessionTerms terms(String version) {
    return new SessionTerms(new TreeMap<>(Map.of("wire", version)));
  }

  private static NetOptions options(Tls tls) {
    return NetOptions.service().withTls(tls).withConnectDeadline(LIMIT).withTimeout(LIMIT);
  }

  private List<Future<Network>> trunks(List<Endpoint> all, List<Tls> tls) {
    List<Future<Network>> trunks = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      int party = i;
      trunks.add(threads.submit(() -> NettyNetwork.connect(party, all, options(tls.get(party)))));
    }
    return trunks;
  }

  private List<ControlLine> lines(
      List<Inbox> inboxes, ControlLine.Timing timing, String... versions) throws Exception {
    int parties = inboxes.size();
    List<Future<Network>> trunks = trunks(endpoints(parties), TestIdentities.parties(parties));
    List<Future<ControlLine>> opening = new ArrayList<>();
    for (int i = 0; i < parties; i++) {
      int party = i;
      opening.add(
          threads.submit(
              () ->
                  ControlLine.open(
                      trunks.get(party).get(),
                      terms(versions[party % versions.length]),
                      ("party " + party).getBytes(StandardCharsets.UTF_8),
                      inboxes.get(party),
                      timing,
                      System::nanoTime)));
    }
    List<ControlLine> lines = new ArrayList<>();
    for (Future<ControlLine> each : opening) {
      lines.add(each.get());
      open.add(each.get());
    }
    return lines;
  }

  private static List<Inbox> inboxes(int parties) {
    List<Inbox> inboxes = new ArrayList<>();
    for (int i = 0; i < parties; i++) {
      inboxes.add(new Inbox());
    }
    return inboxes;
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void messagesArriveInOrderAndBeatsKeepTheLine(int parties) throws Exception {
    List<Inbox> inboxes = inboxes(parties);
    List<ControlLine> lines = lines(inboxes, TIMING, "1");
    lines.forEach(ControlLine::begin);
    for (ControlLine each : lines) {
      assertEquals(lines.get(0).name(), each.name());
      assertEquals("party 1", new String(each.descriptions().get(1), StandardCharsets.UTF_8));
      assertEquals(parties, each.certificates().size());
    }
    for (int number = 0; number < 100; number++) {
      for (int other = 1; other < parties; other++) {
        lines.get(0).send(other, new Message.Go(number));
        lines.get(other).send(0, new Message.Forced(number));
      }
    }
    for (int other = 1; other < parties; other++) {
      for (int number = 0; number < 100; number++) {
        assertEquals("0 " + new Message.Go(number), inboxes.get(other).next());
      }
    }
    List<String> first = new ArrayList<>();
    for (int i = 0; i < 100 * (parties - 1); i++) {
      first.add(inboxes.get(0).next());
    }
    for (int other = 1; other < parties; other++) {
      String prefix = other + " ";
      List<String> of = first.stream().filter(each -> each.startsWith(prefix)).toList();
      assertEquals(100, of.size());
      assertEquals(prefix + new Message.Forced(99), of.get(99));
    }
  }

  /** Work sessions outlast the line, and each number is used once. */
  @Test
  void workSessionsAreForksOfTheTrunk() throws Exception {
    List<Inbox> inboxes = inboxes(2);
    List<ControlLine> lines = lines(inboxes, TIMING, "1");
    lines.forEach(ControlLine::begin);
    Future<Network> other = threads.submit(() -> lines.get(1).meet(7, 0));
    try (Network one = lines.get(0).meet(7, 0);
        Network two = other.get()) {
      assertThrows(ConnectionLost.class, () -> lines.get(0).meet(7, 0));
      lines.get(0).close();
      assertEquals("lost: this party closed the line", inboxes.get(0).next());
      assertTrue(inboxes.get(1).next().startsWith("lost: "));
      one.channel(1).send(new byte[] {5}, 0, 1);
      assertEquals(5, two.channel(0).receive(1)[0]);
    }
  }

  @Test
  void silenceEndsTheLine() throws Exception {
    List<Inbox> inboxes = inboxes(2);
    ControlLine.Timing timing =
        new ControlLine.Timing(Duration.ofMillis(50), Duration.ofMillis(400));
    List<ControlLine> lines = lines(inboxes, timing, "1");
    lines.get(0).begin(); // the other end never does
    assertEquals("lost: party 2 was silent for 0 s", inboxes.get(0).next());
  }

  @Test
  void partiesOfOtherVersionsDisagree() {
    Exception e = assertThrows(Exception.class, () -> lines(inboxes(2), TIMING, "1", "2"));
    assertTrue(e.getCause() instanceof Disagreement, e.toString());
  }

  /** A party that speaks the wire but not the messages. */
  private void wrong(Callable<byte[]> frame, String reason, int party) throws Exception {
    List<Inbox> inboxes = inboxes(2);
    List<ControlLine> lines = lines(inboxes, TIMING, "1");
    ControlLine honest = lines.get(party);
    Channel channel = lines.get(1 - party).sender();
    honest.begin();
    byte[] bytes = frame.call();
    try {
      channel.send(bytes, 0, bytes.length);
    } catch (ConnectionLost e) {
      assertTrue(bytes.length > Message.MAX_FRAME, "ended at the header of a frame: " + e);
    }
    String why = inboxes.get(party).next();
    assertTrue(why.startsWith("lost: ") && why.contains(reason), why);
    assertTrue(honest.isOver());
  }

  @Test
  void wrongFramesEndTheLine() throws Exception {
    wrong(() -> text("{"), "no JSON", 0);
    wrong(() -> text("[]"), "no JSON object", 0);
    wrong(() -> new Message.Forced(1).frame(1), "out of order", 0);
    wrong(() -> text("{\"n\":0,\"type\":\"vote\"}"), "no known type", 0);
    wrong(() -> text("{\"n\":0,\"type\":\"beat\",\"x\":1}"), "does not belong", 0);
    wrong(() -> text("{\"n\":0,\"n\":0,\"type\":\"beat\"}"), "no JSON", 0);
    wrong(() -> text("{\"n\":0,\"type\":\"beat\"} {}"), "no JSON", 0);
    wrong(() -> text("{\"n\":0,\"type\":\"go\",\"number\":-1}"), "no number", 1);
    wrong(() -> text("{\"n\":0,\"type\":\"forced\",\"number\":\"1\"}"), "no number", 0);
    wrong(() -> text("{\"n\":0,\"type\":\"seen\"}"), "without", 0);
    wrong(() -> new Message.Go(1).frame(0), "another direction", 0);
    wrong(() -> new Message.Forced(1).frame(0), "another direction", 1);
    wrong(() -> new byte[Message.MAX_FRAME + 1], "65", 0);
    for (int party = 0; party < 2; party++) {
      String audit = "{\"n\":0,\"type\":\"audit\",\"lines\":1,\"head\":\"%s\",\"certificate\":%d}";
      wrong(() -> text(audit.formatted("ab", 1)), "hash", party);
      wrong(() -> text(audit.formatted("ab".repeat(32), Long.MAX_VALUE)), "without an end", party);
    }
  }

  private static byte[] text(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Strangers with other certificates, none, or no TLS at all do not keep the parties apart. */
  @Test
  void strangersDisturbNobody() throws Exception {
    List<Endpoint> all = endpoints(2);
    List<Tls> tls = TestIdentities.parties(2);
    Future<Network> first = threads.submit(() -> NettyNetwork.connect(0, all, options(tls.get(0))));
    NetOptions hasty =
        options(TestIdentities.parties(2).get(1)).withConnectDeadline(Duration.ofSeconds(2));
    for (int i = 0; i < 3; i++) {
      try (Socket socket = connected(all.get(0))) {
        socket
            .getOutputStream()
            .write("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      }
    }
    assertThrows(Exception.class, () -> NettyNetwork.connect(1, all, hasty).close());
    try (Socket silent = connected(all.get(0));
        Network second = NettyNetwork.connect(1, all, options(tls.get(1)));
        Network one = first.get()) {
      assertTrue(silent.isConnected());
      one.channel(1).send(new byte[] {1}, 0, 1);
      assertEquals(1, second.channel(0).receive(1)[0]);
    }
  }

  private static Socket connected(Endpoint at) throws Exception {
    long until = System.nanoTime() + LIMIT.toNanos();
    while (true) {
      try {
        return new Socket(at.host(), at.port());
      } catch (java.io.IOException e) {
        if (System.nanoTime() > until) {
          throw e;
        }
        Thread.onSpinWait(); // until the party listens
      }
    }
  }
}
