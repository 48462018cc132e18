package org.schurmpc.core.mac;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.agree.CoinToss;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.crypto.PolynomialHash;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.net.TamperingNetwork;
import org.schurmpc.core.session.HeardVerdicts;
import org.schurmpc.core.session.Outcomes;
import org.schurmpc.core.session.Phase;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.core.session.SessionTerms;

/** The first party cheats; the second is honest and must say so. */
class MacCheckTest {
  private static final int SHORT = 100;
  private static final int LONG = 2 * MacCheck.SHORT_INTERVAL_WORDS;
  private static final int FIRST_PROOF = SessionPairs.HANDSHAKE_FRAMES;

  /** What a party logs for an interval. */
  private interface Logs {
    /** The MACs of what {@code sender} sent in {@code interval}, as party {@code at} has them. */
    long[] of(int sender, int at, int interval);
  }

  private static long[] random(int sender, int interval, int words) {
    return new Random(100L * interval + sender).longs(words).toArray();
  }

  private static Logs honest(int words) {
    // Directions of different length: the counts are bound too.
    return (sender, at, interval) -> random(sender, interval, words + 10 * sender);
  }

  private static void fill(MacLog log, long[] macs) {
    for (int done = 0; done < macs.length; ) {
      int now = Math.min(macs.length - done, 777);
      int start = log.extend(now);
      System.arraycopy(macs, done, log.words(), start, now);
      done += now;
    }
  }

  private static Object intervals(Session session, Logs logs, int count) throws Exception {
    MacCheck check = new MacCheck(session, new CoinToss(session), 0);
    for (int interval = 0; interval < count; interval++) {
      fill(check.held(), logs.of(session.party(), session.party(), interval));
      fill(check.expected(), logs.of(session.peer(), session.party(), interval));
      check.check();
      assertEquals(0, check.pending());
    }
    return "passed";
  }

  private static Object honestPartyOf(Logs logs, int count) throws Exception {
    return SessionPairs.outcomes(
            SessionPairs.networks(), session -> intervals(session, logs, count))
        .get(1);
  }

  @ParameterizedTest(name = "{0} words")
  @ValueSource(ints = {0, 1, SHORT, MacCheck.SHORT_INTERVAL_WORDS / 2, LONG, 50_000})
  void honestPartiesPass(int words) throws Exception {
    assertEquals(
        List.of("passed", "passed"),
        SessionPairs.outcomes(
            SessionPairs.networks(), session -> intervals(session, honest(words), 3)));
  }

  @Test
  void oneDirectionAlonePasses() throws Exception {
    Logs logs = (sender, at, interval) -> sender == 0 ? random(0, interval, SHORT) : new long[0];
    assertEquals("passed", honestPartyOf(logs, 2));
  }

  /** The first party holds what {@code cheat} makes of the right MACs in the given interval. */
  private static Logs cheating(int words, int when, UnaryOperator<long[]> cheat) {
    return (sender, at, interval) -> {
      long[] right = honest(words).of(sender, at, interval);
      return sender == 0 && at == 0 && interval == when ? cheat.apply(right) : right;
    };
  }

  private static void assertCaught(Logs logs, String what) throws Exception {
    Outcomes.assertCheated(Check.MAC, honestPartyOf(logs, 2), what);
  }

