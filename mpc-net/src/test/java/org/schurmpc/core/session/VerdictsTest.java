package org.schurmpc.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.net.Channel;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.net.TamperingNetwork;

/** What a failed check discards is discarded before anybody learns of it. */
class VerdictsTest {
  private static final class Broken extends HeardVerdicts {
    @Override
    public void pending() throws MpcException {
      throw new BadFile("the disk is full");
    }

    @Override
    public void failed() {
      super.failed();
      throw new IllegalStateException("no disk");
    }
  }

  private static void alone(SessionPairs.Body<?> body) throws Exception {
    SessionPairs.run(session -> session.party() == 0 ? body.run(session) : null);
  }

  @Test
  void listenersHearOfAFailedCheckBeforeItIsThrown() throws Exception {
    alone(
        session -> {
          HeardVerdicts first = new HeardVerdicts();
          Broken broken = new Broken();
          HeardVerdicts last = new HeardVerdicts();
          session.addVerdictListener(first);
          session.addVerdictListener(broken);
          session.addVerdictListener(last);
          session.addVerdictListener(last);
          session.require(true, Check.MAC, "right");
          assertEquals(List.of(), first.calls);
          PeerCheated thrown =
              assertThrows(PeerCheated.class, () -> session.require(false, Check.MAC, "wrong"));
          assertEquals(List.of("failed"), first.calls);
          assertEquals(List.of("failed"), last.calls, "told though another one broke, and once");
          assertEquals("no disk", thrown.getSuppressed()[0].getMessage());
          assertThrows(ConnectionLost.class, () -> session.require(false, Check.MAC, "again"));
          assertEquals(List.of("failed"), last.calls);
          HeardVerdicts late = new HeardVerdicts();
          session.addVerdictListener(late);
          assertEquals(List.of("failed"), late.calls);
          return null;
        });
  }

  /** Another thread of the session does not see the end of it before the listeners are done. */
  @Test
  void noOtherThreadIsAheadOfTheListeners() throws Exception {
    alone(
        session -> {
          CountDownLatch told = new CountDownLatch(1);
          List<String> order = new CopyOnWriteArrayList<>();
          Thread other =
              new Thread(
                  () -> {
                    try {
                      told.await();
                      session.exchange(new byte[1]);
                    } catch (MpcException | InterruptedException e) {
                      order.add(e.getClass().getSimpleName());
                    }
                  });
          other.start();
          session.addVerdictListener(
              new HeardVerdicts() {
                @Override
                public void failed() {
                  told.countDown();
                  while (other.getState() != Thread.State.BLOCKED
                      && other.getState() != Thread.State.TERMINATED) {
                    Thread.onSpinWait();
                  }
                  order.add("destroyed");
                }
              });
          assertThrows(PeerCheated.class, () -> session.require(false, Check.MAC, "wrong"));
          other.join();
          assertEquals(List.of("destroyed", "ConnectionLost"), order);
          return null;
        });
  }

  @Test
  void aJudgementIsPendingUntilItReturns() throws Exception {
    alone(
        session -> {
          HeardVerdicts heard = new HeardVerdicts();
          HeardVerdicts within = new HeardVerdicts();
          session.addVerdictListener(heard);
          session.judge(
              Check.MAC,
              "a test",
              () -> {
                assertEquals(List.of("pending"), heard.calls);
                session.addVerdictListener(within);
                assertEquals(List.of("pending"), within.calls);
                session.judge(Check.EQUALITY, "an inner one", () -> {});
                assertEquals(List.of("pending"), heard.calls, "until the outer one is over");
              });
          assertEquals(List.of("pending", "passed"), heard.calls);
          assertEquals(List.of("pending", "passed"), within.calls);
          return null;
        });
  }

  @Test
  void whateverEndsAJudgementFailsIt() throws Exception {
    List<Throwable> reasons =
        List.of(
            new ConnectionLost("gone"),
            new IllegalStateException("a defect"),
            new AssertionError("another one"));
    for (Throwable reason : reasons) {
      alone(
          session -> {
            HeardVerdicts heard = new HeardVerdicts();
            session.addVerdictListener(heard);
            PeerCheated thrown =
                assertThrows(
                    PeerCheated.class,
                    () -> session.judge(Check.EQUALITY, "a test", () -> rethrow(reason)));
            assertEquals(Check.EQUALITY, thrown.check());
            assertEquals(List.of("pending", "failed"), heard.calls);
            return null;
          });
    }
  }

