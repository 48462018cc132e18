package org.schurmpc.core.net;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.abort.MpcException;

/** Whom TLS lets in, and what both sides say when it does not. */
@Timeout(60)
@Execution(ExecutionMode.CONCURRENT)
@SuppressWarnings("try") // tests close early on purpose
class TlsTest {

  private static final String HOST = "127.0.0.1";
  private static final Duration PATIENCE = Duration.ofMillis(900);
  private static final NetOptions OPTIONS =
      NetOptions.party().withSpin(Duration.ZERO).withConnectDeadline(PATIENCE);

  private static final TestIdentities.Identity FIRST = TestIdentities.valid("party 1");
  private static final TestIdentities.Identity SECOND = TestIdentities.valid("party 2");
  private static final TestIdentities.Identity STRANGER = TestIdentities.valid("a stranger");

  private static NetOptions with(
      Networks kind, TestIdentities.Identity own, TestIdentities.Identity... pins) {
    assumeTrue(kind.available(), "epoll is not available on this machine");
    return with(
        kind,
        own,
        Arrays.stream(pins).map(TestIdentities.Identity::fingerprint).map(Pin::of).toList());
  }

  private static NetOptions with(Networks kind, TestIdentities.Identity own, List<Pin> pins) {
    assumeTrue(kind.available(), "epoll is not available on this machine");
    return kind.options(OPTIONS).withTls(new Tls(own.show(), pins));
  }

  private static byte[] prelude() {
    byte[] payload = new Prelude(2, 1, 0, 0, ByteBuffer.allocate(0)).encode();
    return ByteBuffer.allocate(4 + payload.length).putInt(payload.length).put(payload).array();
  }

  /** What two parties end with: a network, or why there is none. */
  private static List<Object> outcomes(NetOptions first, NetOptions second) throws Exception {
    try (NettyNetwork.Listening listening =
        NettyNetwork.listen(0, 2, new Endpoint(HOST, 0), first)) {
      Endpoint at = new Endpoint(HOST, listening.port());
      Callable<Object> listen = () -> outcome(() -> listening.connect(List.of()));
      Callable<Object> call =
          () -> outcome(() -> NettyNetwork.connect(1, List.of(at, new Endpoint(HOST, 0)), second));
      List<Object> both = new ArrayList<>(Networks.together(List.of(listen, call)));
      both.add(at);
      for (Object each : both) {
        if (each instanceof Network network) {
          network.close();
        }
      }
      return both;
    }
  }

  private static Object outcome(Callable<?> call) throws Exception {
    try {
      return call.call();
    } catch (MpcException e) {
      return e;
    }
  }

  private static void assertEnded(
      Class<? extends MpcException> type, String message, Object outcome) {
    MpcException e = assertInstanceOf(type, outcome);
    assertEquals(message, e.getMessage());
  }

  private static void assertSays(String part, Object outcome) {
    MpcException e = assertInstanceOf(ConnectionLost.class, outcome);
    assertTrue(e.getMessage().contains(part), e.getMessage());
  }

  /** The first party waits for its peer in vain, and counts whom it turned away. */
  private static void assertTurnedAway(String whom, List<Object> outcomes) {
    Endpoint at = (Endpoint) outcomes.get(2);
    String start = "party 2 did not connect to port " + at.port() + " within 900 ms; meanwhile ";
    assertEnded(ConnectionLost.class, start + whom + ".", outcomes.get(0));
  }

  @ParameterizedTest
  @EnumSource(names = {"EPOLL_TLS", "NIO_TLS"})
  void bothSeeTheCertificatesAlsoOnForks(Networks kind) throws Exception {
    assumeTrue(kind.available(), "epoll is not available on this machine");
    Network[] networks = kind.create(3, OPTIONS);
    byte[] sid = {5};
    List<Network> forks =
        Networks.together(
            Arrays.stream(networks).<Callable<Network>>map(n -> () -> n.fork(sid, 1)).toList());
    for (List<Network> all : List.of(Arrays.asList(networks), forks)) {
      for (int a = 0; a < 3; a++) {
        for (int b = 0; b < 3; b++) {
          if (a != b) {
            Certificates here = all.get(a).channel(b).certificates().orElseThrow();
            Certificates there = all.get(b).channel(a).certificates().orElseThrow();
            assertEquals(new Certificates(there.theirs(), there.mine()), here);
          }
        }
      }
      ChannelContractTest.closeAll(all.toArray(new Network[0]));
    }
    Network[] plain = Networks.NIO.create(2, OPTIONS);
    assertEquals(Optional.empty(), plain[0].channel(1).certificates());
    ChannelContractTest.closeAll(plain);
  }

