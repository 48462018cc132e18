package org.schurmpc.core.ot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.schurmpc.core.session.Outcomes.assertCheated;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.crypto.LinearTag;
import org.schurmpc.core.net.TamperingNetwork;
import org.schurmpc.core.session.SessionPairs;

/** A receiver of correlated OTs that deviates, and the sender that has to notice. */
class CotCheatingTest {
  private static final int TREES_FRAME = CotRun.RECEIVER_FRAMES;
  private static final int CORRECTIONS_FRAME = TREES_FRAME + 1;
  private static final int RESPONSE_FRAME = CORRECTIONS_FRAME + 1;

  /** With k = 1 there are no trees, and no message about them. */
  private static int correctionsFrame(int k) {
    return k == 1 ? TREES_FRAME : CORRECTIONS_FRAME;
  }

  private static final long[] DELTA = {0x0123456789abcdefL, 0xfedcba9876543210L};

  /** How the honest sender ends if a bit of the receiver's frame is flipped. */
  private static Object senderAfterFlip(int k, int frame, int at, int mask) throws Exception {
    TamperingNetwork.Hook hook =
        (peer, index, bytes) -> {
          if (index == frame) {
            bytes[at] ^= (byte) mask;
          }
          return bytes;
        };
    return CotRun.outcomes(
            CotRun.tampered(1, hook), CotRun.sender(k, DELTA, 2), CotRun.receiver(k, 2))
        .get(0);
  }

