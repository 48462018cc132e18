package org.schurmpc.core.session;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.net.NetOptions;
import org.schurmpc.core.net.Networks;

/** A peer that is gone while this party computes, in memory and over sockets. */
class GonePeersTest {
  private static final Duration LIMIT = Duration.ofSeconds(20);
  private static final Duration SOON = Duration.ofSeconds(2);

  /** Time for ten looks at the connections. */
  private static final Duration WHILE = Duration.ofMillis(50);

  private static final byte[] MESSAGE = {1, 2, 3};

  /** Runs two parties on a network of a kind. */
  private static void run(Networks kind, SessionPairs.Body<Void> body) throws Exception {
    assumeTrue(kind.available());
    assertTimeoutPreemptively(
        LIMIT, () -> SessionPairs.run(kind.create(2, NetOptions.party()), body));
  }

  /** Computes until a peer is missed, or for some time. */
  private static void compute(Session session, Duration time) throws MpcException {
    for (long start = System.nanoTime(); System.nanoTime() - start < time.toNanos(); ) {
      session.requirePeers();
      Thread.onSpinWait();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"MEMORY", "EPOLL", "NIO_TLS", "EPOLL_LINK"})
  void aPeerThatLeavesIsMissedWithoutARound(Networks kind) throws Exception {
    run(
        kind,
        session -> {
          session.exchange(MESSAGE);
          if (session.party() == 0) {
            assertThrows(ConnectionLost.class, () -> compute(session, SOON));
          }
          return null;
        });
  }

  @ParameterizedTest
  @EnumSource(names = {"MEMORY", "EPOLL", "NIO_TLS", "EPOLL_LINK"})
  void whatHadArrivedIsReceivedFirst(Networks kind) throws Exception {
    run(
        kind,
        session -> {
          byte[] nothing = {};
          byte[] in = new byte[MESSAGE.length];
          if (session.party() == 1) {
            session.exchange(MESSAGE, 0, MESSAGE.length, nothing, 0, 0);
            session.exchange(MESSAGE, 0, MESSAGE.length, nothing, 0, 0);
            return null; // at its end: nobody owes it anything
          }
          compute(session, WHILE);
          session.exchange(nothing, 0, 0, in, 0, in.length);
          assertArrayEquals(MESSAGE, in);
          compute(session, WHILE);
          session.exchange(nothing, 0, 0, in, 0, in.length);
          assertArrayEquals(MESSAGE, in);
          assertThrows(ConnectionLost.class, () -> compute(session, SOON));
          return null;
        });
  }

  @ParameterizedTest
  @EnumSource(names = {"MEMORY", "EPOLL", "NIO_TLS", "EPOLL_LINK"})
  void aPeerThatComputesTooIsThere(Networks kind) throws Exception {
    run(
        kind,
        session -> {
          compute(session, WHILE);
          assertArrayEquals(MESSAGE, session.exchange(MESSAGE));
          return null;
        });
  }
}
