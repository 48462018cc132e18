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
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated;

/**
 * What every channel keeps, in memory and over TCP, pairwise: each test on some kinds of network
 * and with as much as exceeds what sockets hold. {@link ChannelContractInFullTest} has every test
 * on every kind, with more.
 */
@Timeout(60)
class ChannelContractTest {

  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final NetOptions OPTIONS = NetOptions.party().withTimeout(Duration.ofSeconds(20));

  /** More than the sockets at both ends of a connection hold as Linux sets them: 4 and 6 MiB. */
  private static final int SOCKETS_HOLD = 12_000_000;

  private static final NetOptions IMPATIENT = OPTIONS.withTimeout(Duration.ofMillis(200));

  /** Whether to send as much as the slow tests do. */
  boolean full() {
    return false;
  }

  private static Network[] create(Networks kind, int n, NetOptions options) throws Exception {
    assumeTrue(kind.available(), "epoll is not available on this machine");
    return kind.create(n, options);
  }

  private static byte[] random(long seed, int length) {
    byte[] bytes = new byte[length];
    new SplittableRandom(seed).nextBytes(bytes);
    return bytes;
  }

  @ParameterizedTest
  @ChosenNetworks({MEMORY, EPOLL, NIO, EPOLL_TLS, NIO_TLS, EPOLL_LINK, NIO_LINK, EPOLL_LINK_TLS})
  void framesOfAllSizesArriveInOrder(Networks kind) throws Exception {
    NetOptions options = full() ? OPTIONS : OPTIONS.withMaxFrame(1 << 22);
    int most = options.maxFrame();
    int[] lengths = {0, 1, 3, 64, 0, 65_536, 100_000, 1 << 18, (1 << 18) + 1, most / 3, most};
    Parties.run(
        create(kind, 2, options),
        LIMIT,
        network -> {
          Channel channel = network.channel(1 - network.party());
          for (int i = 0; i < lengths.length; i++) {
            byte[] frame = random(i, lengths[i] + 7);
            if (network.party() == 0) {
              channel.send(frame, 3, lengths[i]);
            } else if (i % 2 == 0) {
              byte[] got = frame.clone();
              Arrays.fill(got, 3, 3 + lengths[i], (byte) 0);
              channel.receive(got, 3, lengths[i]);
              assertArrayEquals(frame, got, "frame " + i);
            } else {
              byte[] got = channel.receive(lengths[i]);
              assertArrayEquals(Arrays.copyOfRange(frame, 3, 3 + lengths[i]), got);
            }
          }
          return null;
        });
  }

  @ParameterizedTest
  @ChosenNetworks({MEMORY, NIO_TLS, EPOLL_LINK})
  void manySmallFramesBothWays(Networks kind) throws Exception {
    int n = full() ? 20_000 : 5_000;
    Parties.run(
        create(kind, 2, OPTIONS),
        LIMIT,
        network -> {
          Channel channel = network.channel(1 - network.party());
          byte[] mine = random(network.party(), n + 300);
          byte[] theirs = random(1 - network.party(), n + 300);
          byte[] got = new byte[300];
          for (int i = 0; i < n; i++) {
            channel.send(mine, i, i % 300);
          }
          for (int i = 0; i < n; i++) {
            channel.receive(got, 0, i % 300);
            int end = i % 300;
            assertEquals(0, Arrays.compare(got, 0, end, theirs, i, i + end), "frame " + i);
          }
          return null;
        });
  }

  @ParameterizedTest
  @ChosenNetworks({MEMORY, NIO, EPOLL_LINK_TLS})
  void exchangeMovesAnyAmountBothWays(Networks kind) throws Exception {
    int length = full() ? 40_000_001 : SOCKETS_HOLD + 1;
    Parties.run(
        create(kind, 2, OPTIONS.withMaxFrame(Channel.PIECE)),
        LIMIT,
        network -> {
          Channel channel = network.channel(1 - network.party());
          byte[] buffer = random(network.party(), length);
          channel.exchange(buffer, 0, length, buffer, 0, length);
          assertArrayEquals(random(1 - network.party(), length), buffer);
          return null;
        });
  }

