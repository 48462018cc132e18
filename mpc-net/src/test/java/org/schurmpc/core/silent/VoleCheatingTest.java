package org.schurmpc.core.silent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.schurmpc.core.session.Outcomes.assertCheated;
import static org.schurmpc.core.session.Outcomes.assertEnded;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.crypto.Prg;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.field.Fields;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.net.TamperingNetwork;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;

/**
 * Each message of a round changed by a peer, peers that leave, and first values that do not fit.
 */
class VoleCheatingTest {
  private static final LpnParameters ROUND = new LpnParameters(5, 6, 4);
  private static final LpnParameters LATER = new LpnParameters(37, 5, 3);

  /** Messages of a round after its OTs: begin, reply, challenge, commitment, claim, opening. */
  private static final int MESSAGES = 6;

  private static final int CLAIM = 4;

  private static final Field FIELD = p128();

  private int first;
  private List<Integer> lengths;

  private static Field p128() {
    try {
      return Fields.named("p128");
    } catch (Refused e) {
      throw new IllegalStateException(e);
    }
  }

  private static VolesRig rig() {
    return new VolesRig(FIELD, ROUND, LATER);
  }

  private static Object extend(VolesRig rig, Session session) throws Exception {
    try (VolePair pair = rig.begin(session)) {
      pair.require(10, 10);
      Voles made = Voles.zeros(FIELD, 10);
      pair.owned(made.u(), 0, made.q(), 0, 10);
      pair.held(made.t(), 0, 10);
    }
    return "passed";
  }

  private List<Object> outcomes(VolesRig rig, Network[] networks) throws Exception {
    return SessionPairs.outcomes(networks, session -> extend(rig, session));
  }

  /** Finds the frames of the first party's round. */
  @BeforeEach
  void anHonestRun() throws Exception {
    lengths = new ArrayList<>();
    Network[] networks =
        SessionPairs.tampered(
            (peer, index, frame) -> {
              lengths.add(frame.length);
              return frame;
            });
    assertEquals(List.of("passed", "passed"), outcomes(rig(), networks));
    first = lengths.size() - MESSAGES;
  }

  @Test
  void eachChangedMessageIsCaught() throws Exception {
    Set<Check> checks = Set.of(Check.VOLE, Check.MALFORMED);
    for (int frame = first; frame < first + MESSAGES; frame++) {
      int length = lengths.get(frame);
      for (int at : new int[] {0, length / 2, length - 1}) {
        String where = "message %d, byte %d".formatted(frame - first, at);
        Network[] networks = SessionPairs.tampered(flip(frame, at));
        Object outcome = outcomes(rig(), networks).get(1);
        PeerCheated cheated = assertInstanceOf(PeerCheated.class, outcome, where);
        assertTrue(checks.contains(cheated.check()), where + ": " + cheated.getMessage());
      }
    }
  }

  /** Changes a byte; of nodes, that of both of an OT, since the peer takes one alone. */
  private TamperingNetwork.Hook flip(int changed, int at) {
    int ofTrees = ROUND.t() * ROUND.h() * TreeOts.BYTES;
    return (peer, index, frame) -> {
      if (index == changed) {
        frame[at] ^= 1;
        if (index == first + 1 && at < ofTrees) {
          frame[at ^ TreeOts.BYTES / 2] ^= 1;
        }
      }
      return frame;
    };
  }

  /** A node that is changed in one branch of an OT alone is noticed by every second owner. */
  @Tag("slow")
  @Test
  void aTestOfAPlacePassesByHalf() throws Exception {
    int tries = 200;
    int passed = 0;
    for (int i = 0; i < tries; i++) {
      int at = i % (2 * ROUND.t() * ROUND.h()) * (TreeOts.BYTES / 2);
      TamperingNetwork.Hook hook =
          (peer, index, frame) -> {
            frame[index == first + 1 ? at : 0] ^= (byte) (index == first + 1 ? 1 : 0);
            return frame;
          };
      List<Object> outcomes = outcomes(rig(), SessionPairs.tampered(hook));
      boolean both = outcomes.equals(List.of("passed", "passed"));
      if (!both) {
        assertCheated(Check.VOLE, outcomes.get(1), "byte " + at);
      }
      passed += both ? 1 : 0;
    }
    VoleCountTest.assertRate(0.5, passed, tries, "a bit of a place");
  }

