package org.schurmpc.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.net.TamperingNetwork;

/** Every way in which a check of a session can fail takes the registered actions. */
class FailedCheckTest {
  private static final int LENGTH = 77;

  /** A failing call of a session; the peer shortens frames of {@value #LENGTH} bytes. */
  private enum Failing {
    REQUIRE(session -> session.require(false, Check.MAC, "a test")),
    ENFORCED_STEP(
        session ->
            session.enforce(
                (Session.Step)
                    () -> {
                      throw new PeerCheated(Check.MALFORMED, "a test");
                    })),
    ENFORCED_PART(
        session ->
            session.enforce(
                (Session.Part<byte[]>)
                    () -> {
                      throw new PeerCheated(Check.MALFORMED, "a test");
                    })),
    JUDGEMENT(
        session ->
            session.judge(
                Check.EQUALITY,
                "a test",
                () -> {
                  throw new PeerCheated(Check.EQUALITY, "a test");
                })),
    LEFT_IN_A_JUDGEMENT(
        session ->
            session.judge(
                Check.EQUALITY,
                "a test",
                () -> {
                  throw new ConnectionLost("a test");
                })),
    EXCHANGE(session -> session.exchange(new byte[LENGTH])),
    PROVEN_EXCHANGE(
        session -> session.exchangeProven(new byte[LENGTH], LENGTH, new byte[LENGTH], LENGTH)),
    EXCHANGE_WITH_ALL(session -> session.exchangeAll(new byte[LENGTH])),
    RECEIVE_OF_A_ROUND(
        session -> {
          byte[][] bytes = new byte[2][LENGTH];
          int[] lengths = {LENGTH, LENGTH};
          session.beginRound();
          session.sendAll(bytes, lengths);
          session.receiveAll(bytes, lengths);
        }),
    TRANSCRIPTS(
        session -> {
          session.exchange(new byte[LENGTH - 1]);
          session.compareTranscripts();
        });

    @SuppressWarnings("ImmutableEnumChecker") // a lambda without state
    private final Call call;

    Failing(Call call) {
      this.call = call;
    }
  }

  private interface Call {
    void on(Session session) throws MpcException;
  }

  /** The first party shortens one frame and changes another. */
  private static Network[] networks() {
    Network[] networks = SessionPairs.networks();
    TamperingNetwork.Hook hook =
        (peer, index, frame) -> {
          if (frame.length == LENGTH) {
            return Arrays.copyOf(frame, LENGTH - 2);
          }
          if (frame.length == LENGTH - 1) {
            frame[3] ^= 1;
          }
          return frame;
        };
    networks[0] = new TamperingNetwork(networks[0], hook, hook);
    return networks;
  }

  private static void peer(Failing failing, Session session) throws MpcException {
    switch (failing) {
      case EXCHANGE, PROVEN_EXCHANGE, EXCHANGE_WITH_ALL, RECEIVE_OF_A_ROUND ->
          session.exchange(new byte[LENGTH]);
      case TRANSCRIPTS -> {
        session.exchange(new byte[LENGTH - 1]);
        session.compareTranscripts();
      }
      case REQUIRE, ENFORCED_STEP, ENFORCED_PART, JUDGEMENT, LEFT_IN_A_JUDGEMENT -> {}
    }
  }

  @ParameterizedTest
  @EnumSource
  void burnsEveryRegisteredStoreWhereverTheCheckFailed(Failing failing) throws Exception {
    for (boolean onFork : new boolean[] {false, true}) {
      SessionPairs.outcomes(
              networks(),
              session -> {
                try (Session fork = session.fork("another thread")) {
                  Session judged = onFork ? fork : session;
                  if (session.party() == 0) {
                    peer(failing, judged);
                    return null;
                  }
                  AtomicInteger first = new AtomicInteger();
                  AtomicInteger second = new AtomicInteger();
                  AtomicInteger emptied = new AtomicInteger();
                  session.onFailedCheck(first::incrementAndGet);
                  session.onFailedCheck(emptied::incrementAndGet).close();
                  fork.onFailedCheck(second::incrementAndGet);
                  assertThrows(PeerCheated.class, () -> failing.call.on(judged));
                  assertEquals(1, first.get(), failing + ", on a fork: " + onFork);
                  assertEquals(1, second.get(), failing + ", on a fork: " + onFork);
                  assertEquals(0, emptied.get(), "after its registration ended");
                  return "failed";
                }
              })
          .stream()
          .skip(1)
          .forEach(outcome -> assertEquals("failed", outcome));
    }
  }

  /** A store that is made while another thread fails is burnt, too. */
  @Test
  void whoRegistersTooLateIsToldAtOnce() throws Exception {
    SessionPairs.run(
        session -> {
          assertThrows(PeerCheated.class, () -> session.require(false, Check.MAC, "a test"));
          AtomicInteger burns = new AtomicInteger();
          session.onFailedCheck(burns::incrementAndGet);
          assertEquals(1, burns.get());
          return null;
        });
  }

  /** Whatever a party would do next says that a check failed, and sends and awaits nothing. */
  @Test
  void nothingBeginsAfterAFailedCheck() throws Exception {
    SessionPairs.run(
        session -> {
          assertThrows(PeerCheated.class, () -> session.require(false, Check.MAC, "a test"));
          Thread.sleep(10); // peers are looked for once in 5 ms
          byte[][] bytes = new byte[2][1];
          int[] lengths = {1, 1};
          for (Executable next :
              List.<Executable>of(
                  () -> session.start(bytes, lengths, bytes, lengths),
                  () -> session.start(bytes, new int[2], bytes, lengths),
                  session::requirePeers,
                  () -> session.exchange(new byte[1]))) {
            String said = assertThrows(ConnectionLost.class, next).getMessage();
            assertTrue(said.contains("a check of this session failed"), said);
          }
          return null;
        });
  }

  @Test
  void aGroupThatAFailedSessionJoinsEnds() throws Exception {
    VerdictGroup group = new VerdictGroup();
    SessionPairs.run(
        session -> {
          if (session.party() == 0) {
            assertThrows(PeerCheated.class, () -> session.require(false, Check.MAC, "a test"));
            session.join(group);
          }
          return null;
        });
    assertTrue(group.failed());
  }

  @Test
  void whatFailsNoCheckBurnsNothing() throws Exception {
    SessionPairs.run(
        session -> {
          AtomicInteger burns = new AtomicInteger();
          session.onFailedCheck(burns::incrementAndGet);
          assertEquals("held", session.enforce(() -> "held"));
          assertThrows(
              ConnectionLost.class,
              () ->
                  session.enforce(
                      (Session.Step)
                          () -> {
                            throw new ConnectionLost("gone");
                          }));
          session.judge(Check.MAC, "a test", () -> assertTrue(burns.get() == 0));
          session.require(true, Check.MAC, "a test");
          assertEquals(0, burns.get());
          return null;
        });
  }
}
