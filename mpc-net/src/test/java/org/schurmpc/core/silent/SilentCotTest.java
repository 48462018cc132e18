package org.schurmpc.core.silent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.schurmpc.core.session.Outcomes.assertCheated;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.kernel.KernelProvider;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.ot.CotKeys;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;

class SilentCotTest {
  private static final LpnParameters FIRST = new LpnParameters(20, 7, 6);
  private static final LpnParameters LATER = new LpnParameters(37, 8, 6);
  private static final int MESSAGES = 6;

  /** The message that opens the toss of the matrix. */
  private static final int OPENING = 2;

  private static final int CLAIM = 4;

  /** What a party has. */
  @SuppressWarnings("ArrayRecordComponent")
  private record Rows(long[] delta, long[] sent, long[] choices, long[] received) {}

  private static Rows run(Session session, int... counts) throws Exception {
    int all = Arrays.stream(counts).sum();
    long[] delta = CotKeys.randomDelta(session.random());
    Rows rows = new Rows(delta, new long[2 * all], new long[all / 64], new long[2 * all]);
    try (CotKeys keys = CotKeys.forBoth(session, delta);
        SilentCotPair pair =
            SilentCotPair.begin(
                session, keys, 4, KernelProvider.choose().kernels(), FIRST, List.of(LATER))) {
      int done = 0;
      for (int count : counts) {
        long[] sent = new long[2 * count];
        long[] choices = new long[count / 64];
        long[] received = new long[2 * count];
        pair.next(sent, choices, received, count);
        System.arraycopy(sent, 0, rows.sent, 2 * done, sent.length);
        System.arraycopy(choices, 0, rows.choices, done / 64, choices.length);
        System.arraycopy(received, 0, rows.received, 2 * done, received.length);
        done += count;
      }
    }
    return rows;
  }

  @Test
  void rowsOfAllRoundsAreCorrelated() throws Exception {
    List<Rows> ends = SessionPairs.run(session -> run(session, 64, 640, 1280, 4096, 64));
    for (int sender = 0; sender < 2; sender++) {
      Rows from = ends.get(sender);
      Rows to = ends.get(1 - sender);
      int ones = 0;
      for (int i = 0; i < from.sent.length; i++) {
        long bit = to.choices[i / 128] >>> (i / 2) & 1;
        assertEquals(from.sent[i] ^ (-bit & from.delta[i & 1]), to.received[i], "word " + i);
        ones += (int) bit;
      }
      assertEquals(from.sent.length / 2.0, ones, from.sent.length / 8.0);
      assertEquals(from.sent.length, Arrays.stream(from.sent).distinct().count());
    }
  }

  @Test
  void eachChangedMessageIsCaught() throws Exception {
    List<Integer> lengths = new ArrayList<>();
    Network[] honest =
        SessionPairs.tampered(
            (peer, index, frame) -> {
              lengths.add(frame.length);
              return frame;
            });
    SessionPairs.run(honest, session -> run(session, 64));
    int first = lengths.size() - MESSAGES;
    for (int frame = first; frame < lengths.size(); frame++) {
      int length = lengths.get(frame);
      for (int at : new int[] {0, length / 2, length - 1}) {
        String where = "message %d, byte %d".formatted(frame - first, at);
        Network[] networks = SessionPairs.tampered(SessionPairs.flip(frame, at));
        Object outcome = SessionPairs.outcomes(networks, session -> run(session, 64)).get(1);
        PeerCheated cheated = assertInstanceOf(PeerCheated.class, outcome, where);
        assertTrue(Set.of(Check.VOLE, Check.COMMITMENT).contains(cheated.check()), where);
      }
    }
    for (int frame : new int[] {OPENING, CLAIM, CLAIM + 1}) {
      Network[] leaving = SessionPairs.leaving(2, 0, first + frame);
      assertCheated(
          frame == OPENING ? Check.COMMITMENT : Check.VOLE,
          SessionPairs.outcomes(leaving, session -> run(session, 64)).get(1),
          "left");
    }
  }

  /** The key of a check's hash is drawn anew after the trees. */
  @Test
  void challengesDiffer() throws Exception {
    Set<String> keys = new HashSet<>();
    for (int i = 0; i < 2; i++) {
      List<byte[]> sent = new ArrayList<>();
      Network[] networks =
          SessionPairs.tampered(
              (peer, index, frame) -> {
                sent.add(frame.clone());
                return frame;
              });
      SessionPairs.run(networks, session -> run(session, 64));
      byte[] challenge = sent.get(sent.size() - MESSAGES + 2);
      keys.add(HexFormat.of().formatHex(challenge, 0, 16));
    }
    assertEquals(2, keys.size());
  }
}
