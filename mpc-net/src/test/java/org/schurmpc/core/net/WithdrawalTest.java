package org.schurmpc.core.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.ExitCode;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerWithdrew;

/** Parties that cannot begin, and those that wait for them. */
@Timeout(60)
class WithdrawalTest {
  private static final String HOST = "127.0.0.1";

  /** How long parties wait for each other: a test that takes this long fails. */
  private static final Duration PATIENCE = Duration.ofSeconds(40);

  private static final Duration LIMIT = Duration.ofSeconds(5);

  private static final NetOptions OPTIONS =
      NetOptions.party().withSpin(Duration.ZERO).withConnectDeadline(PATIENCE);

  private final List<Endpoint> all = new ArrayList<>();

  private void addresses(int parties) throws Exception {
    List<ServerSocket> sockets = new ArrayList<>();
    for (int i = 0; i < parties; i++) {
      sockets.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
      all.add(new Endpoint(HOST, sockets.get(i).getLocalPort()));
    }
    for (ServerSocket socket : sockets) {
      socket.close();
    }
  }

  /** Begins to connect, and returns the network or the reason why there is none. */
  private CompletableFuture<Object> connect(int party, NetOptions options) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return NettyNetwork.connect(party, all, options);
          } catch (MpcException e) {
            return e;
          }
        },
        task -> new Thread(task, "party " + (party + 1)).start());
  }

  private CompletableFuture<Set<Integer>> withdraw(int party, NetOptions options) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return NettyNetwork.withdraw(party, all, options.withConnectDeadline(LIMIT));
          } catch (MpcException e) {
            throw new IllegalStateException(e);
          }
        },
        task -> new Thread(task, "withdrawal of party " + (party + 1)).start());
  }

  private static void assertTold(CompletableFuture<Object> party, int... byOneOf) throws Exception {
    PeerWithdrew e = assertInstanceOf(PeerWithdrew.class, party.get(20, TimeUnit.SECONDS));
    assertEquals(ExitCode.PEER_WITHDREW, e.exitCode());
    List<String> sentences = new ArrayList<>();
    for (int by : byOneOf) {
      sentences.add(
          "party %d cannot begin: it said so before the run; see its output".formatted(by + 1));
    }
    assertTrue(sentences.contains(e.getMessage()), e.getMessage());
  }

  @ParameterizedTest
  @EnumSource(
      value = Networks.class,
      names = {"EPOLL", "EPOLL_TLS", "NIO_TLS", "EPOLL_LINK_TLS"})
  void eitherPartyIsTold(Networks kind) throws Exception {
    assumeTrue(kind.available(), "epoll is not available on this machine");
    List<NetOptions> options = kind.optionsOfAll(2, OPTIONS);
    for (int party = 0; party < 2; party++) {
      all.clear();
      addresses(2);
      int peer = 1 - party;
      CompletableFuture<Object> waiting = connect(peer, options.get(peer));
      CompletableFuture<Set<Integer>> withdrawal = withdraw(party, options.get(party));
      assertTold(waiting, party);
      assertEquals(Set.of(peer), withdrawal.get(20, TimeUnit.SECONDS));
    }
  }

  @Test
  void aPartyThatComesLittleLaterIsTold() throws Exception {
    addresses(2);
    List<NetOptions> options = Networks.NIO_TLS.optionsOfAll(2, OPTIONS);
    CompletableFuture<Set<Integer>> withdrawal = withdraw(1, options.get(1));
    try (Socket none = new Socket()) {
      assertThrows(
          java.util.concurrent.TimeoutException.class,
          () -> withdrawal.get(300, TimeUnit.MILLISECONDS),
          none.toString());
    }
    assertTold(connect(0, options.get(0)), 1);
    assertEquals(Set.of(0), withdrawal.get(20, TimeUnit.SECONDS));
  }

  @ParameterizedTest
  @CsvSource({"0, true", "1, true", "2, true", "0, false", "1, false", "2, false"})
  void allOfThreeAreTold(int party, boolean tls) throws Exception {
    addresses(3);
    List<NetOptions> options = (tls ? Networks.NIO_TLS : Networks.NIO).optionsOfAll(3, OPTIONS);
    List<CompletableFuture<Object>> others = new ArrayList<>();
    for (int peer = 0; peer < 3; peer++) {
      if (peer != party) {
        others.add(connect(peer, options.get(peer)));
      }
    }
    withdraw(party, options.get(party));
    for (CompletableFuture<Object> other : others) {
      assertTold(other, party, 0); // party 1 passes on what it heard
    }
  }

  @Test
  void aPartyHearsWhileItCallsAnotherThatIsNotThere() throws Exception {
    addresses(3);
    List<NetOptions> options = Networks.NIO_TLS.optionsOfAll(3, OPTIONS);
    CompletableFuture<Object> middle = connect(1, options.get(1));
    withdraw(2, options.get(2));
    assertTold(middle, 2);
  }

  @Test
  void twoThatWithdrawDoNotWaitForEachOther() throws Exception {
    addresses(2);
    List<NetOptions> options = Networks.NIO_TLS.optionsOfAll(2, OPTIONS);
    long start = System.nanoTime();
    CompletableFuture<Set<Integer>> one = withdraw(0, options.get(0));
    CompletableFuture<Set<Integer>> two = withdraw(1, options.get(1));
    one.get(20, TimeUnit.SECONDS);
    two.get(20, TimeUnit.SECONDS);
    assertTrue(System.nanoTime() - start < LIMIT.toNanos(), "both waited");
  }

  @Test
  void nobodyIsThere() throws Exception {
    addresses(3);
    List<NetOptions> options = Networks.NIO.optionsOfAll(3, OPTIONS);
    Duration shortly = Duration.ofMillis(300);
    long start = System.nanoTime();
    assertEquals(
        Set.of(), NettyNetwork.withdraw(1, all, options.get(1).withConnectDeadline(shortly)));
    assertTrue(System.nanoTime() - start < Duration.ofSeconds(3).toNanos(), "no end in time");
  }

  /** A stranger, and a party in the name of another one, are not believed. */
  @ParameterizedTest
  @CsvSource({"0", "1"})
  void forgedWithdrawalsAreNotBelieved(int forger) throws Exception {
    addresses(3);
    List<TestIdentities.Identity> own = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      own.add(TestIdentities.valid("party " + (i + 1)));
    }
    List<Tls> tls = TestIdentities.parties(own);
    TestIdentities.Identity other = forger == 0 ? TestIdentities.valid("stranger") : own.get(1);
    // The forger says to be party 3, with its own certificate.
    List<Pin> pins =
        List.of(
            Pin.of(own.get(0).fingerprint()),
            Pin.of(TestIdentities.valid("nobody").fingerprint()),
            Pin.of(other.fingerprint()));
    NetOptions forged = OPTIONS.withTls(new Tls(other.show(), pins));
    CompletableFuture<Object> first = connect(0, OPTIONS.withTls(tls.get(0)));
    Duration limit = Duration.ofSeconds(1);
    assertEquals(
        Set.of(), NettyNetwork.withdraw(2, all, forged.withConnectDeadline(limit)), "told");
    CompletableFuture<Object> second = connect(1, OPTIONS.withTls(tls.get(1)));
    CompletableFuture<Object> third = connect(2, OPTIONS.withTls(tls.get(2)));
    for (CompletableFuture<Object> party : List.of(first, second, third)) {
      assertInstanceOf(Network.class, party.get(20, TimeUnit.SECONDS));
    }
    for (CompletableFuture<Object> party : List.of(first, second, third)) {
      ((Network) party.get()).close();
    }
  }

  /** What listens in the place of a party, with another certificate, is not believed. */
  @Test
  void aForgedAnswerIsNotBelieved() throws Exception {
    addresses(2);
    List<TestIdentities.Identity> own =
        List.of(TestIdentities.valid("party 1"), TestIdentities.valid("party 2"));
    TestIdentities.Identity stranger = TestIdentities.valid("stranger");
    List<Pin> pins = List.of(Pin.of(stranger.fingerprint()), Pin.of(own.get(1).fingerprint()));
    NetOptions forged = OPTIONS.withTls(new Tls(stranger.show(), pins));
    CompletableFuture<Set<Integer>> withdrawal = withdraw(0, forged);
    Object outcome =
        connect(1, OPTIONS.withTls(TestIdentities.parties(own).get(1))).get(20, TimeUnit.SECONDS);
    MpcException e = assertInstanceOf(MpcException.class, outcome);
    assertTrue(!(e instanceof PeerWithdrew), e.getMessage());
    withdrawal.get(20, TimeUnit.SECONDS);
  }

  /** Without TLS on the line, an answer to a party that wants TLS is not believed either. */
  @Test
  void aPlaintextAnswerIsNotBelieved() throws Exception {
    addresses(2);
    NetOptions options = Networks.NIO_TLS.optionsOfAll(2, OPTIONS).get(1);
    try (ServerSocket listening =
        new ServerSocket(all.get(0).port(), 1, InetAddress.getLoopbackAddress())) {
      CompletableFuture<Object> party = connect(1, options);
      try (Socket socket = listening.accept()) {
        DataOutputStream out = new DataOutputStream(socket.getOutputStream());
        out.writeInt(1);
        out.writeByte(Prelude.WITHDRAWN);
        MpcException e = assertInstanceOf(MpcException.class, party.get(20, TimeUnit.SECONDS));
        assertTrue(e.getMessage().contains("talks in plaintext"), e.getMessage());
      }
    }
  }

  /** A party whose run has begun is not told any more, even by one of the run. */
  @Test
  void nobodyWithdrawsFromARunThatHasBegun() throws Exception {
    addresses(2);
    CompletableFuture<Object> one = connect(0, OPTIONS);
    CompletableFuture<Object> two = connect(1, OPTIONS);
    try (Network first = (Network) one.get(20, TimeUnit.SECONDS);
        Network second = (Network) two.get(20, TimeUnit.SECONDS)) {
      CompletableFuture<Network> fork =
          CompletableFuture.supplyAsync(
              () -> {
                try {
                  return first.fork(new byte[] {1}, 1);
                } catch (MpcException e) {
                  throw new IllegalStateException(e);
                }
              });
      assertEquals(Prelude.TAKEN, answer(Prelude.ofWithdrawal(2, 1, 0)));
      try (Network theirs = second.fork(new byte[] {1}, 1);
          Network ours = fork.get(20, TimeUnit.SECONDS)) {
        theirs.channel(0).send(new byte[] {7}, 0, 1);
        assertEquals(7, ours.channel(1).receive(1)[0]);
      }
    }
  }

  /** A withdrawal in the name of this party, or of one below, is that of a stranger. */
  @Test
  void onlyCallersWithdraw() throws Exception {
    addresses(2);
    NetOptions options = OPTIONS.withConnectDeadline(Duration.ofMillis(700));
    CompletableFuture<Object> party = connect(0, options);
    for (Prelude prelude : List.of(Prelude.ofWithdrawal(2, 0, 0), Prelude.ofWithdrawal(2, 2, 0))) {
      assertEquals(-1, answer(prelude));
    }
    assertInstanceOf(ConnectionLost.class, party.get(20, TimeUnit.SECONDS));
  }

  /** Calls party 1 in plaintext, and returns its answer; -1 if it hung up. */
  private int answer(Prelude prelude) throws Exception {
    for (int attempt = 0; ; attempt++) {
      try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), all.get(0).port())) {
        socket.setSoTimeout(20_000);
        byte[] bytes = prelude.encode();
        DataOutputStream out = new DataOutputStream(socket.getOutputStream());
        out.writeInt(bytes.length);
        out.write(bytes);
        DataInputStream in = new DataInputStream(socket.getInputStream());
        return in.read() < 0 ? -1 : in.skipBytes(3) == 3 ? in.read() : -1;
      } catch (java.net.ConnectException e) {
        assertTrue(attempt < 1000, "nobody listens");
        TimeUnit.MILLISECONDS.sleep(5);
      }
    }
  }
}
