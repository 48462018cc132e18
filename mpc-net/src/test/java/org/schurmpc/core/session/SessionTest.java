package org.schurmpc.core.session;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.net.ForwardingNetwork;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.net.TamperingNetwork;

class SessionTest {
  private static final int MESSAGE = 60;
  private static final int FIRST = SessionPairs.HANDSHAKE_FRAMES;

  private static byte[] message(Session session, int number) {
    byte[] bytes = new byte[MESSAGE];
    new Random(10L * number + session.party()).nextBytes(bytes);
    return bytes;
  }

  /** Three messages, compared after the second and the third. */
  private static Object talk(Session session) throws Exception {
    session.exchange(message(session, 0));
    session.exchange(message(session, 1));
    session.compareTranscripts();
    session.exchange(message(session, 2));
    session.compareTranscripts();
    return "done";
  }

  @Test
  void anHonestLinePasses() throws Exception {
    assertEquals(List.of("done", "done"), SessionPairs.run(SessionTest::talk));
  }

  @Test
  void everyChangedByteIsFoundByTheComparison() throws Exception {
    // The frame after the messages of the first interval is the comparison itself.
    int[] frames = {FIRST, FIRST + 1, FIRST + 3};
    for (int frame : frames) {
      for (int at = 0; at < MESSAGE; at++) {
        List<Object> outcomes =
            SessionPairs.outcomes(
                SessionPairs.tampered(SessionPairs.flip(frame, at)), SessionTest::talk);
        Outcomes.assertCheated(
            Check.TRANSCRIPT, outcomes.get(1), "frame " + frame + ", byte " + at);
        if (frame < FIRST + 2) {
          assertInstanceOf(ConnectionLost.class, outcomes.get(0), "the sender sees it hang up");
        }
      }
    }
  }

  @Test
  void aChangedComparisonIsFound() throws Exception {
    for (int at = 0; at < 32; at++) {
      List<Object> outcomes =
          SessionPairs.outcomes(
              SessionPairs.tampered(SessionPairs.flip(FIRST + 2, at)), SessionTest::talk);
      Outcomes.assertCheated(Check.TRANSCRIPT, outcomes.get(1), "byte " + at);
    }
  }

  @Test
  void anOldComparisonIsFound() throws Exception {
    byte[][] old = new byte[1][];
    TamperingNetwork.Hook replay =
        (peer, index, frame) -> {
          if (index == FIRST + 2) {
            old[0] = frame.clone();
          }
          return index == FIRST + 4 ? old[0] : frame;
        };
    List<Object> outcomes = SessionPairs.outcomes(SessionPairs.tampered(replay), SessionTest::talk);
    Outcomes.assertCheated(Check.TRANSCRIPT, outcomes.get(1), "replayed");
  }

  @Test
  void swappedMessagesAreFound() throws Exception {
    byte[][] held = new byte[2][];
    TamperingNetwork.Hook learn =
        (peer, index, frame) -> {
          if (index == FIRST || index == FIRST + 1) {
            held[index - FIRST] = frame.clone();
          }
          return frame;
        };
    SessionPairs.outcomes(SessionPairs.tampered(learn), SessionTest::talk);
    TamperingNetwork.Hook swap =
        (peer, index, frame) -> index == FIRST ? held[1] : index == FIRST + 1 ? held[0] : frame;
    List<Object> outcomes = SessionPairs.outcomes(SessionPairs.tampered(swap), SessionTest::talk);
    Outcomes.assertCheated(Check.TRANSCRIPT, outcomes.get(1), "swapped");
  }

  @Test
  void aChangeOnAForkIsFoundThere() throws Exception {
    Network[] networks = SessionPairs.networks();
    networks[0] =
        new TamperingNetwork(networks[0], (peer, index, frame) -> frame, SessionPairs.flip(1, 5));
    List<Object> outcomes =
        SessionPairs.outcomes(
            networks,
            session -> {
              talk(session);
              try (Session fork = session.fork("worker")) {
                return talk(fork);
              }
            });
    Outcomes.assertCheated(Check.TRANSCRIPT, outcomes.get(1), "fork");
  }