  private static void rethrow(Throwable reason) throws MpcException {
    if (reason instanceof MpcException end) {
      throw end;
    }
    if (reason instanceof RuntimeException defect) {
      throw defect;
    }
    throw (Error) reason;
  }

  @Test
  void aFailedCheckInAJudgementKeepsItsName() throws Exception {
    alone(
        session -> {
          HeardVerdicts heard = new HeardVerdicts();
          session.addVerdictListener(heard);
          PeerCheated thrown =
              assertThrows(
                  PeerCheated.class,
                  () ->
                      session.judge(
                          Check.EQUALITY,
                          "a test",
                          () -> session.require(false, Check.COMMITMENT, "a test")));
          assertEquals(Check.COMMITMENT, thrown.check());
          assertEquals(List.of("pending", "failed"), heard.calls);
          return null;
        });
  }

  @Test
  void afterAFailedCheckNothingIsJudged() throws Exception {
    alone(
        session -> {
          HeardVerdicts heard = new HeardVerdicts();
          session.addVerdictListener(heard);
          assertThrows(PeerCheated.class, () -> session.require(false, Check.MAC, "elsewhere"));
          AtomicInteger runs = new AtomicInteger();
          assertThrows(
              ConnectionLost.class,
              () -> session.judge(Check.MAC, "a test", runs::incrementAndGet));
          assertEquals(0, runs.get());
          assertEquals(List.of("failed"), heard.calls);
          return null;
        });
  }

  /** Nothing is sent, and what was noted elsewhere is taken back. */
  @Test
  void aVerdictThatCannotBeNotedIsNotBegun() throws Exception {
    alone(
        session -> {
          HeardVerdicts heard = new HeardVerdicts();
          session.addVerdictListener(heard);
          session.addVerdictListener(new Broken());
          AtomicInteger runs = new AtomicInteger();
          assertThrows(
              BadFile.class, () -> session.judge(Check.MAC, "a test", runs::incrementAndGet));
          assertEquals(0, runs.get());
          assertEquals(List.of("pending", "passed"), heard.calls);
          session.require(true, Check.MAC, "no check has failed");
          return null;
        });
  }

  /** A frame of another length is a failed check of the whole session, its forks included. */
  @Test
  void aMalformedFrameEndsTheForks() throws Exception {
    for (boolean onFork : new boolean[] {false, true}) {
      Network[] networks = SessionPairs.networks();
      TamperingNetwork.Hook shorten =
          (peer, index, frame) -> frame.length == 77 ? shorter(frame) : frame;
      networks[0] = new TamperingNetwork(networks[0], shorten, shorten);
      List<Object> outcomes =
          SessionPairs.outcomes(
              networks,
              session -> {
                HeardVerdicts heard = new HeardVerdicts();
                session.addVerdictListener(heard);
                try (Session fork = session.fork("another thread")) {
                  Session bad = onFork ? fork : session;
                  Session other = onFork ? session : fork;
                  if (session.party() == 0) {
                    bad.exchange(new byte[77]);
                    return "sent";
                  }
                  PeerCheated thrown =
                      assertThrows(PeerCheated.class, () -> bad.exchange(new byte[77]));
                  assertEquals(Check.MALFORMED, thrown.check());
                  assertEquals(List.of("failed"), heard.calls);
                  assertThrows(ConnectionLost.class, () -> other.exchange(new byte[5]));
                  assertThrows(ConnectionLost.class, other::beginRound);
                  throw thrown;
                }
              });
      Outcomes.assertCheated(Check.MALFORMED, outcomes.get(1), "on a fork: " + onFork);
    }
  }

  private static byte[] shorter(byte[] frame) {
    return Arrays.copyOf(frame, frame.length - 1);
  }

