package org.schurmpc.core.agree;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.crypto.Commitment;
import org.schurmpc.core.session.HeardVerdicts;
import org.schurmpc.core.session.Outcomes;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;

class EqualityCheckTest {
  private static final int COMMITMENT = SessionPairs.HANDSHAKE_FRAMES;
  private static final int OPENING = COMMITMENT + 1;

  private static Void compare(Session session, byte[] digest) throws Exception {
    new EqualityCheck(session).requireEqual("test", digest);
    return null;
  }

  @Test
  void equalDigestsPassEachTimeUnderAnotherNumber() throws Exception {
    SessionPairs.run(
        session -> {
          compare(session, new byte[32]);
          compare(session, new byte[32]);
          assertEquals(2, session.nextNumber("equality check"));
          return null;
        });
  }

  @Test
  void otherDigestsFailAtBoth() throws Exception {
    for (int bit = 0; bit < 256; bit += 15) {
      int differing = bit;
      List<Object> outcomes =
          SessionPairs.outcomes(
              SessionPairs.networks(),
              session -> {
                byte[] digest = new byte[32];
                digest[differing / 8] = (byte) (session.party() << (differing % 8));
                return compare(session, digest);
              });
      Outcomes.assertCheated(Check.EQUALITY, outcomes.get(0), "bit " + bit);
      Outcomes.assertCheated(Check.EQUALITY, outcomes.get(1), "bit " + bit);
    }
  }

  @Test
  void everyChangedByteIsCaught() throws Exception {
    for (int frame = COMMITMENT; frame <= OPENING; frame++) {
      int length = frame == COMMITMENT ? Commitment.BYTES : 32 + Commitment.RANDOMNESS_BYTES;
      for (int at = 0; at < length; at++) {
        List<Object> outcomes =
            SessionPairs.outcomes(
                SessionPairs.tampered(SessionPairs.flip(frame, at)),
                session -> compare(session, new byte[32]));
        Outcomes.assertCheated(
            Check.COMMITMENT, outcomes.get(1), "frame " + frame + ", byte " + at);
      }
    }
  }

  /** The second party knows nothing, waits for the first one's messages and sends them back. */
  @Test
  void aCopiedCommitmentIsCaught() throws Exception {
    List<Object> outcomes =
        SessionPairs.outcomes(
            SessionPairs.networks(),
            session -> {
              if (session.party() == 0) {
                return compare(session, new byte[32]);
              }
              for (int length : new int[] {32, 64}) {
                byte[] copy = new byte[length];
                session.exchange(copy, 0, 0, copy, 0, length);
                session.exchange(copy, 0, length, copy, 0, 0);
              }
              return null;
            });
    Outcomes.assertCheated(Check.COMMITMENT, outcomes.get(0), "copied");
  }

  @Test
  void aReplayedCheckIsCaught() throws Exception {
    byte[][] sent = new byte[8][];
    List<Object> outcomes =
        SessionPairs.outcomes(
            SessionPairs.tampered(
                (peer, index, frame) -> {
                  sent[index] = frame.clone();
                  return index > OPENING ? sent[index - 2] : frame;
                }),
            session -> {
              compare(session, new byte[32]);
              return compare(session, new byte[32]);
            });
    Outcomes.assertCheated(Check.COMMITMENT, outcomes.get(1), "replayed");
  }

  @Test
  void anotherLabelIsCaught() throws Exception {
    List<Object> outcomes =
        SessionPairs.outcomes(
            SessionPairs.networks(),
            session -> {
              new EqualityCheck(session).requireEqual("label " + session.party(), new byte[32]);
              return null;
            });
    Outcomes.assertCheated(Check.COMMITMENT, outcomes.get(0), "label");
    Outcomes.assertCheated(Check.COMMITMENT, outcomes.get(1), "label");
  }

  /**
   * A peer that leaves in place of its opening has had this party's, and so the result; one that
   * leaves in place of its commitment has had nothing.
   */
  @Test
  void whoLeavesInPlaceOfOpeningHasFailed() throws Exception {
    for (int leaver = 0; leaver < 2; leaver++) {
      List<Object> outcomes =
          SessionPairs.outcomes(
              SessionPairs.leaving(2, leaver, OPENING), session -> compare(session, new byte[32]));
      Outcomes.assertCheated(Check.EQUALITY, outcomes.get(1 - leaver), "left with the opening");
      outcomes =
          SessionPairs.outcomes(
              SessionPairs.leaving(2, leaver, COMMITMENT),
              session -> compare(session, new byte[32]));
      Outcomes.assertEnded(ConnectionLost.class, outcomes.get(1 - leaver));
    }
  }

  /** The verdict is pending from before the opening leaves until it is passed. */
  @Test
  void theVerdictIsPendingWhenTheOpeningLeaves() throws Exception {
    HeardVerdicts heard = new HeardVerdicts();
    List<List<String>> seen = new CopyOnWriteArrayList<>();
    SessionPairs.run(
        SessionPairs.tampered(
            (peer, index, frame) -> {
              if (index >= COMMITMENT) {
                seen.add(List.copyOf(heard.calls));
              }
              return frame;
            }),
        session -> {
          if (session.party() == 0) {
            session.addVerdictListener(heard);
          }
          return compare(session, new byte[32]);
        });
    assertEquals(List.of(List.of(), List.of("pending")), seen);
    assertEquals(List.of("pending", "passed"), heard.calls);
  }

  @Test
  void shortDigestsAreRefused() throws Exception {
    SessionPairs.run(
        session ->
            assertThrows(IllegalArgumentException.class, () -> compare(session, new byte[31])));
  }
}
