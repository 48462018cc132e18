package org.schurmpc.core.agree;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.crypto.Commitment;
import org.schurmpc.core.net.Leftovers;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.net.TamperingNetwork;
import org.schurmpc.core.session.HeardVerdicts;
import org.schurmpc.core.session.Outcomes;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;

class AgreementTest {
  private static final int COMMITMENT = SessionPairs.HANDSHAKE_FRAMES;
  private static final int OPENING = COMMITMENT + 1;
  private static final int BYTES = 20;
  private static final byte[] ONE = {1};

  private static byte[] toss(Session session) throws Exception {
    return new CoinToss(session).toss("test", BYTES);
  }

  @Test
  void bothTossTheSameAndEachTimeAnother() throws Exception {
    List<List<String>> results =
        SessionPairs.run(
            session -> {
              CoinToss coins = new CoinToss(session);
              List<String> tosses = new ArrayList<>();
              for (int i = 0; i < 10; i++) {
                byte[] value = coins.toss(i % 2 == 0 ? "one" : "two", BYTES);
                assertEquals(BYTES, value.length);
                tosses.add(HexFormat.of().formatHex(value));
              }
              return tosses;
            });
    assertEquals(results.get(0), results.get(1));
    Set<String> all = new HashSet<>(results.get(0));
    assertEquals(10, all.size());
    // Every byte of the value is random: none is the same in all ten tosses.
    for (int at = 0; at < BYTES; at++) {
      Set<String> bytes = new HashSet<>();
      for (String toss : all) {
        bytes.add(toss.substring(2 * at, 2 * at + 2));
      }
      assertFalse(bytes.size() == 1, "byte " + at);
    }
  }

  /** What each party opens is its own and new, and the toss is the XOR of all. */
  @Test
  void eachPartyOfABroadcastTossDrawsAValue() throws Exception {
    Set<String> opened = new HashSet<>();
    for (int session = 0; session < 2; session++) {
      List<List<byte[]>> sent = new ArrayList<>();
      Network[] networks = SessionPairs.networks(3);
      for (int party = 0; party < networks.length; party++) {
        sent.add(new ArrayList<>());
        TamperingNetwork.Hook record = recordTo(sent.get(party));
        networks[party] =
            new TamperingNetwork(
                networks[party],
                (peer, index, frame) ->
                    index == OPENING ? record.onSend(peer, index, frame) : frame);
      }
      List<byte[]> tosses =
          SessionPairs.run(
              networks,
              each -> new CommittedBroadcast(each, new BroadcastCheck(each)).toss("test", BYTES));
      byte[] expected = new byte[BYTES];
      for (List<byte[]> ofParty : sent) {
        byte[] value = Arrays.copyOf(ofParty.get(0), BYTES);
        opened.add(HexFormat.of().formatHex(value));
        for (int i = 0; i < BYTES; i++) {
          expected[i] ^= value[i];
        }
      }
      for (byte[] toss : tosses) {
        assertArrayEquals(expected, toss);
      }
    }
    assertEquals(6, opened.size(), opened.toString());
  }

  @Test
  void aTossIsTheXorOfBothValues() throws Exception {
    List<byte[]> first = new ArrayList<>();
    List<byte[]> second = new ArrayList<>();
    Network[] networks = SessionPairs.networks();
    networks[0] = new TamperingNetwork(networks[0], recordTo(first));
    networks[1] = new TamperingNetwork(networks[1], recordTo(second));
    List<byte[]> tosses = SessionPairs.run(networks, AgreementTest::toss);
    byte[] expected = Arrays.copyOf(first.get(OPENING), BYTES);
    for (int i = 0; i < BYTES; i++) {
      expected[i] ^= second.get(OPENING)[i];
    }
    assertArrayEquals(expected, tosses.get(0));
    assertArrayEquals(expected, tosses.get(1));
    assertEquals(Commitment.BYTES, first.get(COMMITMENT).length);
    assertEquals(BYTES + Commitment.RANDOMNESS_BYTES, first.get(OPENING).length);
  }

