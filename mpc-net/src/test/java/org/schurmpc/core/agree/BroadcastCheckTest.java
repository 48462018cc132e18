package org.schurmpc.core.agree;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.net.TamperingNetwork;
import org.schurmpc.core.session.Phase;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;

class BroadcastCheckTest {
  private static final int PARTIES = 3;
  private static final int FIRST = SessionPairs.HANDSHAKE_FRAMES;

  /** Two broadcasts of each, with a check after each. */
  private static Object talk(Session session) throws Exception {
    BroadcastCheck check = new BroadcastCheck(session);
    check.check(); // of nothing
    for (int i = 0; i < 2; i++) {
      byte[] mine = new byte[40 + session.party()];
      byte[][] in = new byte[session.parties()][50];
      byte[][] out = new byte[session.parties()][];
      int[] outLengths = new int[session.parties()];
      int[] inLengths = new int[session.parties()];
      for (int peer : session.peers()) {
        out[peer] = mine;
        outLengths[peer] = mine.length;
        inLengths[peer] = 40 + peer;
      }
      session.exchangeAll(out, outLengths, in, inLengths);
      in[session.party()] = mine;
      for (int sender = 0; sender < session.parties(); sender++) {
        check.log(sender, in[sender], 40 + sender);
      }
      check.check();
    }
    return session.metrics().rounds(Phase.SETUP);
  }

  private static List<Object> outcomes(TamperingNetwork.Hook hook) throws Exception {
    Network[] networks = SessionPairs.networks(PARTIES);
    networks[0] = new TamperingNetwork(networks[0], hook);
    return SessionPairs.outcomes(networks, BroadcastCheckTest::talk);
  }

  @Test
  void whoSendsTheSameToAllPasses() throws Exception {
    List<Object> rounds =
        SessionPairs.outcomes(SessionPairs.networks(PARTIES), BroadcastCheckTest::talk);
    assertEquals(List.of(6L, 6L, 6L), rounds);
  }

  @Test
  void betweenTwoThereIsNothingToCheck() throws Exception {
    assertEquals(
        List.of(4L, 4L), SessionPairs.outcomes(SessionPairs.networks(2), BroadcastCheckTest::talk));
  }

  /** A party that lies to one other, and in the comparison says what that one wants to hear. */
  @Test
  void aLieInTheComparisonDoesNotHelp() throws Exception {
    byte[][] fromTwo = {null};
    Network[] networks = SessionPairs.networks(PARTIES);
    // What party 2 got is another; its hash is put in place of the liar's on the way to it.
    networks[2] =
        new TamperingNetwork(
            networks[2],
            new TamperingNetwork.Hook() {
              @Override
              public byte[] onSend(int peer, int index, byte[] frame) {
                if (peer == 0 && index == FIRST + 1) {
                  synchronized (fromTwo) {
                    fromTwo[0] = frame.clone();
                    fromTwo.notifyAll();
                  }
                }
                return frame;
              }
            });
    networks[0] =
        new TamperingNetwork(
            networks[0],
            (peer, index, bytes) -> {
              if (peer == 2 && index == FIRST) {
                bytes[17] ^= 4;
              }
              return peer == 2 && index == FIRST + 1 ? awaited(fromTwo) : bytes;
            });
    List<Object> ends = SessionPairs.outcomes(networks, BroadcastCheckTest::talk);
    for (int honest = 1; honest < PARTIES; honest++) {
      assertEquals(Check.BROADCAST, ((PeerCheated) ends.get(honest)).check());
    }
  }

  private static byte[] awaited(byte[][] message) {
    synchronized (message) {
      try {
        while (message[0] == null) {
          message.wait(10_000);
        }
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
      return message[0];
    }
  }

  @Test
  void aCheckThatDidNotPassIsNotTriedAgain() throws Exception {
    Network[] networks = SessionPairs.networks(PARTIES);
    networks[0] =
        new TamperingNetwork(
            networks[0],
            (peer, index, bytes) -> {
              if (index == FIRST + 1) {
                bytes[3] ^= 1;
              }
              return bytes;
            });
    List<Object> ends =
        SessionPairs.outcomes(
            networks,
            session -> {
              BroadcastCheck check = new BroadcastCheck(session);
              byte[][] all = session.exchangeAll(new byte[40]);
              for (int sender = 0; sender < PARTIES; sender++) {
                check.log(sender, all[sender], 40);
              }
              if (session.party() == 1) {
                PeerCheated cheated = assertThrows(PeerCheated.class, check::check);
                assertThrows(IllegalStateException.class, check::check);
                assertThrows(IllegalStateException.class, check::handOver);
                throw cheated;
              }
              check.check();
              return "passed";
            });
    assertEquals(Check.BROADCAST, ((PeerCheated) ends.get(1)).check());
  }

  @Test
  void whoDoesNotIsFoundByAllOthers() throws Exception {
    for (int round = 0; round < 2; round++) {
      int frame = FIRST + 2 * round;
      List<Object> ends =
          outcomes(
              (peer, index, bytes) -> {
                if (peer == 2 && index == frame) {
                  bytes[17] ^= 4;
                }
                return bytes;
              });
      for (int honest = 1; honest < PARTIES; honest++) {
        Check check = ((PeerCheated) ends.get(honest)).check();
        assertEquals(Check.BROADCAST, check, "party " + honest + ", round " + round);
      }
    }
  }
}
