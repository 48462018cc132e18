package org.schurmpc.core.net;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.schurmpc.core.net.Networks.EPOLL;
import static org.schurmpc.core.net.Networks.EPOLL_LINK;
import static org.schurmpc.core.net.Networks.EPOLL_LINK_TLS;
import static org.schurmpc.core.net.Networks.EPOLL_TLS;
import static org.schurmpc.core.net.Networks.MEMORY;
import static org.schurmpc.core.net.Networks.NIO;
import static org.schurmpc.core.net.Networks.NIO_LINK;
import static org.schurmpc.core.net.Networks.NIO_TLS;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.PeerCheated;

/** Further connections of a network, pairwise; {@link ForkInFullTest} has all kinds. */
@Timeout(60)
@Execution(ExecutionMode.CONCURRENT)
class ForkTest {

  private static final byte[] SID = {1, 2, 3};

  private static Network[] create(Networks kind, int n) throws Exception {
    assumeTrue(kind.available(), "epoll is not available on this machine");
    return kind.create(n, NetOptions.party());
  }

  /** Each of three parties opens four forks from four threads, in different orders. */
  @ParameterizedTest
  @ChosenNetworks({MEMORY, EPOLL, NIO_LINK, NIO_TLS})
  void severalNumbersFromSeveralThreads(Networks kind) throws Exception {
    int forks = 4;
    Network[] networks = create(kind, 3);
    List<Callable<Void>> workers = new ArrayList<>();
    for (Network network : networks) {
      for (int i = 0; i < forks; i++) {
        int number = 1 + (i + network.party()) % forks;
        workers.add(
            () -> {
              try (Network fork = network.fork(SID, number)) {
                assertEquals(network.party(), fork.party());
                assertEquals(3, fork.parties());
                greetAll(fork, number);
              }
              return null;
            });
      }
      workers.add(
          () -> {
            greetAll(network, 0);
            return null;
          });
    }
    Networks.together(workers);
    ChannelContractTest.closeAll(networks);
  }

  private static void greetAll(Network network, int number) throws Exception {
    for (int round = 0; round < 20; round++) {
      byte[] mine = {(byte) network.party(), (byte) number, (byte) round};
      for (int peer = 0; peer < network.parties(); peer++) {
        if (peer != network.party()) {
          network.channel(peer).send(mine, 0, mine.length);
        }
      }
      for (int peer = 0; peer < network.parties(); peer++) {
        if (peer != network.party()) {
          byte[] theirs = {(byte) peer, (byte) number, (byte) round};
          assertArrayEquals(theirs, network.channel(peer).receive(3));
        }
      }
    }
  }

  @ParameterizedTest
  @ChosenNetworks({MEMORY, NIO, EPOLL_LINK_TLS})
  void aNumberServesOnceAndArgumentsAreChecked(Networks kind) throws Exception {
    Network[] networks = create(kind, 2);
    ChannelContractTest.closeAll(forkBoth(networks, 5));
    assertThrows(IllegalStateException.class, () -> networks[0].fork(SID, 5));
    assertThrows(IllegalStateException.class, () -> networks[1].fork(SID, 5));
    assertThrows(IllegalArgumentException.class, () -> networks[0].fork(SID, 0));
    assertThrows(IllegalArgumentException.class, () -> networks[0].fork(new byte[65], 6));
    assertThrows(IllegalArgumentException.class, () -> networks[0].fork(new byte[0], 6));
    ChannelContractTest.closeAll(networks);
  }

  @ParameterizedTest
  @ChosenNetworks({MEMORY, NIO_TLS, EPOLL_LINK})
  void forksAreEstablishedIfTheirNetworkIsAndOutliveIt(Networks kind) throws Exception {
    Network[] networks = create(kind, 2);
    Network[] before = forkBoth(networks, 1);
    networks[0].channel(1).established();
    Network[] after = forkBoth(networks, 2);
    ChannelContractTest.closeAll(networks);
    before[1].channel(0).send(new byte[2], 0, 2);
    after[1].channel(0).send(new byte[2], 0, 2);
    assertThrows(ConnectionLost.class, () -> before[0].channel(1).receive(1));
    assertThrows(PeerCheated.class, () -> after[0].channel(1).receive(1));
    ChannelContractTest.closeAll(before);
    ChannelContractTest.closeAll(after);
  }

  @ParameterizedTest
  @ChosenNetworks(
      value = {EPOLL_TLS, NIO_LINK},
      never = MEMORY)
  void aForkOfAnotherSessionIsNotLetIn(Networks kind) throws Exception {
    assumeTrue(kind.available(), "epoll is not available on this machine");
    NetOptions options = NetOptions.party().withConnectDeadline(Duration.ofMillis(700));
    Network[] networks = kind.create(2, options);
    byte[] foreign = {1, 2, 4};
    List<Callable<String>> calls = new ArrayList<>();
    for (Network network : networks) {
      byte[] sid = network.party() == 0 ? SID : foreign;
      calls.add(() -> assertThrows(ConnectionLost.class, () -> network.fork(sid, 1)).getMessage());
    }
    List<String> messages = Networks.together(calls);
    assertTrue(messages.get(0).startsWith("party 2 did not connect to port"), messages.get(0));
    assertTrue(messages.get(1).contains("did not let us in within 700 ms"), messages.get(1));
    ChannelContractTest.closeAll(networks);
  }

  private static Network[] forkBoth(Network[] networks, int number) throws Exception {
    List<Callable<Network>> calls = new ArrayList<>();
    for (Network network : networks) {
      calls.add(() -> network.fork(SID, number));
    }
    return Networks.together(calls).toArray(new Network[0]);
  }
}