  private static TamperingNetwork.Hook recordTo(List<byte[]> frames) {
    return (peer, index, frame) -> {
      frames.add(frame.clone());
      return frame;
    };
  }

  @Test
  void tossesNeverRepeatANumber() throws Exception {
    // Two makers of tosses on one session share its count: no two commitments have the same scope.
    SessionPairs.run(
        session -> {
          new CoinToss(session).toss("test", 4);
          new CoinToss(session).toss("test", 4);
          assertEquals(2, session.nextNumber("coin toss"));
          return null;
        });
  }

  @Test
  void everyChangedByteIsCaught() throws Exception {
    for (int frame = COMMITMENT; frame <= OPENING; frame++) {
      int length = frame == COMMITMENT ? Commitment.BYTES : BYTES + Commitment.RANDOMNESS_BYTES;
      for (int at = 0; at < length; at++) {
        List<Object> outcomes =
            SessionPairs.outcomes(
                SessionPairs.tampered(SessionPairs.flip(frame, at)), AgreementTest::toss);
        Outcomes.assertCheated(
            Check.COMMITMENT, outcomes.get(1), "frame " + frame + ", byte " + at);
      }
    }
  }

  /** The second party waits for each of the first one's messages and sends the same back. */
  @Test
  void aCopiedCommitmentIsCaught() throws Exception {
    List<Object> outcomes =
        SessionPairs.outcomes(
            SessionPairs.networks(),
            session -> {
              if (session.party() == 0) {
                return toss(session);
              }
              for (int length : new int[] {32, BYTES + 32}) {
                byte[] copy = new byte[length];
                session.exchange(copy, 0, 0, copy, 0, length);
                session.exchange(copy, 0, length, copy, 0, 0);
              }
              return null;
            });
    Outcomes.assertCheated(Check.COMMITMENT, outcomes.get(0), "copied");
  }

  /** An opening that fitted the last toss's commitment: commitment and opening replayed. */
  @Test
  void aReplayedCommitmentIsCaught() throws Exception {
    List<byte[]> sent = new ArrayList<>();
    List<Object> replayed =
        SessionPairs.outcomes(
            SessionPairs.tampered(
                (peer, index, frame) -> {
                  sent.add(frame.clone());
                  return index > OPENING ? sent.get(index - 2) : frame;
                }),
            session -> {
              toss(session);
              return toss(session);
            });
    Outcomes.assertCheated(Check.COMMITMENT, replayed.get(1), "replayed");
  }

  /** What one connection's second party answers with on the next one. */
  private static final class CopiedFork implements TamperingNetwork.Hook {
    private final List<byte[]> first = new ArrayList<>();
    private boolean second;

    @Override
    public byte[] onSend(int peer, int index, byte[] frame) {
      if (!second && index < first.size()) {
        second = true;
      }
      if (second) {
        return first.get(index);
      }
      first.add(frame.clone());
      return frame;
    }
  }

  private interface Agreement {
    void on(Session session) throws Exception;
  }

  /** Commitment and opening of one connection fit no other one, though their numbers are equal. */
  private static void assertBoundToItsConnection(Agreement agreement) throws Exception {
    Network[] networks = SessionPairs.networks();
    networks[0] =
        new TamperingNetwork(networks[0], (peer, index, frame) -> frame, new CopiedFork());
    List<Object> outcomes =
        SessionPairs.outcomes(
            networks,
            session -> {
              for (int i = 0; i < 2; i++) {
                try (Session fork = session.fork("fork")) {
                  agreement.on(fork);
                }
              }
              return null;
            });
    Outcomes.assertCheated(Check.COMMITMENT, outcomes.get(1), "of another connection");
  }

  @Test
  void commitmentsOfAnotherConnectionAreCaught() throws Exception {
    assertBoundToItsConnection(AgreementTest::toss);
    assertBoundToItsConnection(
        session ->
            new CommittedBroadcast(session, new BroadcastCheck(session))
                .exchange("test", new byte[BYTES]));
  }