  @ParameterizedTest
  @CsvSource({"RSA, SHA256withRSA", "Ed25519, Ed25519", "EC, SHA256withECDSA"})
  void allKindsOfKeysServe(String algorithm, String signature) throws Exception {
    TestIdentities.Identity one = TestIdentities.withKey("party 1", algorithm, signature);
    TestIdentities.Identity two = TestIdentities.withKey("party 2", algorithm, signature);
    List<Object> both =
        outcomes(with(Networks.NIO, one, one, two), with(Networks.NIO, two, one, two));
    assertInstanceOf(Network.class, both.get(0));
    assertInstanceOf(Network.class, both.get(1));
  }

  @ParameterizedTest
  @EnumSource(names = {"EPOLL", "NIO"})
  void anUnpinnedListenerIsNamedAtOnce(Networks kind) throws Exception {
    long start = System.nanoTime();
    List<Object> both =
        outcomes(with(kind, STRANGER, STRANGER, SECOND), with(kind, SECOND, FIRST, SECOND));
    assertEnded(
        ConnectionLost.class,
        "party 1 at %s shows a certificate with fingerprint %s, not the pinned %s."
            .formatted(both.get(2), STRANGER.fingerprint(), FIRST.fingerprint()),
        both.get(1));
    assertTurnedAway(
        "1 caller was turned away: 1 that refused our certificate " + STRANGER.fingerprint(), both);
    assertTrue(System.nanoTime() - start < 10 * PATIENCE.toNanos());
  }

  @ParameterizedTest
  @EnumSource(names = {"EPOLL", "NIO"})
  void anUnpinnedCallerIsTurnedAwayAndKnowsIt(Networks kind) throws Exception {
    List<Object> both =
        outcomes(with(kind, FIRST, FIRST, SECOND), with(kind, STRANGER, FIRST, STRANGER));
    assertEnded(
        ConnectionLost.class,
        "party 1 at %s refused our certificate (%s)."
            .formatted(both.get(2), STRANGER.fingerprint()),
        both.get(1));
    assertTurnedAway(
        "1 caller was turned away: 1 with the certificate "
            + STRANGER.fingerprint()
            + " that is not pinned: pinned is "
            + SECOND.fingerprint(),
        both);
  }

  @ParameterizedTest
  @EnumSource(names = {"EPOLL", "NIO"})
  void certificatesOutOfTheirTimeAreRefused(Networks kind) throws Exception {
    for (TestIdentities.Identity late :
        List.of(TestIdentities.expired("party 1"), TestIdentities.notYetValid("party 1"))) {
      boolean expired = late.certificate().getNotAfter().toInstant().isBefore(Instant.now());
      String why =
          expired
              ? "that expired at " + late.certificate().getNotAfter().toInstant()
              : "that is not valid before " + late.certificate().getNotBefore().toInstant();
      List<Object> listener =
          outcomes(with(kind, late, late, SECOND), with(kind, SECOND, late, SECOND));
      assertEnded(
          ConnectionLost.class,
          "party 1 at %s shows the pinned certificate %s %s."
              .formatted(listener.get(2), late.fingerprint(), why),
          listener.get(1));
      List<Object> caller = outcomes(with(kind, FIRST, FIRST, late), with(kind, late, FIRST, late));
      assertEnded(
          ConnectionLost.class,
          "party 1 at %s refused our certificate (%s, one %s)."
              .formatted(caller.get(2), late.fingerprint(), why),
          caller.get(1));
      assertTurnedAway(
          "1 caller was turned away: 1 with the certificate " + late.fingerprint() + " " + why,
          caller);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"EPOLL", "NIO"})
  void plaintextAndTlsTellEachOtherApart(Networks kind) throws Exception {
    assumeTrue(kind.available(), "epoll is not available on this machine");
    NetOptions plain = kind.options(OPTIONS);
    List<Object> both = outcomes(with(kind, FIRST, FIRST, SECOND), plain);
    assertEnded(
        Disagreement.class,
        "party 1 at " + both.get(2) + " wants TLS, and this side was told to talk in plaintext.",
        both.get(1));
    assertTurnedAway("1 caller was turned away: 1 without TLS", both);
    both = outcomes(plain, with(kind, SECOND, FIRST, SECOND));
    assertEnded(
        Disagreement.class,
        "party 1 at " + both.get(2) + " talks in plaintext, and this side was told to use TLS.",
        both.get(1));
    assertTurnedAway("1 caller was turned away: 1 with TLS", both);
  }