  @ParameterizedTest(name = "{0} words")
  @ValueSource(ints = {SHORT, LONG})
  void everyChangeOfTheMacsIsCaught(int words) throws Exception {
    Random random = new Random(words);
    for (int round = 0; round < 12; round++) {
      int when = round % 2;
      int i = round < 2 ? 0 : round < 4 ? words - 1 : random.nextInt(words);
      int j = (i + 1 + random.nextInt(words - 1)) % words;
      long bit = 1L << random.nextInt(64);
      String where = " at " + i + " and " + j + " in interval " + when;
      assertCaught(
          cheating(
              words,
              when,
              macs -> {
                macs[i] ^= bit;
                return macs;
              }),
          "flipped" + where);
      assertCaught(
          cheating(
              words,
              when,
              macs -> {
                long mac = macs[i];
                macs[i] = macs[j];
                macs[j] = mac;
                return macs;
              }),
          "swapped" + where);
      assertCaught(
          cheating(
              words,
              when,
              macs -> {
                System.arraycopy(macs, i + 1, macs, i, macs.length - 1 - i);
                return Arrays.copyOf(macs, macs.length - 1);
              }),
          "dropped" + where);
    }
    assertCaught(cheating(words, 0, macs -> Arrays.copyOf(macs, macs.length + 1)), "one more");
    assertCaught(
        cheating(
            words,
            1,
            macs -> {
              long[] reversed = macs.clone();
              for (int i = 0; i < macs.length; i++) {
                reversed[i] = macs[macs.length - 1 - i];
              }
              return reversed;
            }),
        "reversed");
    assertCaught(cheating(words, 1, macs -> random(0, 0, macs.length)), "the last interval's MACs");
  }

  /** A dropped and an added word cancel in the total, not in the counts of each direction. */
  @Test
  void wordsDoNotMoveBetweenDirections() throws Exception {
    Logs logs =
        (sender, at, interval) -> {
          long[] right = random(sender, interval, SHORT);
          return at == 1 ? right : Arrays.copyOf(right, sender == 0 ? SHORT - 1 : SHORT + 1);
        };
    Outcomes.assertCheated(Check.MAC, honestPartyOf(logs, 1), "moved");
  }

  /** The first party sees the second's proof before it sends its own, and sends it back. */
  @Test
  void anEchoIsCaught() throws Exception {
    Logs same = (sender, at, interval) -> random(0, interval, SHORT);
    Object outcome =
        SessionPairs.outcomes(
                SessionPairs.networks(),
                session -> {
                  if (session.party() == 1) {
                    return intervals(session, same, 1);
                  }
                  byte[] proof = new byte[32];
                  session.exchange(proof, 0, 0, proof, 0, 32);
                  session.exchange(proof, 0, 32, proof, 0, 0);
                  return null;
                })
            .get(1);
    Outcomes.assertCheated(Check.MAC, outcome, "echo");
  }

  /** Even where two intervals hold the same MACs, a proof is of its interval only. */
  @Test
  void aReplayedProofIsCaught() throws Exception {
    Logs same = (sender, at, interval) -> random(sender, 0, SHORT);
    byte[][] proof = new byte[1][];
    TamperingNetwork.Hook replay =
        (peer, index, frame) -> {
          if (index == FIRST_PROOF) {
            proof[0] = frame.clone();
          }
          return index == FIRST_PROOF + 1 ? proof[0] : frame;
        };
    Network[] networks = SessionPairs.tampered(replay);
    List<Object> outcomes = SessionPairs.outcomes(networks, session -> intervals(session, same, 2));
    Outcomes.assertCheated(Check.MAC, outcomes.get(1), "replay");
  }

  @Test
  void proofsOfAnotherCheckOfTheSessionAreCaught() throws Exception {
    // Two checks on one session count together, so that neither takes the other's proof.
    List<Object> outcomes =
        SessionPairs.outcomes(
            SessionPairs.tampered(
                new TamperingNetwork.Hook() {
                  private byte[] proof = new byte[0];

                  @Override
                  public byte[] onSend(int peer, int index, byte[] frame) {
                    if (index == FIRST_PROOF) {
                      proof = frame.clone();
                    }
                    return index == FIRST_PROOF + 1 ? proof : frame;
                  }
                }),
            session -> {
              intervals(session, honest(SHORT), 1);
              return intervals(session, honest(SHORT), 1);
            });
    Outcomes.assertCheated(Check.MAC, outcomes.get(1), "other check");
  }