  /** Each party's first fork forks before or after its second connection is there. */
  @Test
  void forksFork() throws Exception {
    List<Object> outcomes =
        SessionPairs.outcomes(
            SessionPairs.networks(),
            session -> {
              try (Session first = session.fork("first");
                  Session one =
                      session.party() == 0 ? first.fork("child") : session.fork("second");
                  Session two =
                      session.party() == 1 ? first.fork("child") : session.fork("second")) {
                Session child = session.party() == 0 ? one : two;
                Session second = session.party() == 0 ? two : one;
                assertEquals(2, second.channelNumber());
                assertEquals((1 << 15) + 1, child.channelNumber());
                talk(child);
                return talk(second);
              }
            });
    assertEquals(List.of("done", "done"), outcomes);
  }

  /** One's connections 1 and 2 lead to the other's connections 2 and 1. */
  private record Crossed(Network network) implements ForwardingNetwork {
    @Override
    public Network fork(byte[] sid, int number) throws MpcException {
      return network.fork(sid, 3 - number);
    }
  }

  @Test
  void swappedConnectionsAreFound() throws Exception {
    Network[] networks = SessionPairs.networks();
    networks[0] = new Crossed(networks[0]);
    List<Object> outcomes =
        SessionPairs.outcomes(
            networks,
            session -> {
              try (Session one = session.fork("one");
                  Session two = session.fork("two")) {
                Session first = session.party() == 0 ? two : one;
                return talk(first);
              }
            });
    // Each may lose the connection to the other, who found it first.
    assertTrue(outcomes.stream().noneMatch("done"::equals), outcomes.toString());
    assertTrue(
        outcomes.stream()
            .anyMatch(o -> o instanceof PeerCheated e && e.check() == Check.TRANSCRIPT),
        outcomes.toString());
  }

  @Test
  void forksAreNumberedAndBoundToTheirNumber() throws Exception {
    List<String> results =
        SessionPairs.run(
            session -> {
              assertEquals(0, session.channelNumber());
              try (Session one = session.fork("one");
                  Session two = session.fork("two")) {
                assertEquals(1, one.channelNumber());
                assertEquals(2, two.channelNumber());
                assertArrayEquals(session.sid(), two.sid());
                assertFalse(Arrays.equals(one.hash("label").digest(), two.hash("label").digest()));
                assertFalse(
                    Arrays.equals(one.hash("label").digest(), session.hash("label").digest()));
                talk(two);
                talk(one);
                return "done";
              }
            });
    assertEquals(List.of("done", "done"), results);
  }

  @Test
  void theSessionIdIsACopy() throws Exception {
    SessionPairs.run(
        session -> {
          byte[] sid = session.sid();
          session.sid()[0] ^= 1;
          assertArrayEquals(sid, session.sid());
          return null;
        });
  }

  @Test
  void numbersCountByLabelAndConnection() throws Exception {
    SessionPairs.run(
        session -> {
          assertEquals(0, session.nextNumber("a"));
          assertEquals(1, session.nextNumber("a"));
          assertEquals(0, session.nextNumber("b"));
          try (Session fork = session.fork("fork")) {
            assertEquals(0, fork.nextNumber("a"));
          }
          assertEquals(2, session.nextNumber("a"));
          return null;
        });
  }

  @Test
  void bytesMessagesAndRoundsAreCountedByPhase() throws Exception {
    SessionPairs.run(
        session -> {
          Metrics metrics = session.metrics();
          assertEquals(2, metrics.rounds(Phase.SETUP), "hello and confirmation");
          assertEquals(2, metrics.messagesSent(Phase.SETUP));
          long setup = metrics.bytesSent(Phase.SETUP);
          assertEquals(
              new Hello(0, 2, new byte[32], session.terms()).encode().length + 4 + 36, setup);

          metrics.enter(Phase.INPUT);
          int mine = session.party() == 0 ? 100 : 7;
          int theirs = 107 - mine;
          session.exchange(new byte[mine], 0, mine, new byte[theirs], 0, theirs);
          session.exchange(new byte[0], 0, 0, new byte[0], 0, 0);
          assertEquals(1, metrics.rounds(Phase.INPUT), "an exchange of nothing is no round");

          metrics.enter(Phase.COMPUTE);
          session.exchange(new byte[9]);
          metrics.enter(Phase.INPUT);
          session.exchange(new byte[3]);
          metrics.enter(Phase.OUTPUT);
          session.compareTranscripts();

          assertEquals(setup, metrics.bytesSent(Phase.SETUP));
          assertEquals(mine + 4 + 7, metrics.bytesSent(Phase.INPUT));
          assertEquals(theirs + 4 + 7, metrics.bytesReceived(Phase.INPUT));
          assertEquals(2, metrics.messagesSent(Phase.INPUT));
          assertEquals(2, metrics.rounds(Phase.INPUT));
          assertEquals(13, metrics.bytesSent(Phase.COMPUTE));
          assertEquals(1, metrics.rounds(Phase.COMPUTE));
          assertEquals(36, metrics.bytesReceived(Phase.OUTPUT));
          assertEquals(1, metrics.rounds(Phase.OUTPUT));
          assertEquals(0, metrics.rounds(Phase.PREPROCESSING));
          return null;
        });
  }