  @ParameterizedTest
  @EnumSource(names = {"EPOLL", "NIO"})
  void strangersDoNotEndTheListener(Networks kind) throws Exception {
    try (NettyNetwork.Listening listening =
        NettyNetwork.listen(0, 2, new Endpoint(HOST, 0), with(kind, FIRST, FIRST, SECOND))) {
      int port = listening.port();
      List<Socket> strangers = new ArrayList<>();
      byte[] tls = {0x16, 3, 3, 0, 4, 1, 2, 3, 4};
      for (byte[] bytes :
          List.of(
              "GET / HTTP/1.0\r\n\r\n".getBytes(StandardCharsets.US_ASCII),
              tls,
              new byte[] {0x16, 3},
              new byte[] {0x15, 3, 3, 0, 2, 2, 40},
              prelude())) {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(10_000);
        socket.getOutputStream().write(bytes);
        strangers.add(socket);
      }
      new Socket(InetAddress.getLoopbackAddress(), port).close();
      Endpoint at = new Endpoint(HOST, port);
      assertSays(
          "refused our certificate",
          Networks.together(
                  List.<Callable<Object>>of(
                      () -> outcome(() -> listening.connect(List.of())),
                      () -> {
                        Object foreign =
                            outcome(
                                () ->
                                    NettyNetwork.connect(
                                        1, List.of(at, at), with(kind, STRANGER, FIRST, STRANGER)));
                        try (Network good =
                            NettyNetwork.connect(
                                1, List.of(at, at), with(kind, SECOND, FIRST, SECOND))) {
                          good.channel(0).send(new byte[] {7}, 0, 1);
                        }
                        return foreign;
                      }))
              .get(1));
      for (Socket stranger : strangers) {
        stranger.close();
      }
    }
  }

