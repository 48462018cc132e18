package org.schurmpc.core.net;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.Refused;

/** Connecting, strangers, and broken streams, with a plain socket on the other side. */
@Timeout(60)
@SuppressWarnings("try") // tests close early on purpose
class NettyNetworkTest {

  private static final String HOST = "127.0.0.1";
  private static final NetOptions OPTIONS = NetOptions.party();
  private static final NetOptions HASTY = OPTIONS.withConnectDeadline(Duration.ofMillis(300));

  private static NetOptions options(Networks kind) {
    assumeTrue(kind.available(), "epoll is not available on this machine");
    return kind.options(OPTIONS);
  }

  private static byte[] frame(byte[] payload) {
    return ByteBuffer.allocate(4 + payload.length).putInt(payload.length).put(payload).array();
  }

  private static byte[] prelude(int parties, int caller, int callee, int number, byte... sid) {
    return frame(new Prelude(parties, caller, callee, number, ByteBuffer.wrap(sid)).encode());
  }

  /** Opens a plain connection and sends bytes; the test goes on with the socket. */
  private static Socket dial(int port, byte[] bytes) throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setSoTimeout(10_000);
    socket.getOutputStream().write(bytes);
    return socket;
  }

  private static int answer(Socket socket) throws IOException {
    DataInputStream in = new DataInputStream(socket.getInputStream());
    assertEquals(1, in.readInt());
    return in.readByte();
  }

  /** Party 2 cannot talk to party 1 before party 3 has called it, which may take its time. */
  @Test
  void theStartHasADeadlineOfItsOwn() throws Exception {
    NetOptions options = OPTIONS.withTimeout(Duration.ofMillis(50));
    Duration patience = Duration.ofMillis(600);
    try (NettyNetwork.Listening first = NettyNetwork.listen(0, 3, new Endpoint(HOST, 0), options);
        NettyNetwork.Listening second =
            NettyNetwork.listen(
                1, 3, new Endpoint(HOST, 0), options.withConnectDeadline(patience));
        Socket third = dial(first.port(), prelude(3, 2, 0, 0))) {
      Endpoint at = new Endpoint(HOST, first.port());
      List<Callable<String>> calls =
          List.of(
              () -> {
                try (NettyNetwork network = first.connect(List.of())) {
                  return assertThrows(ConnectionLost.class, () -> network.channel(1).receive(1))
                      .getMessage();
                }
              },
              () ->
                  assertThrows(ConnectionLost.class, () -> second.connect(List.of(at)))
                      .getMessage());
      List<String> messages = Networks.together(calls);
      assertTrue(messages.get(0).endsWith("closed the connection."), messages.get(0));
      assertTrue(messages.get(1).startsWith("party 3 did not connect"), messages.get(1));
      assertEquals(Prelude.ACCEPTED, answer(third));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"EPOLL", "NIO"})
  void strangersAreDroppedAndTheSecondClaimIsRefused(Networks kind) throws Exception {
    try (NettyNetwork.Listening listening =
        NettyNetwork.listen(0, 2, new Endpoint(HOST, 0), options(kind))) {
      int port = listening.port();
      byte[] good = prelude(2, 1, 0, 0);
      List<Socket> strangers = new ArrayList<>();
      strangers.add(dial(port, "GET / HTTP/1.0\r\n\r\n".getBytes(StandardCharsets.US_ASCII)));
      strangers.add(dial(port, frame("SCHUR".getBytes(StandardCharsets.US_ASCII))));
      strangers.add(dial(port, frame(new byte[0])));
      strangers.add(dial(port, new byte[] {0, 0}));
      strangers.get(3).close();
      strangers.add(dial(port, prelude(2, 0, 0, 0)));
      strangers.add(dial(port, prelude(2, 1, 1, 0)));
      strangers.add(dial(port, prelude(2, 2, 0, 0)));
      strangers.add(dial(port, prelude(2, 1, 0, -2)));
      strangers.add(dial(port, ByteBuffer.allocate(good.length + 1).put(good).array()));
      Socket foreignSid = dial(port, prelude(2, 1, 0, 0, (byte) 7));
      byte[] version = good.clone();
      version[9]++;
      Socket otherVersion = dial(port, version);
      Socket otherParties = dial(port, prelude(3, 1, 0, 0));
      Socket peer = dial(port, good);
      try (Network network = listening.connect(List.of())) {
        assertEquals(Prelude.ACCEPTED, answer(peer));
        assertEquals(Prelude.OTHER_VERSION, answer(otherVersion));
        assertEquals(Prelude.OTHER_PARTIES, answer(otherParties));
        for (Socket stranger : strangers) {
          assertTrue(stranger.isClosed() || stranger.getInputStream().read() < 0);
          stranger.close();
        }
        assertTrue(foreignSid.getInputStream().read() < 0);
        peer.getOutputStream().write(frame(new byte[] {42}));
        assertArrayEquals(new byte[] {42}, network.channel(1).receive(1));
        Socket second = dial(port, good);
        // Nobody looks at the port until somebody waits for a connection again.
        Thread forking = new Thread(() -> assertThrows(MpcException.class, () -> fork(network)));
        forking.start();
        assertEquals(Prelude.TAKEN, answer(second));
        network.close();
        forking.join();
      }
    }
  }

  /** A service has no parties: whoever calls as one wanted another program. */
  @Test
  void aPartyThatCallsAServiceIsTold() throws Exception {
    NetOptions options = NetOptions.service();
    try (NettyServer server = NettyServer.listen(HOST, 0, options);
        Socket party = dial(server.port(), prelude(2, 1, 0, 0))) {
      ConnectionLost none =
          assertThrows(ConnectionLost.class, () -> server.accept(Duration.ofMillis(500)));
      assertTrue(none.getMessage().contains("it called as a party"), none.getMessage());
      assertEquals(Prelude.SERVICE, answer(party));
    }
  }

  @Test
  void partiesThatAreNotAmongThem() {
    Endpoint at = new Endpoint(HOST, 1);
    for (int party : new int[] {-1, 2, 5}) {
      for (Executable wrong :
          List.<Executable>of(
              () -> NettyNetwork.connect(party, List.of(at, at), HASTY),
              () -> NettyNetwork.withdraw(party, List.of(at, at), HASTY),
              () -> NettyNetwork.listen(party, 2, at, HASTY))) {
        String said = assertThrows(IllegalArgumentException.class, wrong).getMessage();
        assertEquals("no party " + party + " among 2", said);
      }
    }
    for (Executable wrong :
        List.<Executable>of(
            () -> NettyNetwork.connect(0, List.of(at), HASTY),
            () -> NettyNetwork.withdraw(0, List.of(at), HASTY))) {
      String said = assertThrows(IllegalArgumentException.class, wrong).getMessage();
      assertTrue(said.contains("not 1"), said);
    }
  }

  /** A frame that the peer does not take in whole: whoever sends is told, and told at once. */
  @ParameterizedTest
  @EnumSource(names = {"EPOLL", "NIO", "EPOLL_TLS", "NIO_TLS", "EPOLL_LINK"})
  void whatAPeerThatLeftDoesNotTakeIsNotSent(Networks kind) throws Exception {
    assumeTrue(kind.available(), "epoll is not available on this machine");
    Network[] networks = kind.create(2, OPTIONS);
    networks[1].close();
    byte[] large = new byte[1 << 24];
    try (Network sender = networks[0]) {
      assertThrows(ConnectionLost.class, () -> sender.channel(1).send(large, 0, large.length));
    }
  }

  private static void fork(Network network) throws MpcException {
    network.fork(new byte[1], 1).close();
  }

  @Test
  void callerLearnsThatItsPlaceIsTakenOrThatTheOtherDiffers() throws Exception {
    byte[] answers = {
      Prelude.TAKEN, Prelude.OTHER_VERSION, Prelude.OTHER_PARTIES, Prelude.SERVICE, 77
    };
    String[] words = {
      "already has a connection", "wire version", "with 2 parties", "another program", "protocol"
    };
    for (int i = 0; i < answers.length; i++) {
      try (ServerSocket server = new ServerSocket(0)) {
        byte[] answer = frame(new byte[] {answers[i]});
        Thread answering =
            new Thread(
                () -> {
                  try (Socket socket = server.accept()) {
                    byte[] want = prelude(2, 1, 0, 0);
                    assertArrayEquals(want, socket.getInputStream().readNBytes(want.length));
                    socket.getOutputStream().write(answer);
                  } catch (IOException e) {
                    throw new AssertionError(e);
                  }
                });
        answering.start();
        MpcException e =
            assertThrows(MpcException.class, () -> connectToOne(server.getLocalPort(), OPTIONS));
        assertEquals(i == 0 ? ConnectionLost.class : Disagreement.class, e.getClass());
        assertTrue(e.getMessage().contains(words[i]), e.getMessage());
        answering.join();
      }
    }
  }

  private static Network connectToOne(int port, NetOptions options) throws MpcException {
    return NettyNetwork.connect(
        1, List.of(new Endpoint(HOST, port), new Endpoint(HOST, 0)), options);
  }

  @Test
  void takenPortAndUnknownHostHaveTheirSentences() throws Exception {
    try (ServerSocket server = new ServerSocket(0)) {
      int port = server.getLocalPort();
      for (NetOptions.Transport transport : NetOptions.Transport.values()) {
        if (transport != NetOptions.Transport.EPOLL || Networks.EPOLL.available()) {
          ConnectionLost e =
              assertThrows(
                  ConnectionLost.class,
                  () -> NettyServer.listen(HOST, port, OPTIONS.withTransport(transport)));
          assertEquals("Port " + port + " on " + HOST + " is taken.", e.getMessage());
        }
      }
    }
    ConnectionLost e =
        assertThrows(
            ConnectionLost.class,
            () -> NettyClient.connect("no.such.host.invalid", 1, Duration.ofSeconds(1)));
    assertEquals("Cannot resolve host no.such.host.invalid (tried for 1 s).", e.getMessage());
  }

  @ParameterizedTest
  @EnumSource(names = {"EPOLL", "NIO"})
  void nobodyListeningAndNobodyCallingEndAtTheDeadline(Networks kind) throws Exception {
    options(kind);
    int port;
    try (ServerSocket server = new ServerSocket(0)) {
      port = server.getLocalPort();
    }
    ConnectionLost e =
        assertThrows(ConnectionLost.class, () -> connectToOne(port, kind.options(HASTY)));
    String want = "Nobody answers as party 1 at " + HOST + ":" + port + " (tried for 300 ms).";
    assertEquals(want, e.getMessage());
    try (NettyNetwork.Listening listening =
        NettyNetwork.listen(0, 2, new Endpoint(HOST, 0), kind.options(HASTY))) {
      e = assertThrows(ConnectionLost.class, () -> listening.connect(List.of()));
      assertTrue(e.getMessage().startsWith("party 2 did not connect"), e.getMessage());
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"EPOLL", "NIO"})
  void lateListenerIsReached(Networks kind) throws Exception {
    NetOptions options = options(kind);
    int port;
    try (ServerSocket server = new ServerSocket(0)) {
      port = server.getLocalPort();
      // A first caller is hung up on, so that the second attempt is a retry for sure.
      Thread hangUp =
          new Thread(
              () -> {
                try {
                  server.accept().close();
                  server.close();
                } catch (IOException e) {
                  throw new AssertionError(e);
                }
              });
      hangUp.start();
      Networks.together(
          List.<Callable<Void>>of(
              () -> {
                connectToOne(port, options).close();
                return null;
              },
              () -> {
                hangUp.join();
                List<Endpoint> all = List.of(new Endpoint(HOST, port), new Endpoint(HOST, 0));
                NettyNetwork.connect(0, all, options).close();
                return null;
              }));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"EPOLL", "NIO"})
  void brokenStreams(Networks kind) throws Exception {
    byte[] huge = ByteBuffer.allocate(4).putInt(Integer.MAX_VALUE).array();
    byte[] negative = ByteBuffer.allocate(4).putInt(-2).array();
    byte[] cut = ByteBuffer.allocate(8).putInt(10).array();
    byte[] garbage = "HTTP/1.1 400 Bad Request".getBytes(StandardCharsets.US_ASCII);
    for (byte[] bytes : List.of(huge, negative, garbage)) {
      assertEquals(ConnectionLost.class, receiveFrom(kind, bytes, false).getClass());
      assertEquals(PeerCheated.class, receiveFrom(kind, bytes, true).getClass());
    }
    for (byte[] bytes : List.of(cut, new byte[3], new byte[0])) {
      MpcException e = receiveFrom(kind, bytes, true);
      assertTrue(e.getMessage().endsWith("closed the connection."), e.getMessage());
    }
  }

  /** What a channel says to a peer that sends these bytes after its prelude and closes. */
  private static MpcException receiveFrom(Networks kind, byte[] bytes, boolean established)
      throws Exception {
    try (NettyNetwork.Listening listening =
            NettyNetwork.listen(0, 2, new Endpoint(HOST, 0), options(kind));
        Socket peer = dial(listening.port(), prelude(2, 1, 0, 0));
        Network network = listening.connect(List.of())) {
      assertEquals(Prelude.ACCEPTED, answer(peer));
      if (established) {
        network.channel(1).established();
      }
      peer.getOutputStream().write(bytes);
      peer.close();
      return assertThrows(MpcException.class, () -> network.channel(1).receive(1 << 24));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"EPOLL", "NIO"})
  void serviceTalksToSeveralClientsFromOneThread(Networks kind) throws Exception {
    NetOptions options = options(kind).withSpin(Duration.ZERO);
    try (NettyServer server = NettyServer.listen(HOST, 0, options);
        Socket stranger = dial(server.port(), new byte[] {9, 9, 9, 9, 9})) {
      Endpoint at = new Endpoint(HOST, server.port());
      Callable<Void> client =
          () -> {
            try (Channel channel = NettyClient.connect("the Monitor", at, options)) {
              assertEquals("the Monitor at " + at, channel.peer());
              channel.send(new byte[] {1}, 0, 1);
              assertArrayEquals(new byte[] {2}, channel.receive(1));
            }
            return null;
          };
      Callable<Void> service =
          () -> {
            List<Channel> channels = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
              channels.add(server.accept(Duration.ofSeconds(20)));
            }
            for (Channel channel : channels) {
              assertArrayEquals(new byte[] {1}, channel.receive(1));
            }
            for (Channel channel : channels) {
              channel.send(new byte[] {2}, 0, 1);
              assertThrows(ConnectionLost.class, () -> channel.receive(1));
            }
            return null;
          };
      Networks.together(List.of(client, client, client, service));
      assertTrue(stranger.getInputStream().read() < 0);
      ConnectionLost e =
          assertThrows(ConnectionLost.class, () -> server.accept(Duration.ofMillis(50)));
      assertTrue(e.getMessage().endsWith("within 50 ms."), e.getMessage());
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"EPOLL", "NIO"})
  void closingTheServerEndsAnAccept(Networks kind) throws Exception {
    NettyServer server = NettyServer.listen(HOST, 0, options(kind));
    CountDownLatch started = new CountDownLatch(1);
    Networks.together(
        List.<Callable<Void>>of(
            () -> {
              started.countDown();
              assertThrows(ConnectionLost.class, () -> server.accept(Duration.ofSeconds(50)));
              return null;
            },
            () -> {
              started.await();
              server.close();
              return null;
            }));
  }

  @Test
  void twoThreadsInOneNetworkAreTheCallersMistake() throws Exception {
    Network[] networks = Networks.NIO.create(3, OPTIONS);
    AtomicReference<Throwable> end = new AtomicReference<>();
    Thread waiter =
        new Thread(
            () -> end.set(assertThrows(Exception.class, () -> networks[0].channel(1).receive(1))));
    waiter.start();
    // Either of the two meets the other inside, sooner or later.
    boolean met = false;
    while (waiter.isAlive() && !met) {
      try {
        networks[0].channel(2).send(new byte[0], 0, 0);
      } catch (IllegalStateException e) {
        met = true;
      }
    }
    ChannelContractTest.closeAll(networks);
    waiter.join();
    assertEquals(met ? ConnectionLost.class : IllegalStateException.class, end.get().getClass());
  }

  @Test
  void endpointsAndOptionsAreValidated() throws Exception {
    assertEquals(new Endpoint("a.b", 80), Endpoint.parse("a.b:80"));
    assertEquals(new Endpoint("::1", 80), Endpoint.parse("[::1]:80"));
    assertEquals("[::1]:80", Endpoint.parse("[::1]:80").toString());
    for (String bad : new String[] {"", "a", "a:", ":1", "::1:5", "a:x", "a:70000", "a:-1"}) {
      assertThrows(Refused.class, () -> Endpoint.parse(bad), bad);
    }
    Duration negative = Duration.ofSeconds(-1);
    assertThrows(IllegalArgumentException.class, () -> OPTIONS.withTimeout(Duration.ZERO));
    assertThrows(IllegalArgumentException.class, () -> OPTIONS.withConnectDeadline(negative));
    assertThrows(IllegalArgumentException.class, () -> OPTIONS.withMaxFrame(1000));
    assertThrows(IllegalArgumentException.class, () -> OPTIONS.withSpin(negative));
  }
}