  /** A message of several pieces, of which the second does not leave after a failed check. */
  @Test
  void piecesOfAMessageUnderWayStop() throws Exception {
    AtomicInteger pieces = new AtomicInteger();
    Session[] sessions = new Session[1];
    Network[] networks = SessionPairs.networks();
    networks[0] =
        new TamperingNetwork(
            networks[0],
            (peer, index, frame) -> {
              if (frame.length == Channel.PIECE && pieces.incrementAndGet() == 2) {
                // Meanwhile a check fails in another thread.
                assertThrows(
                    PeerCheated.class, () -> sessions[0].require(false, Check.MAC, "elsewhere"));
              }
              return frame;
            });
    List<Object> outcomes =
        SessionPairs.outcomes(
            networks,
            session -> {
              if (session.party() == 0) {
                sessions[0] = session;
              }
              byte[] message = new byte[5 * Channel.PIECE];
              session.exchange(message, 0, message.length, message, 0, message.length);
              return "done";
            });
    assertInstanceOf(ConnectionLost.class, outcomes.get(0));
    assertTrue(outcomes.get(0).toString().contains("a check of this session failed"));
    assertEquals(2, pieces.get());
    assertInstanceOf(ConnectionLost.class, outcomes.get(1));
  }

  @Test
  void piecesToSeveralPeersStop() throws Exception {
    AtomicInteger pieces = new AtomicInteger();
    Session[] sessions = new Session[1];
    Network[] networks = SessionPairs.networks(3);
    networks[0] =
        new TamperingNetwork(
            networks[0],
            (peer, index, frame) -> {
              if (frame.length == Channel.PIECE && pieces.incrementAndGet() == 3) {
                assertThrows(
                    PeerCheated.class, () -> sessions[0].require(false, Check.MAC, "elsewhere"));
              }
              return frame;
            });
    List<Object> outcomes =
        SessionPairs.outcomes(
            networks,
            session -> {
              if (session.party() == 0) {
                sessions[0] = session;
              }
              session.exchangeAll(new byte[5 * Channel.PIECE]);
              return "done";
            });
    assertInstanceOf(ConnectionLost.class, outcomes.get(0));
    assertEquals(3, pieces.get());
  }

  /**
   * Not even the hashes of transcripts: a frame more would say that a check elsewhere failed late.
   */
  @Test
  void noComparisonIsSentAfterAFailedCheck() throws Exception {
    AtomicInteger frames = new AtomicInteger();
    Network[] networks =
        SessionPairs.tampered(
            (peer, index, frame) -> {
              frames.incrementAndGet();
              return frame;
            });
    List<Object> outcomes =
        SessionPairs.outcomes(
            networks,
            session -> {
              if (session.party() == 0) {
                session.exchange(new byte[1]);
                assertThrows(
                    PeerCheated.class, () -> session.require(false, Check.MAC, "elsewhere"));
              } else {
                session.exchange(new byte[1]);
              }
              session.compareTranscripts();
              return "done";
            });
    assertInstanceOf(ConnectionLost.class, outcomes.get(0));
    assertInstanceOf(ConnectionLost.class, outcomes.get(1));
    assertEquals(SessionPairs.HANDSHAKE_FRAMES + 1, frames.get());
  }

  /** The messages of a round that are sent and received one by one. */
  @Test
  void messagesOfARoundStopAfterAFailedCheck() throws Exception {
    AtomicInteger frames = new AtomicInteger();
    Network[] networks =
        SessionPairs.tampered(
            (peer, index, frame) -> {
              frames.incrementAndGet();
              return frame;
            });
    List<Object> outcomes =
        SessionPairs.outcomes(
            networks,
            session -> {
              byte[][] bytes = {new byte[3], new byte[3]};
              int[] lengths = {3, 3};
              session.beginRound();
              session.sendAll(bytes, lengths);
              session.receiveAll(bytes, lengths);
              if (session.party() == 0) {
                assertThrows(
                    PeerCheated.class, () -> session.require(false, Check.MAC, "elsewhere"));
              }
              session.sendAll(bytes, lengths);
              session.receiveAll(bytes, lengths);
              return "done";
            });
    assertInstanceOf(ConnectionLost.class, outcomes.get(0));
    assertInstanceOf(ConnectionLost.class, outcomes.get(1));
    assertEquals(SessionPairs.HANDSHAKE_FRAMES + 1, frames.get());
  }

  @Test
  void aMessageOfARoundIsOnePiece() throws Exception {
    alone(
        session -> {
          byte[][] bytes = new byte[2][Channel.PIECE + 1];
          int[] lengths = {bytes[0].length, bytes[0].length};
          assertThrows(IllegalArgumentException.class, () -> session.sendAll(bytes, lengths));
          assertThrows(IllegalArgumentException.class, () -> session.receiveAll(bytes, lengths));
          return null;
        });
  }
}
