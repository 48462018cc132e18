package org.schurmpc.core.session;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.agree.CoinToss;
import org.schurmpc.core.net.Channel;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.net.TamperingNetwork;

/** Sessions of more than two parties. */
class ManyPartiesTest {
  private static byte[] message(int from, int to, int length) {
    byte[] bytes = new byte[length];
    new Random(31L * from + to).nextBytes(bytes);
    return bytes;
  }

  private static int length(int from, int to) {
    // Nothing, a little, and more than a piece.
    return new int[] {0, 5, 1 << 21, (1 << 20) + 1, 77}[(from + 3 * to) % 5];
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 5})
  void eachGetsWhatEachOtherSends(int parties) throws Exception {
    SessionPairs.run(
        SessionPairs.networks(parties),
        session -> {
          int me = session.party();
          byte[][] out = new byte[parties][];
          byte[][] in = new byte[parties][];
          int[] outLengths = new int[parties];
          int[] inLengths = new int[parties];
          for (int peer : session.peers()) {
            outLengths[peer] = length(me, peer);
            inLengths[peer] = length(peer, me);
            out[peer] = message(me, peer, outLengths[peer]);
            in[peer] = new byte[inLengths[peer]];
          }
          session.exchangeAll(out, outLengths, in, inLengths);
          for (int peer : session.peers()) {
            assertArrayEquals(message(peer, me, length(peer, me)), in[peer]);
          }
          byte[][] all = session.exchangeAll(new byte[] {(byte) me});
          for (int party = 0; party < parties; party++) {
            assertArrayEquals(new byte[] {(byte) party}, all[party]);
          }
          session.compareTranscripts();
          assertEquals(Handshake.ROUNDS + 3, session.metrics().rounds(Phase.SETUP));
          return null;
        });
  }

  /** The second party finishes while the first one only started, and the other way round. */
  @Test
  void whatAStartedRoundSentIsUnderWay() throws Exception {
    int length = 2 * Channel.PIECE;
    CountDownLatch[] finished = {new CountDownLatch(1), new CountDownLatch(1)};
    SessionPairs.run(
        session -> {
          int me = session.party();
          byte[][] out = {message(me, 0, length), message(me, 1, length)};
          byte[][] in = {new byte[length], new byte[length]};
          int[] lengths = {length, length};
          for (int first = 0; first < 2; first++) {
            PendingRound round = session.start(out, lengths, in, lengths);
            assertThrows(IllegalStateException.class, () -> session.exchangeAll(new byte[1]));
            assertThrows(IllegalStateException.class, () -> session.exchange(new byte[1]));
            assertThrows(IllegalStateException.class, session::compareTranscripts);
            if (me != first) {
              assertTrue(finished[first].await(10, TimeUnit.SECONDS));
            }
            round.finish();
            if (me == first) {
              finished[first].countDown();
            }
            assertThrows(IllegalStateException.class, round::finish);
            assertArrayEquals(message(1 - me, me, length), in[1 - me]);
          }
          session.start(out, new int[2], in, new int[2]).finish();
          session.compareTranscripts();
          assertEquals(Handshake.ROUNDS + 3, session.metrics().rounds(Phase.SETUP));
          return null;
        });
  }

  /** Two rounds travel together, whatever their lengths are, and count as one. */
  @Test
  void roundsUnderWayTogether() throws Exception {
    int[] pieces = {0, 1, 3};
    SessionPairs.run(
        SessionPairs.networks(3),
        session -> {
          int me = session.party();
          for (int first : pieces) {
            for (int second : pieces) {
              int[][] lengths = {
                uniform(first * Channel.PIECE + 1), uniform(second * Channel.PIECE + 5)
              };
              byte[][][] in = new byte[2][3][];
              PendingRound[] rounds = new PendingRound[2];
              long before = session.metrics().rounds(Phase.SETUP);
              for (int i = 0; i < 2; i++) {
                byte[][] out = new byte[3][];
                for (int peer : session.peers()) {
                  out[peer] = message(me, peer + i, lengths[i][peer]);
                  in[i][peer] = new byte[lengths[i][peer]];
                }
                rounds[i] = session.start(out, lengths[i], in[i], lengths[i]);
              }
              assertThrows(IllegalStateException.class, rounds[1]::finish);
              assertThrows(IllegalStateException.class, () -> session.exchangeAll(new byte[1]));
              rounds[0].finish();
              rounds[1].finish();
              assertEquals(before + 1, session.metrics().rounds(Phase.SETUP));
              for (int peer : session.peers()) {
                assertArrayEquals(message(peer, me, lengths[0][peer]), in[0][peer]);
                assertArrayEquals(message(peer, me + 1, lengths[1][peer]), in[1][peer]);
              }
            }
          }
          return null;
        });
  }

  private static int[] uniform(int length) {
    return new int[] {length, length, length};
  }

  @Test
  void aRoundThatIsNotSentIsNotStarted() throws Exception {
    boolean[] thrown = new boolean[1];
    Network[] networks = SessionPairs.networks();
    networks[0] =
        new TamperingNetwork(
            networks[0],
            (peer, index, frame) -> {
              if (index == SessionPairs.HANDSHAKE_FRAMES && !thrown[0]) {
                thrown[0] = true;
                throw new IllegalStateException("gone");
              }
              return frame;
            });
    SessionPairs.run(
        networks,
        session -> {
          if (session.party() == 0) {
            byte[][] buffers = new byte[2][1];
            int[] lengths = {1, 1};
            IllegalStateException gone =
                assertThrows(
                    IllegalStateException.class,
                    () -> session.start(buffers, lengths, buffers, lengths));
            assertEquals("gone", gone.getMessage());
            session.start(buffers, new int[2], buffers, new int[2]).finish();
          }
          return null;
        });
  }

  @Test
  void aPairSendsNothingDuringARound() throws Exception {
    SessionPairs.run(
        SessionPairs.networks(3),
        session -> {
          byte[][] buffers = new byte[3][1];
          int[] lengths = {1, 1, 1};
          Session pair = session.pair(session.peers()[0]);
          PendingRound round = session.start(buffers, lengths, new byte[3][1], lengths);
          assertThrows(IllegalStateException.class, () -> pair.exchange(new byte[1]));
          round.finish();
          assertThrows(
              IllegalStateException.class, () -> pair.start(buffers, lengths, buffers, lengths));
          return null;
        });
  }

  @Test
  void aChangeOnAnyLineIsFoundByWhoGotIt() throws Exception {
    for (int victim = 1; victim < 3; victim++) {
      int to = victim;
      Network[] networks = SessionPairs.networks(3);
      networks[0] =
          new TamperingNetwork(
              networks[0],
              (peer, index, frame) -> {
                if (peer == to && index == SessionPairs.HANDSHAKE_FRAMES) {
                  frame[3] ^= 1;
                }
                return frame;
              });
      List<Object> ends =
          SessionPairs.outcomes(
              networks,
              session -> {
                session.exchangeAll(new byte[8]);
                session.compareTranscripts();
                session.exchangeAll(new byte[8]);
                return "done";
              });
      Outcomes.assertCheated(Check.TRANSCRIPT, ends.get(to), "to " + to);
      assertInstanceOf(ConnectionLost.class, ends.get(3 - to));
    }
  }

  @Test
  void pairsHaveNumbersAndCoinsOfTheirOwn() throws Exception {
    List<byte[][]> coins =
        SessionPairs.run(
            SessionPairs.networks(3),
            session -> {
              byte[][] tossed = new byte[3][];
              for (int peer : session.peers()) {
                Session pair = session.pair(peer);
                assertEquals(peer, pair.peer());
                assertEquals(session.party(), pair.party());
                tossed[peer] = new CoinToss(pair).toss("test", 16);
                assertEquals(1, pair.nextNumber("coin toss"));
                assertThrows(IllegalStateException.class, () -> pair.fork("of a pair"));
                assertThrows(IllegalStateException.class, () -> pair.exchangeAll(new byte[1]));
              }
              assertEquals(0, session.nextNumber("coin toss"));
              assertThrows(IllegalStateException.class, session::peer);
              assertThrows(IllegalStateException.class, () -> session.exchange(new byte[1]));
              assertThrows(IllegalArgumentException.class, () -> session.pair(session.party()));
              session.compareTranscripts();
              return tossed;
            });
    for (int party = 0; party < 3; party++) {
      int next = (party + 1) % 3;
      assertArrayEquals(coins.get(party)[next], coins.get(next)[party]);
    }
  }

  @Test
  void aPairOfTwoIsTheSessionItself() throws Exception {
    SessionPairs.run(
        session -> {
          assertEquals(session, session.pair(1 - session.party()));
          return null;
        });
  }

  @Test
  void forksReachAllPeers() throws Exception {
    SessionPairs.run(
        SessionPairs.networks(3),
        session -> {
          try (Session fork = session.fork("fork")) {
            byte[][] all = fork.exchangeAll(new byte[] {(byte) session.party()});
            assertEquals(2, all[2][0]);
            fork.compareTranscripts();
          }
          return null;
        });
  }
}