  /** Three parties: the third has a pinned certificate, and still is not the second. */
  @ParameterizedTest
  @EnumSource(names = {"EPOLL", "NIO"})
  void aPartyCannotTakeThePlaceOfAnother(Networks kind) throws Exception {
    TestIdentities.Identity third = TestIdentities.valid("party 3");
    NetOptions first = with(kind, FIRST, FIRST, SECOND, third);
    // The third party's settings are those of one who says that it is the second.
    NetOptions posing = with(kind, third, FIRST, third, SECOND);
    try (NettyNetwork.Listening listening =
        NettyNetwork.listen(0, 3, new Endpoint(HOST, 0), first)) {
      Endpoint at = new Endpoint(HOST, listening.port());
      List<Endpoint> all = List.of(at, new Endpoint(HOST, 0), new Endpoint(HOST, 0));
      List<Object> both =
          Networks.together(
              List.of(
                  () -> outcome(() -> listening.connect(List.of())),
                  () -> outcome(() -> NettyNetwork.connect(1, all, posing))));
      assertEnded(
          ConnectionLost.class,
          "party 1 at %s refused our certificate (%s): it is not the one that is pinned for party 2."
              .formatted(at, third.fingerprint()),
          both.get(1));
      assertSays("1 as party 2 with the certificate of another one", both.get(0));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"EPOLL", "NIO"})
  void aStrangerGetsNoFork(Networks kind) throws Exception {
    NetOptions first = with(kind, FIRST, FIRST, SECOND);
    NetOptions second = with(kind, SECOND, FIRST, SECOND);
    try (NettyNetwork.Listening listening =
        NettyNetwork.listen(0, 2, new Endpoint(HOST, 0), first)) {
      Endpoint at = new Endpoint(HOST, listening.port());
      List<Network> networks =
          Networks.together(
              List.of(
                  () -> listening.connect(List.of()),
                  () -> NettyNetwork.connect(1, List.of(at, at), second)));
      byte[] sid = {1, 2};
      Prelude fork = new Prelude(2, 1, 0, 1, ByteBuffer.wrap(sid));
      NetOptions foreign = with(kind, STRANGER, FIRST, STRANGER);
      Callable<Object> steal =
          () -> {
            Loop loop = new Loop(foreign);
            long deadline = System.nanoTime() + PATIENCE.toNanos();
            Pin pin = Pin.of(FIRST.fingerprint());
            return outcome(
                () ->
                    new Dialer("party 1", at, pin, foreign, loop, fork, PATIENCE, deadline).dial());
          };
      List<Object> results =
          Networks.together(
              List.of(
                  () -> {
                    Network mine = networks.get(0).fork(sid, 1);
                    assertArrayEquals(new byte[] {9}, mine.channel(1).receive(1));
                    return mine;
                  },
                  () -> {
                    Object stolen = steal.call();
                    Network mine = networks.get(1).fork(sid, 1);
                    mine.channel(0).send(new byte[] {9}, 0, 1);
                    mine.close();
                    return stolen;
                  }));
      assertSays("refused our certificate", results.get(1));
      ((Network) results.get(0)).close();
      networks.forEach(Network::close);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"EPOLL", "NIO"})
  void servicesPinTheirClientsAndClientsTheService(Networks kind) throws Exception {
    TestIdentities.Identity service = TestIdentities.valid("the service");
    NetOptions serving = with(kind, service, FIRST, SECOND);
    try (NettyServer server = NettyServer.listen(HOST, 0, serving)) {
      Endpoint at = new Endpoint(HOST, server.port());
      for (TestIdentities.Identity client : List.of(FIRST, SECOND)) {
        Networks.together(
            List.<Callable<Void>>of(
                () -> {
                  try (Channel channel =
                      NettyClient.connect("the dealer", at, with(kind, client, service))) {
                    assertEquals(
                        service.fingerprint(), channel.certificates().orElseThrow().theirs());
                    channel.send(new byte[] {1}, 0, 1);
                    channel.receive(0);
                  }
                  return null;
                },
                () -> {
                  try (Channel channel = server.accept(Duration.ofSeconds(20))) {
                    assertEquals(
                        client.fingerprint(), channel.certificates().orElseThrow().theirs());
                    assertArrayEquals(new byte[] {1}, channel.receive(1));
                    channel.send(new byte[0], 0, 0);
                  }
                  return null;
                }));
      }
      List<Object> both =
          Networks.together(
              List.of(
                  () -> outcome(() -> server.accept(PATIENCE)),
                  () ->
                      outcome(
                          () ->
                              NettyClient.connect(
                                  "the dealer", at, with(kind, STRANGER, service)))));
      assertSays("1 with the certificate " + STRANGER.fingerprint(), both.get(0));
      assertSays("the dealer at " + at + " refused our certificate", both.get(1));
      assertThrows(
          IllegalArgumentException.class,
          () -> NettyClient.connect("x", at, with(kind, FIRST, service, SECOND)));
    }
  }

  @Test
  void pinsAreOneAPartyAllDifferentAndOursIsOurs() {
    Endpoint any = new Endpoint(HOST, 0);
    assertThrows(IllegalArgumentException.class, () -> with(Networks.NIO, FIRST));
    NetOptions three = with(Networks.NIO, FIRST, FIRST, SECOND, STRANGER);
    assertThrows(IllegalArgumentException.class, () -> NettyNetwork.listen(0, 2, any, three));
    NetOptions equal = with(Networks.NIO, FIRST, FIRST, FIRST);
    assertThrows(Disagreement.class, () -> NettyNetwork.listen(0, 2, any, equal));
    NetOptions swapped = with(Networks.NIO, FIRST, SECOND, FIRST);
    Disagreement e =
        assertThrows(Disagreement.class, () -> NettyNetwork.listen(0, 2, any, swapped));
    assertEquals(
        "This is party 1 and has the certificate %s, but %s is pinned for it."
            .formatted(FIRST.fingerprint(), SECOND.fingerprint()),
        e.getMessage());
  }