  @ParameterizedTest
  @CsvSource({"1, OT_CONSISTENCY", "4, PPRF"})
  void otherBaseOtsOfTheReceiver(int k, Check check) throws Exception {
    // The receiver of correlated OTs is the sender of the base OTs: its point changes all keys.
    byte[][] first = new byte[1][];
    TamperingNetwork.Hook record =
        (peer, index, bytes) -> {
          if (index == SessionPairs.HANDSHAKE_FRAMES) {
            first[0] = bytes.clone();
          }
          return bytes;
        };
    CotRun.outcomes(CotRun.tampered(1, record), CotRun.sender(k, DELTA, 1), CotRun.receiver(k, 1));
    TamperingNetwork.Hook replay =
        (peer, index, bytes) -> index == SessionPairs.HANDSHAKE_FRAMES ? first[0] : bytes;
    Object sender =
        CotRun.outcomes(
                CotRun.tampered(1, replay), CotRun.sender(k, DELTA, 1), CotRun.receiver(k, 1))
            .get(0);
    assertCheated(check, sender, "another point");
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 4, 8})
  void treesAreChecked(int k) throws Exception {
    int last = FullTrees.messageBytes(k, SmallField.BITS / k) - 1;
    assertCheated(Check.PPRF, senderAfterFlip(k, TREES_FRAME, last, 1), "digest");
    assertCheated(Check.PPRF, senderAfterFlip(k, TREES_FRAME, last - 32, 0x80), "sum of checks");
  }

  /** The sum of one branch is wrong: Δ's bit decides whether the sender uses it. */
  @Test
  void aWrongSumIsCaughtWhereDeltaSaysSo() throws Exception {
    int k = 4;
    for (int level = 1; level < k; level++) {
      int bit = SmallField.baseOt(k, 0, level);
      int used = 1 - (int) (DELTA[0] >>> bit & 1);
      for (int branch = 0; branch < 2; branch++) {
        int at = ((level - 1) * 2 + branch) * 16 + 3;
        Object sender = senderAfterFlip(k, TREES_FRAME, at, 0x20);
        if (branch == used) {
          assertCheated(Check.PPRF, sender, "level " + level + ", branch " + branch);
        } else {
          assertFalse(CotRun.failed(sender), "level " + level + ", branch " + branch);
        }
      }
    }
  }

  @Test
  void inconsistentChoiceBitsAreCaughtWhereDeltaIsNotZero() throws Exception {
    for (int k : new int[] {1, 2, 4}) {
      int column = Batch.MIN_WORDS * Long.BYTES;
      for (int tree : new int[] {1, 2, 5, SmallField.BITS / k - 1}) {
        long part = part(k, DELTA, tree);
        String where = "k = " + k + ", tree " + tree;
        Object sender = senderAfterFlip(k, correctionsFrame(k), (tree - 1) * column + 70, 4);
        if (part != 0) {
          assertCheated(Check.OT_CONSISTENCY, sender, where);
        } else {
          assertFalse(CotRun.failed(sender), where);
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, LinearTag.TAG_BYTES - 1, LinearTag.TAG_BYTES, Batch.RESPONSE_BYTES - 1})
  void responsesAreCompared(int at) throws Exception {
    assertCheated(
        Check.OT_CONSISTENCY, senderAfterFlip(4, RESPONSE_FRAME, at, 1), "response byte " + at);
    assertCheated(
        Check.OT_CONSISTENCY, senderAfterFlip(4, RESPONSE_FRAME + 2, at, 1), "second batch");
  }

  @Test
  void aResponseServesOnce() throws Exception {
    byte[][] first = new byte[1][];
    TamperingNetwork.Hook replay =
        (peer, index, bytes) -> {
          if (index == RESPONSE_FRAME) {
            first[0] = bytes.clone();
          }
          return index == RESPONSE_FRAME + 2 ? first[0] : bytes;
        };
    Object sender =
        CotRun.outcomes(
                CotRun.tampered(1, replay), CotRun.sender(4, DELTA, 2), CotRun.receiver(4, 2))
            .get(0);
    assertCheated(Check.OT_CONSISTENCY, sender, "replayed response");
  }

  /** An inconsistent bit with a guess of k bits of Δ goes on if right, one time in 2^k. */
  @ParameterizedTest
  @CsvSource({"1, 24, 12, 9", "2, 24, 6, 6", "4, 48, 3, 3"})
  void guessesSurviveIfTheyAreRight(int k, int runs, int expected, int tolerance) throws Exception {
    guess(k, runs, expected, tolerance);
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({"1, 200, 100, 42", "2, 200, 50, 37", "4, 200, 12, 13"})
  void guessesSurviveAsOftenAsTheyAreRight(int k, int runs, int expected, int tolerance)
      throws Exception {
    guess(k, runs, expected, tolerance);
  }

  private static void guess(int k, int runs, int expected, int tolerance) throws Exception {
    Random random = new Random(k);
    long[] delta = {random.nextLong(), random.nextLong()};
    int[] trees = random.ints(runs, 1, SmallField.BITS / k).toArray();
    long[] guesses = random.longs(runs, 0, 1L << k).toArray();
    int survived = 0;
    for (int run = 0; run < runs; run++) {
      int tree = trees[run];
      long guess = guesses[run];
      IdealKeys keys = new IdealKeys(delta, random);
      Object end =
          CotRun.outcomes(
                  SessionPairs.networks(),
                  CotRun.sender(k, session -> keys.sender(), delta, 1),
                  session -> {
                    new GuessingReceiver(session, k, tree, guess).run(keys.pairs());
                    return null;
                  })
              .get(0);
      if (guesses[run] == part(k, delta, trees[run])) {
        assertFalse(CotRun.failed(end), "a right guess, run " + run);
        survived++;
      } else {
        assertCheated(Check.OT_CONSISTENCY, end, "a wrong guess, run " + run);
      }
    }
    assertTrue(Math.abs(survived - expected) < tolerance, survived + " of " + runs);
  }

  /** The bits of Δ that belong to a tree. */
  private static long part(int k, long[] delta, int tree) {
    return (delta[(tree * k) >>> 6] >>> (tree * k)) & ((1L << k) - 1);
  }

  /** A changed challenge is the sender's own business; the receiver's answer then fits it not. */
  @Test
  void anAnswerToAnotherChallengeIsRefused() throws Exception {
    TamperingNetwork.Hook hook =
        (peer, index, bytes) -> {
          if (index == CotRun.SENDER_FRAMES) {
            assertEquals(Batch.CHALLENGE_BYTES, bytes.length);
            bytes[0] ^= 1;
          }
          return bytes;
        };
    Object sender =
        CotRun.outcomes(CotRun.tampered(0, hook), CotRun.sender(4, DELTA, 1), CotRun.receiver(4, 1))
            .get(0);
    assertCheated(Check.OT_CONSISTENCY, sender, "challenge");
  }

  @Test
  void otherLengthsAreMalformed() throws Exception {
    for (int frame : new int[] {TREES_FRAME, CORRECTIONS_FRAME, RESPONSE_FRAME}) {
      TamperingNetwork.Hook cut =
          (peer, index, bytes) -> index == frame ? Arrays.copyOf(bytes, bytes.length - 1) : bytes;
      Object sender =
          CotRun.outcomes(
                  CotRun.tampered(1, cut), CotRun.sender(4, DELTA, 1), CotRun.receiver(4, 1))
              .get(0);
      assertCheated(Check.MALFORMED, sender, "frame " + frame);
    }
  }
}