  @Test
  void anotherLabelIsCaught() throws Exception {
    List<Object> outcomes =
        SessionPairs.outcomes(
            SessionPairs.networks(),
            session -> new CoinToss(session).toss("label " + session.party(), 8));
    Outcomes.assertCheated(Check.COMMITMENT, outcomes.get(0), "label");
    Outcomes.assertCheated(Check.COMMITMENT, outcomes.get(1), "label");
  }

  /** Whoever has seen the value and does not like it cannot come back with the same material. */
  @Test
  void whoLeavesInPlaceOfOpeningHasFailed() throws Exception {
    for (int leaver = 0; leaver < 2; leaver++) {
      List<Object> outcomes =
          SessionPairs.outcomes(SessionPairs.leaving(2, leaver, OPENING), AgreementTest::toss);
      Outcomes.assertCheated(Check.COMMITMENT, outcomes.get(1 - leaver), "left");
      outcomes =
          SessionPairs.outcomes(SessionPairs.leaving(2, leaver, COMMITMENT), AgreementTest::toss);
      Outcomes.assertEnded(ConnectionLost.class, outcomes.get(1 - leaver));
    }
  }

  @Test
  void whoLeavesABroadcastInPlaceOfOpeningHasFailed() throws Exception {
    for (Check check : new Check[] {Check.COMMITMENT, Check.MAC}) {
      List<Object> outcomes =
          SessionPairs.outcomes(
              SessionPairs.leaving(3, 1, OPENING),
              session ->
                  new CommittedBroadcast(session, new BroadcastCheck(session))
                      .exchange("test", new byte[7], check));
      Outcomes.assertCheated(check, outcomes.get(0), "left");
      Outcomes.assertCheated(check, outcomes.get(2), "left");
    }
  }

  private static byte[] tossUnjudged(Session session) throws Exception {
    return session.parties() == 2
        ? new CoinToss(session).tossUnjudged("test", BYTES)
        : new CommittedBroadcast(session, new BroadcastCheck(session)).tossUnjudged("test", BYTES);
  }

  /** The same messages as in a toss that is judged, and the same value. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void aTossThatIsNotJudgedHasTheSameMessages(int parties) throws Exception {
    List<byte[]> tosses =
        SessionPairs.run(
            SessionPairs.networks(parties),
            session -> {
              if (session.party() > 0) {
                return tossUnjudged(session);
              }
              return parties == 2
                  ? toss(session)
                  : new CommittedBroadcast(session, new BroadcastCheck(session))
                      .toss("test", BYTES);
            });
    assertFalse(Arrays.equals(new byte[BYTES], tosses.get(0)));
    tosses.forEach(each -> assertArrayEquals(tosses.get(0), each));
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void whoLeavesATossThatIsNotJudgedHasFailedNothing(int parties) throws Exception {
    for (int frame = COMMITMENT; frame <= OPENING; frame++) {
      HeardVerdicts heard = new HeardVerdicts();
      List<Object> outcomes =
          SessionPairs.outcomes(
              SessionPairs.leaving(parties, 1, frame),
              session -> {
                if (session.party() == 0) {
                  session.addVerdictListener(heard);
                }
                return tossUnjudged(session);
              });
      Outcomes.assertEnded(ConnectionLost.class, outcomes.get(0));
      assertEquals(List.of(), heard.calls);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void aWrongOpeningFailsATossThatIsNotJudged(int parties) throws Exception {
    for (int at : new int[] {0, BYTES - 1, BYTES + Commitment.RANDOMNESS_BYTES - 1}) {
      Network[] networks = SessionPairs.networks(parties);
      networks[1] = new TamperingNetwork(networks[1], SessionPairs.flip(OPENING, at));
      List<Object> outcomes = SessionPairs.outcomes(networks, AgreementTest::tossUnjudged);
      Outcomes.assertCheated(Check.COMMITMENT, outcomes.get(0), "byte " + at);
    }
  }

  @Test
  void valuesUnderCommitmentAreWiped() throws Exception {
    SessionPairs.run(
        session -> {
          CommittedBroadcast.Under under =
              new CommittedBroadcast(session, new BroadcastCheck(session)).commit("test", ONE);
          assertEquals(1, ((byte[]) Leftovers.field(under, "opening"))[0]);
          under.wipe();
          assertArrayEquals(
              new byte[1 + Commitment.RANDOMNESS_BYTES],
              (byte[]) Leftovers.field(under, "opening"));
          return null;
        });
  }

  /** One party commits to one value towards one peer and to another value towards the other. */
  @Test
  void whoeverCommitsToTwoValuesIsCaughtByTheBroadcastCheck() throws Exception {
    List<Object> outcomes =
        SessionPairs.outcomes(
            SessionPairs.networks(3),
            session -> {
              if (session.party() == 1) {
                return commitToTwoValues(session);
              }
              BroadcastCheck broadcasts = new BroadcastCheck(session);
              byte[][] values = new CommittedBroadcast(session, broadcasts).exchange("test", ONE);
              assertEquals(session.party(), values[1][0]);
              broadcasts.check();
              return "passed";
            });
    Outcomes.assertCheated(Check.BROADCAST, outcomes.get(0), "told 0");
    Outcomes.assertCheated(Check.BROADCAST, outcomes.get(2), "told 2");
  }