  @ParameterizedTest
  @EnumSource(names = {"EPOLL", "NIO"})
  void ourOwnCertificateAtThePeerIsRefused(Networks kind) throws Exception {
    NetOptions own = with(kind, FIRST, FIRST);
    try (NettyServer server = NettyServer.listen(HOST, 0, own)) {
      Endpoint at = new Endpoint(HOST, server.port());
      List<Object> both =
          Networks.together(
              List.of(
                  () -> outcome(() -> server.accept(PATIENCE)),
                  () -> outcome(() -> NettyClient.connect("the dealer", at, own))));
      assertEnded(
          Disagreement.class,
          "the dealer at %s shows our own certificate (%s): this is a connection to oneself."
              .formatted(at, FIRST.fingerprint()),
          both.get(1));
      assertInstanceOf(ConnectionLost.class, both.get(0));
    }
  }

  /** A caller with the JDK's own sockets; counts how often it was shown a certificate. */
  private static final class RawCaller {
    final AtomicInteger shown = new AtomicInteger();
    private final SSLContext context = SSLContext.getInstance("TLS");

    RawCaller(TestIdentities.Identity own) throws Exception {
      X509TrustManager trust =
          new X509TrustManager() {
            @Override
            public void checkServerTrusted(X509Certificate[] chain, String type) {
              shown.incrementAndGet();
            }

            @Override
            public void checkClientTrusted(X509Certificate[] chain, String type) {}

            @Override
            public X509Certificate[] getAcceptedIssuers() {
              return new X509Certificate[0];
            }
          };
      KeyManager[] keys = own == null ? null : new KeyManager[] {new OwnKey(own.show())};
      context.init(keys, new TrustManager[] {trust}, null);
    }

    /** Connects, sends a prelude, and returns what comes back: the answer's five bytes. */
    byte[] call(int port, String... protocols) throws IOException {
      try (SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(HOST, port)) {
        socket.setSoTimeout(10_000);
        socket.setEnabledProtocols(protocols);
        socket.startHandshake();
        assertEquals("TLSv1.3", socket.getSession().getProtocol());
        socket.getOutputStream().write(prelude());
        byte[] answer = socket.getInputStream().readNBytes(5);
        // Closing waits for the other side to close, which need not.
        socket.setSoTimeout(10);
        return answer;
      }
    }
  }

