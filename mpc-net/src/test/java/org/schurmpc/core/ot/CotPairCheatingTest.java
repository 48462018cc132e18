package org.schurmpc.core.ot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.schurmpc.core.session.Outcomes.assertCheated;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.net.TamperingNetwork;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;

/** Correlated OTs both ways at once, and as a part of a session with several connections. */
class CotPairCheatingTest {
  private static final int K = 4;
  private static final int TREES_FRAME = SessionPairs.HANDSHAKE_FRAMES;
  private static final int CORRECTIONS_FRAME = TREES_FRAME + 1;
  private static final int CHALLENGE_FRAME = CORRECTIONS_FRAME + 1;
  private static final int RESPONSE_FRAME = CHALLENGE_FRAME + 1;
  private static final int FRAMES_PER_BATCH = 3;

  /** Two ends with base OTs from thin air, of two batches. */
  private static List<Object> run(Network[] networks) throws Exception {
    Random random = new Random(1);
    IdealKeys[] keys = {
      new IdealKeys(new long[] {random.nextLong(), random.nextLong()}, random),
      new IdealKeys(new long[] {random.nextLong(), random.nextLong()}, random)
    };
    return SessionPairs.outcomes(
        networks,
        session -> {
          int party = session.party();
          int count = CotRun.COUNT;
          try (CotKeys mine = keys[party].both(keys[1 - party]);
              CotPair pair = CotPair.begin(session, mine, K, CotRun.kernels())) {
            long[][] rows = new long[2][2 * count];
            long[] choices = new long[count / 64];
            pair.next(rows[0], choices, rows[1], count);
            pair.next(rows[0], choices, rows[1], count);
          }
          return "done";
        });
  }

  /** How the honest party ends if its peer's frame is changed. */
  private static Object honestEnd(int cheater, int frame, int at) throws Exception {
    TamperingNetwork.Hook hook =
        (peer, index, bytes) -> {
          if (index == frame) {
            bytes[(at + bytes.length) % bytes.length] ^= 8;
          }
          return bytes;
        };
    return run(CotRun.tampered(cheater, hook)).get(1 - cheater);
  }