  @ParameterizedTest
  @ChosenNetworks({MEMORY, EPOLL_TLS, NIO_LINK})
  void exchangeOfUnequalAndEmptyDirections(Networks kind) throws Exception {
    int[][] lengths = {{0, 0}, {0, 3_000_000}, {5, 0}, {1 << 20, 1}, {(1 << 20) + 1, 7}};
    List<Traffic> traffic =
        Parties.run(
            create(kind, 2, OPTIONS),
            LIMIT,
            network -> {
              int me = network.party();
              Channel channel = network.channel(1 - me);
              for (int[] both : lengths) {
                byte[] in = new byte[both[1 - me] + 2];
                channel.exchange(random(me, both[me]), 0, both[me], in, 2, both[1 - me]);
                byte[] want = random(1 - me, both[1 - me]);
                assertArrayEquals(want, Arrays.copyOfRange(in, 2, in.length));
              }
              return channel.traffic();
            });
    long bytes = 5 + (1 << 20) + (1 << 20) + 1;
    assertEquals(4, traffic.get(0).messagesSent());
    assertEquals(bytes + 4 * 4, traffic.get(0).bytesSent());
    assertEquals(traffic.get(0).bytesSent(), traffic.get(1).bytesReceived());
    assertEquals(traffic.get(1).bytesSent(), traffic.get(0).bytesReceived());
    assertEquals(traffic.get(0).messagesSent(), traffic.get(1).messagesReceived());
    assertEquals(5, traffic.get(0).messagesReceived());
    assertEquals(5, traffic.get(1).messagesSent());
  }

  @ParameterizedTest
  @ChosenNetworks({MEMORY, NIO_TLS, EPOLL_LINK})
  void oneFrameOfTheLongestKindEachDoesNotBlock(Networks kind) throws Exception {
    NetOptions options = full() ? OPTIONS : OPTIONS.withMaxFrame(SOCKETS_HOLD);
    byte[][] frames = new byte[3][];
    Arrays.setAll(frames, party -> random(party, options.maxFrame()));
    Parties.run(
        create(kind, 3, options),
        LIMIT,
        network -> {
          byte[] frame = frames[network.party()].clone();
          for (int step = 1; step <= 2; step++) {
            network.channel((network.party() + step) % 3).send(frame, 0, frame.length);
          }
          for (int step = 1; step <= 2; step++) {
            int peer = (network.party() + step) % 3;
            network.channel(peer).receive(frame, 0, frame.length);
            assertArrayEquals(frames[peer], frame);
          }
          return null;
        });
  }

  @ParameterizedTest
  @ChosenNetworks({MEMORY, EPOLL, NIO, EPOLL_TLS, NIO_TLS, EPOLL_LINK, NIO_LINK, EPOLL_LINK_TLS})
  void wrongLengthIsLostBeforeAndCheatedAfterEstablishing(Networks kind) throws Exception {
    for (boolean established : new boolean[] {false, true}) {
      for (boolean anyLength : new boolean[] {false, true}) {
        Network[] networks = create(kind, 2, OPTIONS);
        Channel receiver = networks[1].channel(0);
        if (established) {
          receiver.established();
        }
        networks[0].channel(1).send(new byte[9], 0, 9);
        MpcException e =
            assertThrows(
                MpcException.class,
                () -> {
                  if (anyLength) {
                    receiver.receive(8);
                  } else {
                    receiver.receive(new byte[10], 0, 10);
                  }
                });
        assertTrue(e.getMessage().contains("announced a frame of 9 bytes"), e.getMessage());
        if (established) {
          assertEquals(PeerCheated.Check.MALFORMED, ((PeerCheated) e).check());
        } else {
          assertEquals(ConnectionLost.class, e.getClass());
        }
        assertThrows(ConnectionLost.class, () -> receiver.receive(8));
        networks[0].close();
      }
    }
  }