  private static Object answered(Callable<byte[]> call) throws Exception {
    try {
      return call.call();
    } catch (SSLException e) {
      return e.getMessage();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"EPOLL", "NIO"})
  void onlyTls13WithACertificateIsLetInAndNothingIsResumed(Networks kind) throws Exception {
    NetOptions first = with(kind, FIRST, FIRST, SECOND);
    for (int i = 0; i < 2; i++) {
      try (NettyNetwork.Listening listening =
          NettyNetwork.listen(0, 2, new Endpoint(HOST, 0), first)) {
        int port = listening.port();
        RawCaller good = new RawCaller(SECOND);
        RawCaller naked = new RawCaller(null);
        boolean letIn = i == 1;
        List<Object> both =
            Networks.together(
                List.of(
                    () -> outcome(() -> listening.connect(List.of())),
                    () -> {
                      Object old = answered(() -> good.call(port, "TLSv1.2"));
                      assertTrue(old.toString().contains("protocol_version"), old.toString());
                      Object bare = answered(() -> naked.call(port, "TLSv1.3"));
                      assertInstanceOf(String.class, bare);
                      return letIn ? good.call(port, "TLSv1.3", "TLSv1.2") : null;
                    }));
        if (letIn) {
          assertArrayEquals(new byte[] {0, 0, 0, 1, Prelude.ACCEPTED}, (byte[]) both.get(1));
          assertEquals(1, good.shown.get());
          Network network = (Network) both.get(0);
          List<Object> again =
              Networks.together(
                  List.of(
                      () -> outcome(() -> network.fork(new byte[1], 1)),
                      () -> good.call(port, "TLSv1.3")));
          // A resumed session would not show the certificate again.
          assertEquals(2, good.shown.get());
          assertArrayEquals(new byte[] {0, 0, 0, 1, Prelude.TAKEN}, (byte[]) again.get(1));
          assertInstanceOf(ConnectionLost.class, again.get(0));
          network.close();
        } else {
          assertSays("2 callers were turned away: 1 whose TLS handshake failed", both.get(0));
          assertSays("1 without a certificate", both.get(0));
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"EPOLL", "NIO"})
  void whatIsNoTlsAndNotOursEndsTheDialler(Networks kind) throws Exception {
    try (ServerSocket server = new ServerSocket(0)) {
      Endpoint at = new Endpoint(HOST, server.getLocalPort());
      Thread http =
          new Thread(
              () -> {
                try (Socket socket = server.accept()) {
                  socket.getInputStream().read();
                  byte[] answer = "HTTP/1.1 400 Bad Request".getBytes(StandardCharsets.US_ASCII);
                  socket.getOutputStream().write(answer);
                  socket.shutdownOutput();
                  socket.getInputStream().readAllBytes();
                } catch (IOException e) {
                  // The dialler has gone.
                }
              });
      http.start();
      assertEnded(
          Disagreement.class,
          "What listens as party 1 at " + at + " does not speak our protocol.",
          outcome(
              () -> NettyNetwork.connect(1, List.of(at, at), with(kind, SECOND, FIRST, SECOND))));
      http.join();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"EPOLL", "NIO"})
  void aStreamThatIsCutOrChangedIsAClosedConnection(Networks kind) throws Exception {
    for (boolean changed : new boolean[] {false, true}) {
      try (NettyNetwork.Listening listening =
              NettyNetwork.listen(0, 2, new Endpoint(HOST, 0), with(kind, FIRST, FIRST, SECOND));
          ServerSocket middle = new ServerSocket(0)) {
        Thread relay = new Thread(() -> relay(middle, listening.port(), changed));
        relay.start();
        Endpoint at = new Endpoint(HOST, middle.getLocalPort());
        List<Network> networks =
            Networks.together(
                List.of(
                    () -> listening.connect(List.of()),
                    () ->
                        NettyNetwork.connect(
                            1, List.of(at, at), with(kind, SECOND, FIRST, SECOND))));
        byte[] frame = new byte[1 << 20];
        networks.get(1).channel(0).send(frame, 0, frame.length);
        ConnectionLost e =
            assertThrows(
                ConnectionLost.class, () -> networks.get(0).channel(1).receive(frame.length));
        assertTrue(e.getMessage().endsWith("closed the connection."), e.getMessage());
        networks.forEach(Network::close);
        relay.join();
      }
    }
  }

  /** Passes on both directions; past 100,000 bytes cuts the caller's, or changes one byte of it. */
  private static void relay(ServerSocket middle, int port, boolean change) {
    try (Socket caller = middle.accept();
        Socket listener = new Socket(InetAddress.getLoopbackAddress(), port)) {
      Thread back =
          new Thread(
              () -> {
                try {
                  listener.getInputStream().transferTo(caller.getOutputStream());
                } catch (IOException e) {
                  // The test is over.
                }
              });
      back.start();
      byte[] buffer = new byte[10_000];
      int passed = 0;
      for (int n; (n = caller.getInputStream().read(buffer)) > 0; passed += n) {
        if (passed > 100_000) {
          if (!change) {
            break;
          }
          buffer[0] ^= 1;
          passed = -1_000_000_000;
        }
        listener.getOutputStream().write(buffer, 0, n);
      }
      listener.shutdownOutput();
      caller.getInputStream().transferTo(java.io.OutputStream.nullOutputStream());
      back.join();
    } catch (IOException | InterruptedException e) {
      // The test is over.
    }
  }
}