  /** The last 16 bytes of the first three messages are an element. */
  @Test
  void bytesThatAreNoElementAreMalformed() throws Exception {
    for (int message = 0; message < 3; message++) {
      int changed = first + message;
      TamperingNetwork.Hook hook =
          (peer, index, frame) -> {
            if (index == changed) {
              Arrays.fill(frame, frame.length - FIELD.bytes(), frame.length, (byte) -1);
            }
            return frame;
          };
      Object outcome = outcomes(rig(), SessionPairs.tampered(hook)).get(1);
      assertCheated(Check.MALFORMED, outcome, "message " + message);
    }
  }

  /** The seed of a check is drawn anew after the trees. */
  @Test
  void challengesDiffer() throws Exception {
    Set<String> seeds = new HashSet<>();
    for (int i = 0; i < 2; i++) {
      TamperingNetwork.Hook record =
          (peer, index, frame) -> {
            if (index == first + 2) {
              seeds.add(HexFormat.of().formatHex(frame, 0, Prg.SEED_BYTES));
            }
            return frame;
          };
      outcomes(rig(), SessionPairs.tampered(record));
    }
    assertEquals(2, seeds.size());
  }

  /** Whoever knows the other side's value, and leaves, has failed the check. */
  @Test
  void whoLeavesDuringTheCheckHasFailed() throws Exception {
    for (int frame = 0; frame < MESSAGES; frame++) {
      Object outcome = outcomes(rig(), SessionPairs.leaving(2, 0, first + frame)).get(1);
      if (frame < CLAIM) {
        assertEnded(ConnectionLost.class, outcome);
      } else {
        assertCheated(Check.VOLE, outcome, "left");
      }
    }
  }

  /** A message of the first round, sent again in the second one. */
  @Test
  void aReplayedMessageIsCaught() throws Exception {
    for (int message = 0; message < MESSAGES; message++) {
      int replayed = message;
      List<byte[]> sent = new ArrayList<>();
      TamperingNetwork.Hook hook =
          (peer, index, frame) -> {
            sent.add(frame.clone());
            boolean second =
                index >= first + MESSAGES && frame.length == lengths.get(first + replayed);
            return second ? sent.get(first + replayed) : frame;
          };
      VolesRig rig = new VolesRig(FIELD, ROUND, ROUND);
      List<Object> outcomes =
          SessionPairs.outcomes(
              SessionPairs.tampered(hook),
              session -> {
                try (VolePair pair = rig.begin(session)) {
                  pair.require(5, 5);
                  Voles made = Voles.zeros(FIELD, 5);
                  for (int i = 0; i < 3; i++) {
                    pair.require(5, 5);
                    pair.owned(made.u(), 0, made.q(), 0, 5);
                    pair.held(made.t(), 0, 5);
                  }
                }
                return "passed";
              });
      assertInstanceOf(PeerCheated.class, outcomes.get(1), "message " + message);
    }
  }

  /** As if the holder used another α for one tree, or for the mask of the check. */
  @Test
  void anotherKeyForOneTreeIsCaught() throws Exception {
    for (int value : new int[] {ROUND.k(), ROUND.k() + ROUND.t() - 1, ROUND.kept() - 1}) {
      VolesRig rig = rig();
      rig.changeHeld(0, value);
      List<Object> outcomes = outcomes(rig, SessionPairs.networks());
      assertCheated(Check.VOLE, outcomes.get(0), "value " + value);
      assertCheated(Check.VOLE, outcomes.get(1), "value " + value);
    }
  }
}
