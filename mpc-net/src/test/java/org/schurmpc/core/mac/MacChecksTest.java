package org.schurmpc.core.mac;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.net.TamperingNetwork;
import org.schurmpc.core.session.HeardVerdicts;
import org.schurmpc.core.session.Outcomes;
import org.schurmpc.core.session.Phase;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;

/** Comparisons with several peers at once. */
class MacChecksTest {
  private static final int SHORT = 60;
  private static final int LONG = MacCheck.SHORT_INTERVAL_WORDS;
  private static final int HANDSHAKE_ROUNDS = 2;

  /** How many words one party logs for another. */
  private interface Words {
    int of(int from, int to);
  }

  private static long[] macs(int from, int to, int words) {
    return new Random(10L * from + to).longs(words).toArray();
  }

  private static void log(MacLog log, long[] macs) {
    int start = log.extend(macs.length);
    System.arraycopy(macs, 0, log.words(), start, macs.length);
  }

  private static void fill(MacChecks checks, Session session, Words words) {
    int me = session.party();
    for (int peer : session.peers()) {
      log(checks.held(peer), macs(me, peer, words.of(me, peer)));
      log(checks.expected(peer), macs(peer, me, words.of(peer, me)));
    }
  }

  private static long rounds(Session session, Words words) throws Exception {
    MacChecks checks = new MacChecks(session, 10);
    checks.check(); // of nothing
    for (int interval = 0; interval < 2; interval++) {
      fill(checks, session, words);
      checks.check();
      assertEquals(0, checks.pending());
    }
    return session.metrics().rounds(Phase.SETUP) - HANDSHAKE_ROUNDS;
  }

  private static void requireRounds(int parties, long expected, Words words) throws Exception {
    assertEquals(
        Collections.nCopies(parties, expected),
        SessionPairs.outcomes(SessionPairs.networks(parties), session -> rounds(session, words)));
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 5})
  void takeAsManyRoundsAsWithOnePeer(int parties) throws Exception {
    requireRounds(parties, 2, (from, to) -> SHORT + from);
    requireRounds(parties, 6, (from, to) -> LONG + from);
  }

  /** As when some outputs go to one party only. */
  @Test
  void pairsNeedNotHaveLoggedAsMuch() throws Exception {
    requireRounds(3, 6, (from, to) -> to == 0 ? LONG + 1 : to == 1 ? SHORT : 0);
    requireRounds(4, 2, (from, to) -> to == 2 ? SHORT : 0);
  }

  /** One wrong bit in what one of three holds for one other. */
  @ParameterizedTest
  @ValueSource(ints = {SHORT, LONG})
  void whoeverWasLiedToFindsOut(int words) throws Exception {
    for (int victim : new int[] {0, 2}) {
      List<Object> ends =
          SessionPairs.outcomes(
              SessionPairs.networks(3),
              session -> {
                MacChecks checks = new MacChecks(session, 10);
                fill(checks, session, (from, to) -> words);
                if (session.party() == 1) {
                  checks.held(victim).words()[words - 1] ^= 1L << 40;
                }
                checks.check();
                return "passed";
              });
      Outcomes.assertCheated(Check.MAC, ends.get(victim), "lied to " + victim);
      assertEquals("passed", ends.get(2 - victim));
    }
  }

  /** Whatever of the comparison is changed on its way to one party. */
  @Test
  void everyMessageCounts() throws Exception {
    Check[] checks = {Check.COMMITMENT, Check.COMMITMENT, Check.MAC};
    for (int i = 0; i < checks.length; i++) {
      int changed = SessionPairs.HANDSHAKE_FRAMES + i;
      Network[] networks = SessionPairs.networks(3);
      networks[1] =
          new TamperingNetwork(
              networks[1],
              (peer, index, frame) -> {
                if (peer == 2 && index == changed) {
                  frame[9] ^= 1;
                }
                return frame;
              });
      List<Object> ends =
          SessionPairs.outcomes(networks, session -> rounds(session, (from, to) -> LONG));
      Outcomes.assertCheated(checks[i], ends.get(2), "message " + i);
      assertTrue(ends.get(0) instanceof ConnectionLost, "message " + i + ": " + ends.get(0));
    }
  }

  @Test
  void aCheckThatDidNotPassIsNotTriedAgain() throws Exception {
    List<Object> ends =
        SessionPairs.outcomes(
            SessionPairs.networks(3),
            session -> {
              MacChecks checks = new MacChecks(session, 10);
              fill(checks, session, (from, to) -> SHORT);
              if (session.party() == 1) {
                checks.held(0).words()[0] ^= 1;
              }
              if (session.party() == 0) {
                PeerCheated cheated = assertThrows(PeerCheated.class, checks::check);
                assertThrows(IllegalStateException.class, checks::check);
                throw cheated;
              }
              checks.check();
              return "passed";
            });
    Outcomes.assertCheated(Check.MAC, ends.get(0), "lied to");
  }

  /** Also if nothing has been logged since. */
  @Test
  void afterAFailureNothingPendingDoesNotPass() throws Exception {
    SessionPairs.outcomes(
        SessionPairs.networks(3),
        session -> {
          MacChecks checks = new MacChecks(session, 10);
          checks.check();
          fill(checks, session, (from, to) -> LONG);
          assertThrows(PeerCheated.class, () -> session.require(false, Check.MAC, "elsewhere"));
          assertThrows(ConnectionLost.class, checks::check);
          checks.wipe();
          assertEquals(0, checks.pending());
          assertThrows(IllegalStateException.class, checks::check);
          return null;
        });
  }

  /** In place of its commitment, of its opening, of its proof: nothing has shown a key. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void whoLeavesHasFailedNothing(int frame) throws Exception {
    HeardVerdicts heard = new HeardVerdicts();
    List<Object> ends =
        SessionPairs.outcomes(
            SessionPairs.leaving(3, 1, SessionPairs.HANDSHAKE_FRAMES + frame),
            session -> {
              if (session.party() != 1) {
                session.addVerdictListener(heard);
              }
              return rounds(session, (from, to) -> LONG);
            });
    Outcomes.assertEnded(ConnectionLost.class, ends.get(0));
    Outcomes.assertEnded(ConnectionLost.class, ends.get(2));
    assertEquals(List.of(), heard.calls);
  }
}
