package org.schurmpc.spdz.share;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.agree.BroadcastCheck;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.field.Fields;
import org.schurmpc.core.session.Phase;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;

/** Openings that are started and stopped. */
class OpeningTest {
  private static final int N = 1100;

  private final Field field;

  OpeningTest() throws Refused {
    field = Fields.named("gf2_64");
  }

  private Opening opening(Session session, OpeningMode mode) {
    GlobalMacCheck check =
        new GlobalMacCheck(session, field, new long[1], new BroadcastCheck(session));
    return new Opening(session, field, check, mode);
  }

  private static void write(Opening opening, int party) {
    for (int i = 0; i < N; i++) {
      opening.values()[opening.at(i)] = (1L << party) + ((long) i << 40);
    }
    for (int first = 0; first < N; first += Opening.BLOCK) {
      opening.put(first, Math.min(Opening.BLOCK, N - first));
    }
  }

  private static void requireRight(Opening opening, int parties) throws Exception {
    for (int first = 0; first < N; first += Opening.BLOCK) {
      opening.take(first, Math.min(Opening.BLOCK, N - first));
    }
    for (int i = 0; i < N; i++) {
      long even = parties % 2 == 0 ? 0 : (long) i << 40;
      assertEquals((1L << parties) - 1 + even, opening.values()[opening.at(i)]);
    }
  }

  @ParameterizedTest
  @CsvSource({"2, ALL", "3, ALL", "6, ALL", "2, KING", "3, KING", "6, KING"})
  void allGetTheSums(int parties, OpeningMode mode) throws Exception {
    SessionPairs.run(
        SessionPairs.networks(parties),
        session -> {
          Opening opening = opening(session, mode);
          int before = (int) session.metrics().rounds(Phase.SETUP);
          for (int time = 0; time < 2; time++) {
            opening.begin(N);
            write(opening, session.party());
            opening.start();
            opening.stop();
            requireRight(opening, parties);
            opening.end();
          }
          int rounds = mode == OpeningMode.ALL ? 2 : 4;
          assertEquals(rounds, session.metrics().rounds(Phase.SETUP) - before);
          return null;
        });
  }

  /** What the others started reaches a party that stops, while they compute. */
  @ParameterizedTest
  @EnumSource(OpeningMode.class)
  void sharesAreUnderWayAfterTheStart(OpeningMode mode) throws Exception {
    CountDownLatch received = new CountDownLatch(1);
    SessionPairs.run(
        SessionPairs.networks(3),
        session -> {
          Opening opening = opening(session, mode);
          opening.begin(N);
          write(opening, session.party());
          opening.start();
          if (session.party() > 0) {
            assertTrue(received.await(10, TimeUnit.SECONDS));
          }
          opening.stop();
          received.countDown();
          requireRight(opening, 3);
          opening.end();
          return null;
        });
  }

  @ParameterizedTest
  @EnumSource(OpeningMode.class)
  void stepsInAnotherOrderAreRefused(OpeningMode mode) throws Exception {
    SessionPairs.run(
        session -> {
          GlobalMacCheck check =
              new GlobalMacCheck(session, field, new long[1], new BroadcastCheck(session));
          Opening opening = new Opening(session, field, check, mode);
          assertThrows(IllegalStateException.class, opening::start);
          opening.begin(N);
          assertThrows(IllegalStateException.class, () -> opening.begin(1));
          assertThrows(IllegalStateException.class, opening::stop);
          write(opening, session.party());
          opening.start();
          assertThrows(IllegalStateException.class, opening::start);
          assertThrows(IllegalStateException.class, () -> opening.begin(1));
          assertThrows(IllegalStateException.class, () -> opening.take(0, 1));
          assertThrows(IllegalStateException.class, opening::end);
          assertThrows(IllegalStateException.class, check::check);
          assertThrows(
              IllegalStateException.class, () -> check.opened(new long[1], 0, new long[1], 0, 1));
          opening.stop();
          assertThrows(IllegalStateException.class, opening::stop);
          assertThrows(IllegalStateException.class, check::check);
          requireRight(opening, 2);
          opening.end();
          assertEquals(N, check.pending());
          return null;
        });
  }

  /** Six MiB of shares in each direction, which neither party receives before both have started. */
  @Test
  void longMessagesDoNotBlock() throws Exception {
    int n = 800_000;
    SessionPairs.run(
        session -> {
          Opening opening = opening(session, OpeningMode.ALL);
          opening.begin(n);
          opening.values()[opening.at(n - 1)] = 1L + session.party();
          for (int first = 0; first < n; first += Opening.BLOCK) {
            opening.put(first, Math.min(Opening.BLOCK, n - first));
          }
          opening.start();
          opening.stop();
          opening.take(n - 1, 1);
          assertArrayEquals(new long[] {3}, new long[] {opening.values()[opening.at(n - 1)]});
          return null;
        });
  }
}