  @Test
  void everyByteOfTheProofCounts() throws Exception {
    for (int at = 0; at < 32; at++) {
      List<Object> outcomes =
          SessionPairs.outcomes(
              SessionPairs.tampered(SessionPairs.flip(FIRST_PROOF, at)),
              session -> intervals(session, honest(SHORT), 1));
      Outcomes.assertCheated(Check.MAC, outcomes.get(1), "byte " + at);
    }
  }

  @Test
  void aCheatInTheTossIsCaught() throws Exception {
    List<Object> outcomes =
        SessionPairs.outcomes(
            SessionPairs.tampered(SessionPairs.flip(FIRST_PROOF + 1, 3)),
            session -> intervals(session, honest(LONG), 1));
    Outcomes.assertCheated(Check.COMMITMENT, outcomes.get(1), "toss");
  }

  /** In place of its commitment, of its opening, of its proof: nothing has shown a key. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void whoLeavesHasFailedNothing(int frame) throws Exception {
    HeardVerdicts heard = new HeardVerdicts();
    List<Object> outcomes =
        SessionPairs.outcomes(
            SessionPairs.leaving(2, 0, FIRST_PROOF + frame),
            session -> {
              if (session.party() == 1) {
                session.addVerdictListener(heard);
              }
              return intervals(session, honest(LONG), 1);
            });
    Outcomes.assertEnded(ConnectionLost.class, outcomes.get(1));
    assertEquals(List.of(), heard.calls);
  }

  @Test
  void nothingPendingCostsNothing() throws Exception {
    SessionPairs.run(
        session -> {
          MacCheck check = new MacCheck(session, new CoinToss(session), 10);
          check.check();
          assertEquals(2, session.metrics().rounds(Phase.SETUP), "the handshake's");
          assertEquals(2, session.metrics().messagesSent(Phase.SETUP));
          check.held().extend(1);
          check.expected().extend(1);
          check.check();
          assertEquals(3, session.metrics().rounds(Phase.SETUP), "a short interval");
          check.held().extend(LONG);
          check.expected().extend(LONG);
          Arrays.fill(check.held().words(), 0);
          Arrays.fill(check.expected().words(), 0);
          check.check();
          assertEquals(6, session.metrics().rounds(Phase.SETUP), "a long interval");
          return null;
        });
  }

  /** The proof by its definition, for any sender and MACs. */
  private static byte[] proof(Session session, int sender, long interval, byte[] key, long[] macs) {
    FieldHash hash =
        session.hash("MAC check").add(sender).add(1 - sender).add(interval).add(macs.length);
    if (key.length == 0) {
      return hash.add(macs, 0, macs.length).digest();
    }
    PolynomialHash polynomial = new PolynomialHash(key);
    polynomial.update(macs, 0, macs.length);
    return hash.add(key).add(polynomial.digest()).digest();
  }

  /** All that an honest party sends, when the cheat fails and when there is none. */
  @Test
  void noFrameHoldsAHashOfExpectedMacs() throws Exception {
    for (int changed = 0; changed <= 1; changed++) {
      int bit = changed;
      Logs logs =
          cheating(
              SHORT,
              0,
              macs -> {
                macs[0] ^= bit;
                return macs;
              });
      List<byte[]> frames = new ArrayList<>();
      byte[][] proofs = new byte[4][];
      Network[] networks = SessionPairs.networks();
      networks[1] =
          new TamperingNetwork(
              networks[1],
              (peer, index, frame) -> {
                frames.add(frame.clone());
                return frame;
              });
      SessionPairs.outcomes(
          networks,
          session -> {
            if (session.party() == 1) {
              long[] held = logs.of(1, 1, 0);
              long[] expected = logs.of(0, 1, 0);
              proofs[0] = proof(session, 1, 0, new byte[0], held);
              proofs[1] = proof(session, 0, 0, new byte[0], expected);
              proofs[2] = proof(session, 1, 0, new byte[0], expected);
              proofs[3] = new FieldHash("MAC check").add(expected, 0, expected.length).digest();
            }
            return intervals(session, logs, 1);
          });
      assertTrue(contains(frames, proofs[0]), "the search finds the proof of held MACs");
      for (int i = 1; i < proofs.length; i++) {
        assertFalse(contains(frames, proofs[i]), "expected MACs, form " + i);
      }
    }
  }