  @Test
  void stepsEndWithTheNextStepOrPhase() throws Exception {
    SessionPairs.run(
        session -> {
          Metrics metrics = session.metrics();
          metrics.enter(Phase.PREPROCESSING);
          metrics.step("one");
          metrics.step("two");
          metrics.enter(Phase.COMPUTE);
          Map<String, Long> ended = metrics.stepNanos();
          assertEquals(List.of("one", "two"), List.copyOf(ended.keySet()));
          session.exchange(new byte[1]);
          assertEquals(ended, metrics.stepNanos(), "in no step");
          metrics.step("one");
          session.exchange(new byte[1]);
          Map<String, Long> now = metrics.stepNanos();
          assertTrue(now.get("one") > ended.get("one"), now.toString());
          assertEquals(ended.get("two"), now.get("two"));
          return null;
        });
  }

  @Test
  void trafficOfForksIsAbsorbedOnceAndTheirRoundsOverlap() throws Exception {
    SessionPairs.run(
        session -> {
          Metrics metrics = session.metrics();
          try (Session one = session.fork("one");
              Session two = session.fork("two")) {
            List<Metrics> forks = List.of(one.metrics(), two.metrics());
            one.exchange(new byte[1]); // in another phase: stays where it is
            forks.forEach(fork -> fork.enter(Phase.PREPROCESSING));
            metrics.enter(Phase.PREPROCESSING);
            session.exchange(new byte[5]);
            one.exchange(new byte[10]);
            one.exchange(new byte[10]);
            two.exchange(new byte[100]);
            metrics.absorb(Phase.PREPROCESSING, forks);
            metrics.absorb(Phase.PREPROCESSING, forks);
            long expected = 5 + 10 + 10 + 100 + 4 * 4;
            assertEquals(expected, metrics.bytesSent(Phase.PREPROCESSING));
            assertEquals(expected, metrics.bytesReceived(Phase.PREPROCESSING));
            assertEquals(4, metrics.messagesSent(Phase.PREPROCESSING));
            assertEquals(1 + 2, metrics.rounds(Phase.PREPROCESSING), "own, and the longer fork's");
            assertEquals(0, one.metrics().bytesSent(Phase.PREPROCESSING));
            assertEquals(0, one.metrics().rounds(Phase.PREPROCESSING));
            assertEquals(5, one.metrics().bytesSent(Phase.SETUP));

            two.exchange(new byte[20]);
            metrics.absorb(Phase.PREPROCESSING, forks);
            assertEquals(expected + 24, metrics.bytesSent(Phase.PREPROCESSING));
            assertEquals(4, metrics.rounds(Phase.PREPROCESSING));

            one.metrics().countCheck();
            two.metrics().countCheck();
            one.exchange(new byte[1]);
            two.exchange(new byte[1]);
            two.exchange(new byte[1]);
            session.exchange(new byte[1]);
            metrics.absorb(Phase.PREPROCESSING, forks, 4);
            assertEquals(4 + 2, metrics.rounds(Phase.PREPROCESSING), "own one beside the two");
            assertEquals(2, metrics.checks(Phase.PREPROCESSING));
            assertEquals(0, one.metrics().checks(Phase.PREPROCESSING));
          }
          List<Metrics> itself = List.of(metrics);
          assertThrows(
              IllegalArgumentException.class, () -> metrics.absorb(Phase.PREPROCESSING, itself));
          return null;
        });
  }

  @Test
  void aMessageOfAnotherLengthIsMalformed() throws Exception {
    TamperingNetwork.Hook shorten =
        (peer, index, frame) -> index == FIRST ? Arrays.copyOf(frame, frame.length - 1) : frame;
    List<Object> outcomes =
        SessionPairs.outcomes(SessionPairs.tampered(shorten), SessionTest::talk);
    Outcomes.assertCheated(Check.MALFORMED, outcomes.get(1), "shorter");
  }
}