  @Test
  void honestEndsAreDone() throws Exception {
    assertEquals(List.of("done", "done"), run(SessionPairs.networks()));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void everyMessageIsChecked(int cheater) throws Exception {
    for (int batch = 0; batch < 2; batch++) {
      int skip = batch * FRAMES_PER_BATCH;
      String where = "batch " + batch;
      assertCheated(Check.OT_CONSISTENCY, honestEnd(cheater, CORRECTIONS_FRAME + skip, 100), where);
      assertCheated(Check.OT_CONSISTENCY, honestEnd(cheater, RESPONSE_FRAME + skip, 0), where);
      assertCheated(Check.OT_CONSISTENCY, honestEnd(cheater, RESPONSE_FRAME + skip, -1), where);
    }
    assertCheated(Check.PPRF, honestEnd(cheater, TREES_FRAME, -1), "trees");
  }

  /** A challenge that arrives changed makes the peer's answer wrong for whoever drew it. */
  @Test
  void anAnswerToAnotherChallengeIsRefused() throws Exception {
    TamperingNetwork.Hook hook =
        (peer, index, bytes) -> {
          if (index == CHALLENGE_FRAME) {
            bytes[3] ^= 1;
          }
          return bytes;
        };
    assertCheated(Check.OT_CONSISTENCY, run(CotRun.tampered(0, hook)).get(0), "own challenge");
  }

  /** A party that sends back what it gets has the other's trees, corrections and digests. */
  @Test
  void reflectionsAreRefused() throws Exception {
    Network[] networks = SessionPairs.networks();
    byte[][] sent = new byte[64][];
    Network plain = networks[1];
    networks[1] =
        new TamperingNetwork(
            plain,
            (peer, index, bytes) -> {
              synchronized (sent) {
                sent[index] = bytes.clone();
                sent.notifyAll();
              }
              return bytes;
            });
    networks[0] =
        new TamperingNetwork(
            networks[0],
            (peer, index, bytes) -> {
              if (index != TREES_FRAME) {
                return bytes;
              }
              synchronized (sent) {
                try {
                  while (sent[TREES_FRAME] == null) {
                    sent.wait();
                  }
                } catch (InterruptedException e) {
                  throw new IllegalStateException(e);
                }
                return sent[TREES_FRAME];
              }
            });
    assertCheated(Check.PPRF, run(networks).get(1), "reflected trees");
  }

  @Test
  void closedBaseOtsServeNobody() {
    IdealKeys ideal = new IdealKeys(new long[2], new Random(2));
    CotKeys keys = ideal.both(ideal);
    keys.close();
    assertThrows(IllegalStateException.class, keys::delta);
    assertThrows(IllegalStateException.class, keys::chosen);
    IllegalStateException refused = assertThrows(IllegalStateException.class, keys::pairs);
    assertEquals("the base OTs are closed", refused.getMessage());
  }

  /** After a failed check neither this extension nor another of the session sends anything. */
  @Test
  void aFailedCheckEndsTheSession() throws Exception {
    TamperingNetwork.Hook hook =
        (peer, index, bytes) -> {
          if (index == CORRECTIONS_FRAME) {
            bytes[0] ^= 1;
          }
          return bytes;
        };
    IdealKeys keys = new IdealKeys(new long[] {-1, -1}, new Random(3));
    List<Object> ends =
        CotRun.outcomes(
            CotRun.tampered(1, hook),
            session -> {
              try (CotKeys mine = keys.sender();
                  CotSender sender = CotSender.begin(session, mine, K, CotRun.kernels())) {
                long[] rows = new long[2 * CotRun.COUNT];
                assertThrows(PeerCheated.class, () -> sender.next(rows, 0, CotRun.COUNT));
                assertThrows(ConnectionLost.class, () -> sender.next(rows, 0, CotRun.COUNT));
                assertThrows(ConnectionLost.class, () -> session.exchange(new byte[1]));
              }
              return null;
            },
            session -> {
              try (CotKeys mine = new CotKeys(null, null, keys.pairs().clone());
                  CotReceiver receiver = CotReceiver.begin(session, mine, K, CotRun.kernels())) {
                long[] rows = new long[2 * CotRun.COUNT];
                receiver.next(new long[CotRun.COUNT / 64], 0, rows, 0, CotRun.COUNT);
              }
              return null;
            });
    assertNull(ends.get(0));
  }

  /**
   * Guesses of Δ on many connections at once, all answered at the same moment: one verdict at most.
   */
  @ParameterizedTest
  @CsvSource({"4, 1", "6, 2"})
  void onlyOneConnectionTellsOfAFailure(int connections, int k) throws Exception {
    long[] delta = {0x1234_5678_9abc_def1L, 0x0fed_cba9_8765_4321L};
    IdealKeys keys = new IdealKeys(delta, new Random(4));
    CyclicBarrier barrier = new CyclicBarrier(connections);
    List<List<Object>> ends =
        SessionPairs.run(
            session -> {
              Session[] forks = new Session[connections];
              for (int i = 0; i < connections; i++) {
                forks[i] = session.fork("fork " + i);
              }
              Object[] results = new Object[connections];
              Thread[] threads = new Thread[connections];
              for (int i = 0; i < connections; i++) {
                int connection = i;
                threads[i] =
                    new Thread(
                        () ->
                            results[connection] =
                                end(forks[connection], keys, k, connection + 1, barrier));
                threads[i].start();
              }
              for (Thread thread : threads) {
                thread.join();
              }
              return Arrays.asList(results);
            });
    int cheated = 0;
    for (Object end : ends.get(0)) {
      cheated += end instanceof PeerCheated ? 1 : 0;
      assertInstanceOf(MpcException.class, end);
    }
    assertEquals(1, cheated, "verdicts: " + ends.get(0));
  }

  /** A sender, or a receiver that guesses the wrong part of Δ for a tree and answers in step. */
  private static Object end(
      Session session, IdealKeys keys, int k, int tree, CyclicBarrier barrier) {
    try {
      if (session.party() == 0) {
        try (CotKeys mine = keys.sender();
            CotSender sender = CotSender.begin(session, mine, k, CotRun.kernels())) {
          sender.next(new long[2 * CotRun.COUNT], 0, CotRun.COUNT);
          return "passed";
        }
      }
      long part = mine(keys, k, tree);
      GuessingReceiver guessing = new GuessingReceiver(session, k, tree, part ^ 1);
      guessing.beforeResponse(barrier::await);
      guessing.run(keys.pairs());
      return "sent";
    } catch (MpcException e) {
      return e;
    }
  }

  private static long mine(IdealKeys keys, int k, int tree) {
    long[] delta = keys.sender().delta();
    return (delta[(tree * k) >>> 6] >>> (tree * k)) & ((1L << k) - 1);
  }
}