  private static boolean contains(List<byte[]> frames, byte[] wanted) {
    for (byte[] frame : frames) {
      for (int at = 0; at + wanted.length <= frame.length; at++) {
        if (Arrays.equals(frame, at, at + wanted.length, wanted, 0, wanted.length)) {
          return true;
        }
      }
    }
    return false;
  }

  /**
   * What the second party sends does not depend on what it expects: with the same randomness on
   * both sides and other expected MACs, its frames are the same up to and including its proof.
   */
  @ParameterizedTest(name = "{0} words")
  @ValueSource(ints = {SHORT, LONG})
  void framesDoNotDependOnTheExpectedMacs(int words) throws Exception {
    List<byte[]> right = framesOfTheSecond(honest(words), "passed");
    Logs others =
        (sender, at, interval) ->
            random(sender == 0 && at == 1 ? 55 : sender, interval, words + 10 * sender);
    List<byte[]> wrong = framesOfTheSecond(others, null);
    assertEquals(words == SHORT ? 3 : 5, right.size());
    assertEquals(right.size(), wrong.size());
    for (int i = 0; i < right.size(); i++) {
      assertArrayEquals(right.get(i), wrong.get(i), "frame " + i);
    }
  }

  private static List<byte[]> framesOfTheSecond(Logs logs, String expected) throws Exception {
    List<byte[]> frames = new ArrayList<>();
    Network[] networks = SessionPairs.networks();
    networks[1] =
        new TamperingNetwork(
            networks[1],
            (peer, index, frame) -> {
              frames.add(frame.clone());
              return frame;
            });
    SessionTerms terms = SessionPairs.terms();
    List<Object> outcomes =
        SessionPairs.networkOutcomes(
            networks,
            network -> {
              var random = SessionPairs.seeded("party " + network.party());
              try (Session session = SessionPairs.establish(network, terms, random)) {
                return intervals(session, logs, 1);
              }
            });
    if (expected == null) {
      Outcomes.assertCheated(Check.MAC, outcomes.get(1), "other MACs expected");
    } else {
      assertEquals(expected, outcomes.get(1));
    }
    return frames;
  }

  /** Whatever its length: one that broke off before its verdict has not passed. */
  @Test
  void afterACheckThatBrokeOffNoneIsMade() throws Exception {
    for (int words : new int[] {10, MacCheck.SHORT_INTERVAL_WORDS + 1}) {
      SessionPairs.run(
          session -> {
            MacCheck check = new MacCheck(session, new CoinToss(session), 10);
            check.held().extend(words);
            byte[] unsent = check.begin(MacCheck.noKey());
            assertEquals(32, unsent.length);
            return assertThrows(IllegalStateException.class, check::check);
          });
    }
  }

  @Test
  void wipesItsLogsAndTheProofThatItWaitsFor() throws Exception {
    SessionPairs.run(
        session -> {
          MacCheck check = new MacCheck(session, new CoinToss(session), 10);
          for (MacLog log : List.of(check.held(), check.expected())) {
            log.words()[log.extend(1)] = 7;
          }
          long[][] words = {check.held().words(), check.expected().words()};
          assertEquals(32, check.begin(MacCheck.noKey()).length);
          Field field = MacCheck.class.getDeclaredField("required");
          field.setAccessible(true);
          byte[] required = (byte[]) field.get(check);
          check.wipe();
          assertArrayEquals(new byte[32], required);
          for (long[] log : words) {
            assertArrayEquals(new long[log.length], log);
          }
          return null;
        });
  }
}