  @ParameterizedTest
  @ChosenNetworks({MEMORY, NIO, EPOLL_LINK_TLS})
  void tooLongAFrameIsTheCallersMistake(Networks kind) throws Exception {
    Network[] networks = create(kind, 2, OPTIONS.withMaxFrame(Channel.PIECE));
    Channel channel = networks[0].channel(1);
    byte[] frame = new byte[Channel.PIECE + 1];
    assertThrows(IllegalArgumentException.class, () -> channel.send(frame, 0, frame.length));
    assertThrows(IndexOutOfBoundsException.class, () -> channel.send(frame, 2, frame.length));
    assertThrows(IllegalArgumentException.class, () -> networks[0].channel(0));
    assertThrows(IllegalArgumentException.class, () -> networks[0].channel(2));
    closeAll(networks);
  }

  @ParameterizedTest
  @ChosenNetworks({MEMORY, EPOLL, NIO_LINK, NIO_TLS})
  void silentPeerTimesOut(Networks kind) throws Exception {
    Network[] networks = create(kind, 2, IMPATIENT);
    ConnectionLost e =
        assertThrows(ConnectionLost.class, () -> networks[0].channel(1).receive(new byte[1], 0, 1));
    assertTrue(e.getMessage().startsWith("party 2 "), e.getMessage());
    assertTrue(e.getMessage().endsWith("was silent for 200 ms."), e.getMessage());
    closeAll(networks);
  }

  @ParameterizedTest
  @ChosenNetworks({MEMORY, EPOLL, NIO, EPOLL_TLS, NIO_TLS, EPOLL_LINK, NIO_LINK, EPOLL_LINK_TLS})
  void closingLetsThePeerDrainAndThenEndsIt(Networks kind) throws Exception {
    Network[] networks = create(kind, 2, OPTIONS);
    byte[] frame = random(1, 50_000);
    networks[0].channel(1).send(frame, 0, frame.length);
    networks[1].channel(0).send(frame, 0, 10);
    networks[0].close();
    networks[0].close();
    assertArrayEquals(frame, networks[1].channel(0).receive(frame.length));
    ConnectionLost e =
        assertThrows(ConnectionLost.class, () -> networks[1].channel(0).receive(frame.length));
    assertTrue(e.getMessage().endsWith("closed the connection."), e.getMessage());
    assertThrows(ConnectionLost.class, () -> networks[0].channel(1).send(frame, 0, 1));
    networks[1].close();
  }

  @ParameterizedTest
  @ChosenNetworks({MEMORY, EPOLL_TLS, NIO_LINK})
  void sendingToOneWhoHasClosedFails(Networks kind) throws Exception {
    Network[] networks = create(kind, 2, OPTIONS);
    networks[0].close();
    byte[] frame = new byte[Channel.PIECE];
    assertThrows(
        ConnectionLost.class,
        () -> {
          for (int i = 0; i < 100; i++) {
            networks[1].channel(0).send(frame, 0, frame.length);
          }
        });
    networks[1].close();
  }

  @ParameterizedTest
  @ChosenNetworks({MEMORY, EPOLL, NIO_LINK, NIO_TLS})
  void interruptEndsAWaitAndStaysSet(Networks kind) throws Exception {
    Network[] networks = create(kind, 2, OPTIONS);
    AtomicReference<Throwable> seen = new AtomicReference<>();
    CountDownLatch started = new CountDownLatch(1);
    boolean[] flag = new boolean[1];
    Thread waiter =
        new Thread(
            () -> {
              started.countDown();
              try {
                networks[0].channel(1).receive(1);
              } catch (Throwable t) {
                seen.set(t);
              }
              flag[0] = Thread.currentThread().isInterrupted();
            });
    waiter.start();
    started.await();
    waiter.interrupt();
    waiter.join(10_000);
    assertEquals(ConnectionLost.class, seen.get().getClass());
    assertTrue(seen.get().getMessage().startsWith("Interrupted"), seen.get().getMessage());
    assertTrue(flag[0]);
    closeAll(networks);
  }