  private static Object commitToTwoValues(Session session) throws Exception {
    byte[][] commitments = new byte[3][];
    byte[][] openings = new byte[3][];
    for (int peer : session.peers()) {
      byte[] value = {(byte) peer};
      byte[] randomness = new byte[Commitment.RANDOMNESS_BYTES];
      commitments[peer] = Commitment.commit(session.sid(), "test on 0", 1, 0, value, randomness);
      openings[peer] = Arrays.copyOf(value, 1 + randomness.length);
    }
    for (byte[][] out : new byte[][][] {commitments, openings}) {
      int[] lengths = {out[0].length, 0, out[0].length};
      session.exchangeAll(out, lengths, new byte[3][out[0].length], lengths);
    }
    session.exchangeAll(new byte[32]);
    return "lied";
  }

  @Test
  void anEmptyTossIsRefused() throws Exception {
    SessionPairs.run(
        session ->
            assertThrows(
                IllegalArgumentException.class, () -> new CoinToss(session).toss("none", 0)));
  }

  /** Compares a value, and another one that is equal at both. */
  private static void compare(Session session, String name, byte[] digest) throws Exception {
    TreeMap<String, byte[]> digests = new TreeMap<>();
    digests.put("a common value", new byte[] {5});
    digests.put(name, digest);
    PublicValue.requireEqual(session, digests);
  }

  @Test
  void publicValuesAreCompared() throws Exception {
    SessionPairs.run(
        session -> {
          compare(session, "the program", new byte[] {1, 2});
          return null;
        });
    for (Object outcome :
        SessionPairs.outcomes(
            SessionPairs.networks(),
            session -> {
              byte[] digest = {1, (byte) session.party()};
              compare(session, "the program", digest);
              return null;
            })) {
      Outcomes.assertEnded(Disagreement.class, outcome, "the program");
    }
  }

  @Test
  void publicValuesOfOtherNamesDiffer() throws Exception {
    for (Object outcome :
        SessionPairs.outcomes(
            SessionPairs.networks(),
            session -> {
              String name = session.party() == 0 ? "this" : "that";
              compare(session, name, new byte[] {1});
              return null;
            })) {
      Outcomes.assertEnded(Disagreement.class, outcome, "differ in th");
    }
  }

  @Test
  void aDescriptionLongerThanTheMostIsRefused() throws Exception {
    SessionPairs.run(
        session -> {
          if (session.party() == 0) {
            assertThrows(
                MpcException.class, () -> Descriptions.exchange(session, new byte[5], 8, "one"));
          } else {
            PeerCheated found =
                assertThrows(
                    PeerCheated.class, () -> Descriptions.exchange(session, ONE, 4, "one"));
            assertEquals(Check.MALFORMED, found.check());
          }
          return null;
        });
  }
}
