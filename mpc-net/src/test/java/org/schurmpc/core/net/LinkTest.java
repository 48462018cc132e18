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
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.abort.MpcException;

/**
 * The imitated line over sockets against its own setting: never faster, and not much slower. A
 * machine that is busy with something else makes it slower at times, never faster; so each run has
 * to keep the lower bound, and one within {@link #PATIENCE} the upper one. {@link LinkHandlerTest}
 * has both to the nanosecond.
 */
@Timeout(60)
@Execution(ExecutionMode.CONCURRENT)
class LinkTest {

  private static final Duration LIMIT = Duration.ofSeconds(40);
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final NetOptions OPTIONS = NetOptions.party();

  /** One run; whether it kept the upper bound. */
  private interface Run {
    boolean kept() throws Exception;
  }

  private static void requireOnce(Run run, String bound) throws Exception {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!run.kept()) {
      assertTrue(System.nanoTime() < end, bound);
    }
  }

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
      int rounds = delay < 1_000_000 ? 100 : 5;
      long bound = 2 * delay + 1_000_000 + delay / 2;
      requireOnce(
          () -> {
            long best = shortestRoundTrip(kind, delay, rounds);
            assertTrue(best >= 2 * delay, "%d ns each way: %d ns".formatted(delay, best));
            return best < bound;
          },
          kind + ": no round trip below " + bound);
    }
  }

  private static long shortestRoundTrip(Networks kind, long delay, int rounds) throws Exception {
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
    return Arrays.stream(nanos).min().orElseThrow();
  }

  @ParameterizedTest
  @EnumSource(names = {"EPOLL", "NIO", "EPOLL_TLS", "NIO_TLS"})
  void throughputIsTheRateBothWaysAtOnce(Networks kind) throws Exception {
    // Without compiled code TLS is slower than the faster one.
    long[] rates = kind.tls() ? new long[] {50_000_000} : new long[] {50_000_000, 400_000_000};
    for (long rate : rates) {
      // Seconds that a frame takes on the line; more bytes than it holds at once.
      double line = rate == 50_000_000 ? 0.2 : 0.05;
      double delay = 0.01;
      double bound = 1.3 * (line + delay);
      requireOnce(
          () -> {
            double[] both = exchangeSeconds(kind, rate, (int) (rate / 8.0 * line));
            String shown = "%s at %d bit/s: %s s".formatted(kind, rate, Arrays.toString(both));
            assertTrue(Math.min(both[0], both[1]) >= line + delay, shown);
            return Math.max(both[0], both[1]) < bound;
          },
          kind + " at " + rate + " bit/s: never within " + bound + " s");
    }
  }

  /** How long a frame takes in each direction, from the one's start to the other's end. */
  private static double[] exchangeSeconds(Networks kind, long rate, int length) throws Exception {
    List<long[]> times =
        Parties.run(
            create(kind, new Link(rate, Duration.ofMillis(10))),
            LIMIT,
            network -> {
              Channel channel = network.channel(1 - network.party());
              byte[] mine = random(network.party(), length);
              byte[] want = random(1 - network.party(), length);
              byte[] theirs = new byte[length];
              channel.exchange(mine, 0, 1, theirs, 0, 1);
              long start = System.nanoTime();
              channel.send(mine, 0, length);
              channel.receive(theirs, 0, length);
              long end = System.nanoTime();
              assertArrayEquals(want, theirs);
              return new long[] {start, end};
            });
    long[] one = times.get(0);
    long[] other = times.get(1);
    return new double[] {(one[1] - other[0]) / 1e9, (other[1] - one[0]) / 1e9};
  }

  /** A long frame does not come in one lump at the end. */
  @ParameterizedTest
  @EnumSource(names = {"EPOLL", "NIO_TLS"})
  void bytesArriveAsTheLineCarriesThem(Networks kind) throws Exception {
    requireOnce(() -> longestGap(kind) < 80_000_000, "a lump in each run");
  }

  /** Sends 20 pieces of 10 ms each; none may come before its time. */
  private static long longestGap(Networks kind) throws Exception {
    int pieces = 20;
    byte[] piece = new byte[50_000];
    AtomicLong start = new AtomicLong();
    AtomicLong longest = new AtomicLong();
    Parties.run(
        create(kind, new Link(40_000_000, Duration.ofMillis(5))),
        LIMIT,
        network -> {
          if (network.party() == 0) {
            byte[] whole = new byte[pieces * piece.length];
            start.set(System.nanoTime());
            network.channel(1).exchange(whole, 0, whole.length, whole, 0, 0);
            return null;
          }
          NettyChannel channel = (NettyChannel) network.channel(0);
          assertEquals(pieces * piece.length, channel.awaitHeader());
          long previous = 0;
          for (int i = 1; i <= pieces; i++) {
            channel.readBody(piece, 0, piece.length);
            long now = System.nanoTime() - start.get();
            assertTrue(now >= 10_000_000L * i + 5_000_000, "piece " + i + " after " + now);
            longest.accumulateAndGet(i == 1 ? 0 : now - previous, Math::max);
            previous = now;
          }
          return null;
        });
    return longest.get();
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
