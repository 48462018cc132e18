package org.schurmpc.core.net;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.abort.MpcException;

/** The imitated line against its own setting: never faster, and not much slower. */
@Timeout(60)
class LinkTest {

  private static final Duration LIMIT = Duration.ofSeconds(40);
  private static final NetOptions OPTIONS = NetOptions.party();

  private static Network[] create(Networks kind, Link link) throws Exception {
    assumeTrue(kind.available(), "epoll is not available on this machine");
    return kind.create(2, OPTIONS.withLink(link));
  }

  private static byte[] random(int seed, int length) {
    byte[] bytes = new byte[length];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  @ParameterizedTest
  @EnumSource(names = {"EPOLL", "NIO", "EPOLL_TLS", "NIO_TLS"})
  void roundTripsTakeTwiceTheDelay(Networks kind) throws Exception {
    for (long delay : new long[] {50_000, 2_000_000, 20_000_000}) {
      int rounds = delay < 1_000_000 ? 400 : 20;
      long[] nanos = new long[rounds];
      Parties.run(
          create(kind, new Link(1_000_000_000, Duration.ofNanos(delay))),
          LIMIT,
          network -> {
            Channel channel = network.channel(1 - network.party());
            byte[] frame = new byte[8];
            for (int i = 0; i < rounds; i++) {
              long start = System.nanoTime();
              if (network.party() == 0) {
                channel.send(frame, 0, frame.length);
                channel.receive(frame, 0, frame.length);
                nanos[i] = System.nanoTime() - start;
              } else {
                channel.receive(frame, 0, frame.length);
                channel.send(frame, 0, frame.length);
              }
            }
            return null;
          });
      Arrays.sort(nanos);
      String shown = "%d ns each way: %d to %d ns".formatted(delay, nanos[0], nanos[rounds / 2]);
      assertTrue(nanos[0] >= 2 * delay, shown);
      // Of a machine that is busy with something else no more than the best one can be asked.
      assertTrue(nanos[0] < 2 * delay + 1_000_000 + delay / 2, shown);
      if (Boolean.getBoolean("link.print")) {
        System.out.println(kind + " round trip, " + shown);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"EPOLL", "NIO", "EPOLL_TLS", "NIO_TLS"})
  void throughputIsTheRateBothWaysAtOnce(Networks kind) throws Exception {
    // Without compiled code TLS is slower than the faster one.
    long[] rates = kind.tls() ? new long[] {50_000_000} : new long[] {50_000_000, 400_000_000};
    for (long rate : rates) {
      double line = 0.2; // seconds that a frame takes on the line
      double delay = 0.01;
      int length = (int) (rate / 8.0 * line);
      int rounds = 4;
      List<long[]> times =
          Parties.run(
              create(kind, new Link(rate, Duration.ofMillis(10))),
              LIMIT,
              network -> {
                Channel channel = network.channel(1 - network.party());
                byte[] mine = random(network.party(), length);
                byte[] want = random(1 - network.party(), length);
                byte[] theirs = new byte[length];
                long[] startsAndEnds = new long[2 * rounds];
                for (int i = 0; i < rounds; i++) {
                  channel.exchange(mine, 0, 1, theirs, 0, 1);
                  startsAndEnds[2 * i] = System.nanoTime();
                  channel.send(mine, 0, length);
                  channel.receive(theirs, 0, length);
                  startsAndEnds[2 * i + 1] = System.nanoTime();
                  assertArrayEquals(want, theirs);
                }
                return startsAndEnds;
              });
      double best = 10;
      for (int i = 0; i < 2 * rounds; i += 2) {
        long[] one = times.get(0);
        long[] other = times.get(1);
        double first = (one[i + 1] - other[i]) / 1e9;
        double second = (other[i + 1] - one[i]) / 1e9;
        String shown = "%s at %d bit/s: %.4f and %.4f s".formatted(kind, rate, first, second);
        if (Boolean.getBoolean("link.print")) {
          System.out.println(shown);
        }
        assertTrue(Math.min(first, second) >= line + delay, shown);
        best = Math.min(best, Math.max(first, second));
      }
      assertTrue(best < 1.3 * (line + delay), kind + " at " + rate + " bit/s: at best " + best);
    }
  }

  /** A long frame does not come in one lump at the end. */
  @ParameterizedTest
  @EnumSource(names = {"EPOLL", "NIO_TLS"})
  void bytesArriveAsTheLineCarriesThem(Networks kind) throws Exception {
    Link link = new Link(40_000_000, Duration.ofMillis(5));
    Network[] networks = create(kind, link);
    int frames = 20;
    byte[] frame = new byte[50_000]; // 10 ms each
    Parties.run(
        networks,
        LIMIT,
        network -> {
          if (network.party() == 0) {
            byte[] whole = new byte[frames * frame.length];
            network.channel(1).send(new byte[1], 0, 1);
            network.channel(1).exchange(whole, 0, whole.length, whole, 0, 0);
          } else {
            network.channel(0).receive(1);
            long start = System.nanoTime();
            NettyChannel channel = (NettyChannel) network.channel(0);
            assertEquals(frames * frame.length, channel.awaitHeader());
            long previous = 0;
            for (int i = 1; i <= frames; i++) {
              channel.readBody(frame, 0, frame.length);
              long now = System.nanoTime() - start;
              assertTrue(now > 10_000_000L * i - 8_000_000, "frame " + i + " after " + now);
              assertTrue(i == 1 || now - previous < 80_000_000, "a lump after " + previous);
              previous = now;
            }
          }
          return null;
        });
  }

  @ParameterizedTest
  @EnumSource(names = {"EPOLL", "NIO", "EPOLL_TLS", "NIO_TLS"})
  void whatWasSentBeforeClosingArrivesAfterTheDelay(Networks kind) throws Exception {
    Network[] networks = create(kind, new Link(400_000_000, Duration.ofMillis(30)));
    byte[] frame = random(1, 5_000_000); // 100 ms, more than is held at once
    AtomicLong start = new AtomicLong();
    Parties.run(
        networks,
        LIMIT,
        network -> {
          if (network.party() == 0) {
            start.set(System.nanoTime());
            network.channel(1).send(frame, 0, frame.length);
            return null; // and closes
          }
          assertArrayEquals(frame, network.channel(0).receive(frame.length));
          assertTrue(System.nanoTime() - start.get() >= 130_000_000);
          ConnectionLost e =
              assertThrows(ConnectionLost.class, () -> network.channel(0).receive(1));
          assertTrue(e.getMessage().endsWith("closed the connection."), e.getMessage());
          return null;
        });
  }

  @ParameterizedTest
  @EnumSource(names = {"EPOLL", "NIO", "EPOLL_TLS", "NIO_TLS"})
  void twoLinesThatDifferAreADisagreement(Networks kind) throws Exception {
    assumeTrue(kind.available(), "epoll is not available on this machine");
    NetOptions hasty = OPTIONS.withConnectDeadline(Duration.ofMillis(700));
    List<NetOptions> both = kind.optionsOfAll(2, hasty);
    Link one = Link.parse("1gbit");
    Link other = Link.parse("2gbit");
    try (NettyNetwork.Listening listening =
        NettyNetwork.listen(0, 2, new Endpoint("127.0.0.1", 0), both.get(0).withLink(one))) {
      Endpoint at = new Endpoint("127.0.0.1", listening.port());
      List<Object> ends =
          Networks.together(
              List.<Callable<Object>>of(
                  () -> outcome(() -> listening.connect(List.of())),
                  () ->
                      outcome(
                          () ->
                              NettyNetwork.connect(
                                  1, List.of(at, at), both.get(1).withLink(other)))));
      MpcException caller = assertInstanceOf(Disagreement.class, ends.get(1));
      assertTrue(caller.getMessage().contains("imitates another line"), caller.getMessage());
      MpcException listener = assertInstanceOf(ConnectionLost.class, ends.get(0));
      assertTrue(listener.getMessage().contains("1 over another imitated"), listener.getMessage());
    }
  }

  private static Object outcome(Callable<?> call) throws Exception {
    try {
      return call.call();
    } catch (MpcException e) {
      return e;
    }
  }
}