  @ParameterizedTest
  @ChosenNetworks({MEMORY, NIO, EPOLL_LINK_TLS})
  void closingFromAnotherThreadEndsAWait(Networks kind) throws Exception {
    for (int i = 0; i < (full() ? 50 : 10); i++) {
      Network[] networks = create(kind, 2, OPTIONS);
      AtomicReference<Throwable> seen = new AtomicReference<>();
      Thread waiter =
          new Thread(
              () -> {
                try {
                  networks[0].channel(1).receive(1);
                  networks[0].channel(1).receive(1);
                } catch (Throwable t) {
                  seen.set(t);
                }
              });
      waiter.start();
      networks[1].channel(0).send(new byte[1], 0, 1);
      networks[0].close();
      waiter.join(10_000);
      assertEquals(ConnectionLost.class, seen.get().getClass());
      assertThrows(ConnectionLost.class, () -> networks[1].channel(0).receive(1));
      networks[1].close();
    }
  }

  @ParameterizedTest
  @ChosenNetworks({MEMORY, EPOLL_TLS, NIO_LINK})
  void fastSenderIsHeldBackAndMemoryStaysFlat(Networks kind) throws Exception {
    NetOptions small = OPTIONS.withMaxFrame(Channel.PIECE);
    NetOptions smallImpatient = small.withTimeout(Duration.ofMillis(300));
    Network[] networks = create(kind, 3, smallImpatient);
    int total = 200;
    int[] sent = new int[1];
    byte[] frame = random(5, Channel.PIECE);
    Thread sender =
        new Thread(
            () -> {
              try {
                for (; sent[0] < total; sent[0]++) {
                  networks[2].channel(0).send(frame, 0, frame.length);
                }
              } catch (ConnectionLost e) {
                assertTrue(e.getMessage().endsWith("took nothing for 300 ms."), e.getMessage());
              } catch (MpcException e) {
                throw new AssertionError(e);
              }
            });
    sender.start();
    // Party 1 waits for 2 and takes in what 3 sends meanwhile, up to its bound.
    while (sender.isAlive()) {
      networks[1].channel(0).send(frame, 0, 1);
      networks[0].channel(1).receive(1);
    }
    assertTrue(sent[0] < total / 2, "sent " + sent[0] + " MiB to one who received nothing");
    if (networks[0].channel(2) instanceof NettyChannel channel) {
      assertTrue(channel.inboxPeak() >= Channel.PIECE, "read nothing ahead");
      assertTrue(channel.inboxPeak() < 8 * Channel.PIECE, "held " + channel.inboxPeak());
    }
    for (int i = 0; i < sent[0]; i++) {
      assertArrayEquals(frame, networks[0].channel(2).receive(frame.length), "frame " + i);
    }
    closeAll(networks);
  }

  @ParameterizedTest
  @ChosenNetworks({MEMORY, EPOLL, NIO_LINK, NIO_TLS})
  void longStreamInOneDirection(Networks kind) throws Exception {
    int frames = full() ? 100 : 30;
    Network[] networks = create(kind, 2, OPTIONS.withMaxFrame(Channel.PIECE));
    Channel receiver = networks[1].channel(0);
    Parties.run(
        networks,
        LIMIT,
        network -> {
          byte[] frame = new byte[1_000_000];
          for (int i = 0; i < frames; i++) {
            if (network.party() == 0) {
              frame[i] = (byte) (i + 1);
              network.channel(1).send(frame, 0, frame.length);
            } else {
              network.channel(0).receive(frame, 0, frame.length);
              assertEquals((byte) (i + 1), frame[i], "frame " + i);
            }
          }
          // The sender stays: when it closes, epoll reads all that the kernel still has.
          if (network.party() == 0) {
            network.channel(1).receive(1);
          } else {
            if (receiver instanceof NettyChannel channel) {
              assertTrue(channel.inboxPeak() < 8 * Channel.PIECE, "held " + channel.inboxPeak());
            }
            network.channel(0).send(frame, 0, 1);
          }
          return null;
        });
  }

  static void closeAll(Network[] networks) {
    for (Network network : networks) {
      network.close();
    }
  }
}
