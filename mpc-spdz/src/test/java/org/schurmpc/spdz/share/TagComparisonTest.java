package org.schurmpc.spdz.share;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.agree.BroadcastCheck;
import org.schurmpc.core.crypto.Commitment;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.field.Fields;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.net.TamperingNetwork;
import org.schurmpc.core.session.HeardVerdicts;
import org.schurmpc.core.session.Outcomes;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.core.session.SessionTerms;

/** Two parties compare their shares of zero by tags. */
class TagComparisonTest {
  private static final int TOSS_OPENING = SessionPairs.HANDSHAKE_FRAMES + 1;
  private static final int TAG = TOSS_OPENING + 1;
  private static final int TAG_BYTES = 32;

  /** What a party records before a check. */
  private interface Openings {
    void of(Session session, GlobalMacCheck check);
  }

  /** A value, and its MAC but for an error that party 1 makes in the opening. */
  private static Openings opened(Field field, long error) {
    return (session, check) -> open(field, session, check.elements(), error);
  }

  private static void open(Field field, Session session, OpenedValues to, long error) {
    long[] alpha = field.element(7); // 3 + 4
    long[] value = field.element(5);
    long[] mac = field.element(99);
    if (session.party() == 1) {
      long[] product = new long[field.limbs()];
      field.multiply(alpha, 0, value, 0, product, 0, 1);
      field.subtract(product, 0, mac, 0, mac, 0, 1);
    }
    field.add(value, 0, field.element(error), 0, value, 0, 1);
    to.add(value, 0, mac, 0, 1);
  }

  private static GlobalMacCheck check(Session session, Field field, MacComparison comparison) {
    long[] key = field.element(3 + session.party());
    return new GlobalMacCheck(session, field, key, new BroadcastCheck(session), comparison);
  }

  private static Object run(Session session, Field field, Openings openings, int times)
      throws Exception {
    GlobalMacCheck check = check(session, field, MacComparison.TAGS);
    for (int i = 0; i < times; i++) {
      openings.of(session, check);
      check.check();
    }
    return "passed";
  }

  private static Network[] tampered(TamperingNetwork.Hook hook) {
    Network[] networks = SessionPairs.networks();
    networks[1] = new TamperingNetwork(networks[1], hook);
    return networks;
  }

  /** Over prime fields the shares have different signs: 3 + 4 is α in all of these. */
  @ParameterizedTest
  @ValueSource(strings = {"p128", "gf2_128", "p256"})
  void rightValuesPassWithNoVerdictPending(String name) throws Exception {
    Field field = Fields.named(name);
    List<Integer> lengths = new ArrayList<>();
    HeardVerdicts heard = new HeardVerdicts();
    List<Object> ends =
        SessionPairs.outcomes(
            tampered(
                (peer, index, frame) -> {
                  if (index >= SessionPairs.HANDSHAKE_FRAMES) {
                    lengths.add(frame.length);
                  }
                  return frame;
                }),
            session -> {
              session.addVerdictListener(heard);
              Openings both =
                  (each, check) -> {
                    open(field, each, check.elements(), 0);
                    open(field, each, check.indices(), 0);
                  };
              return run(session, field, both, 2);
            });
    assertEquals(List.of("passed", "passed"), ends);
    assertEquals(List.of(32, 48, 32, 32, 32, 48, 32, 32), lengths, "toss, elements, indices");
    assertEquals(List.of(), heard.calls);
  }

  @ParameterizedTest
  @CsvSource({"p128, false", "gf2_128, false", "p128, true", "gf2_128, true"})
  void aWrongOpeningIsCaughtByBoth(String name, boolean index) throws Exception {
    Field field = Fields.named(name);
    HeardVerdicts heard = new HeardVerdicts();
    List<Object> ends =
        SessionPairs.outcomes(
            SessionPairs.networks(),
            session -> {
              if (session.party() == 0) {
                session.addVerdictListener(heard);
              }
              Openings wrong =
                  (each, check) -> open(field, each, index ? check.indices() : check.elements(), 1);
              return run(session, field, wrong, 1);
            });
    ends.forEach(end -> Outcomes.assertCheated(Check.MAC, end, name));
    assertEquals(List.of("failed"), heard.calls);
  }

  /** If elements are wrong, nothing is sent about indices. */
  @Test
  void indicesWaitForElements() throws Exception {
    Field field = Fields.named("gf2_128");
    List<byte[]> sent = new ArrayList<>();
    List<Object> ends =
        SessionPairs.outcomes(
            tampered(
                (peer, index, frame) -> {
                  sent.add(frame);
                  return frame;
                }),
            session -> {
              Openings wrong =
                  (each, check) -> {
                    open(field, each, check.elements(), 1);
                    open(field, each, check.indices(), 0);
                  };
              return run(session, field, wrong, 1);
            });
    ends.forEach(end -> Outcomes.assertCheated(Check.MAC, end, "elements"));
    assertEquals(TAG + 1, sent.size());
  }

  @Test
  void everyByteOfTheTagCounts() throws Exception {
    Field field = Fields.named("p128");
    for (int at = 0; at < TAG_BYTES; at++) {
      HeardVerdicts heard = new HeardVerdicts();
      List<Object> ends =
          SessionPairs.outcomes(
              tampered(SessionPairs.flip(TAG, at)),
              session -> {
                if (session.party() == 0) {
                  session.addVerdictListener(heard);
                }
                return run(session, field, opened(field, 0), 1);
              });
      Outcomes.assertCheated(Check.MAC, ends.get(0), "byte " + at);
      assertEquals(List.of("failed"), heard.calls);
    }
  }

  /** The peer sends back what it receives, after a wrong opening. */
  @ParameterizedTest
  @ValueSource(strings = {"p128", "gf2_128"})
  void anEchoIsNoTag(String name) throws Exception {
    Field field = Fields.named(name);
    BlockingQueue<byte[]> first = new LinkedBlockingQueue<>();
    Network[] networks =
        tampered(
            (peer, index, frame) -> {
              try {
                return index == TAG ? first.poll(20, TimeUnit.SECONDS) : frame;
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            });
    networks[0] =
        new TamperingNetwork(
            networks[0],
            (peer, index, frame) -> {
              if (index == TAG) {
                first.add(frame.clone());
              }
              return frame;
            });
    List<Object> ends =
        SessionPairs.outcomes(networks, session -> run(session, field, opened(field, 1), 1));
    Outcomes.assertCheated(Check.MAC, ends.get(0), "echo");
  }

  /** Shares of both checks are zero, and so equal: a tag is of one number. */
  @Test
  void aTagOfAnotherCheckIsNone() throws Exception {
    Field field = Fields.named("p128");
    List<byte[]> sent = new ArrayList<>();
    Openings zero = (session, check) -> check.elements().add(new long[2], 0, new long[2], 0, 1);
    List<Object> ends =
        SessionPairs.outcomes(
            tampered(
                (peer, index, frame) -> {
                  sent.add(frame.clone());
                  return index == TAG + 3 ? sent.get(TAG) : frame;
                }),
            session -> run(session, field, zero, 2));
    Outcomes.assertCheated(Check.MAC, ends.get(0), "replayed");
  }

  /** Nor of another connection, or session, with the same number. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aTagOfAnotherConnectionIsNone(boolean otherSession) throws Exception {
    Field field = Fields.named("p128");
    List<byte[]> tags = new ArrayList<>();
    Openings zero = (session, check) -> check.elements().add(new long[2], 0, new long[2], 0, 1);
    TamperingNetwork.Hook last =
        (peer, index, frame) -> {
          if (frame.length == TAG_BYTES && index >= 2 && index % 3 == TAG % 3) {
            tags.add(frame.clone());
          }
          return frame;
        };
    SessionPairs.outcomes(tampered(last), session -> run(session, field, zero, 1));
    byte[] other = tags.get(tags.size() - 1);
    Network[] networks = SessionPairs.networks();
    byte[][] own = new byte[1][];
    networks[1] =
        new TamperingNetwork(
            networks[1],
            (peer, index, frame) -> {
              if (index == TAG) {
                own[0] = frame.clone();
                return otherSession ? other : frame;
              }
              return frame;
            },
            (peer, index, frame) -> index == 2 && !otherSession ? own[0] : frame);
    List<Object> ends =
        SessionPairs.outcomes(
            networks,
            session -> {
              run(session, field, zero, 1);
              try (Session fork = session.fork("another connection")) {
                return run(fork, field, zero, 1);
              }
            });
    Outcomes.assertCheated(Check.MAC, ends.get(0), "of another session: " + otherSession);
  }

  /** With a wrong opening or without: whoever leaves takes a hash, and the key stays. */
  @ParameterizedTest
  @ValueSource(longs = {0, 1})
  void whoLeavesHasFailedNothing(long error) throws Exception {
    Field field = Fields.named("p128");
    for (int frame = TOSS_OPENING - 1; frame <= TAG; frame++) {
      HeardVerdicts heard = new HeardVerdicts();
      List<Object> ends =
          SessionPairs.outcomes(
              SessionPairs.leaving(2, 1, frame),
              session -> {
                if (session.party() == 0) {
                  session.addVerdictListener(heard);
                }
                return run(session, field, opened(field, error), 1);
              });
      Outcomes.assertEnded(ConnectionLost.class, ends.get(0));
      assertEquals(List.of(), heard.calls);
    }
  }

  private static List<byte[]> framesOfTheFirst(Field field, MacComparison comparison)
      throws Exception {
    List<byte[]> frames = new ArrayList<>();
    Network[] networks = SessionPairs.networks();
    networks[0] =
        new TamperingNetwork(
            networks[0],
            (peer, index, frame) -> {
              frames.add(frame.clone());
              return frame;
            });
    SessionTerms terms = SessionPairs.terms();
    SessionPairs.networkOutcomes(
        networks,
        network -> {
          var random = SessionPairs.seeded("party " + network.party());
          try (Session session = SessionPairs.establish(network, terms, random)) {
            GlobalMacCheck check = check(session, field, comparison);
            opened(field, 1).of(session, check);
            check.check();
          }
          return "passed";
        });
    return frames;
  }

  /** The share from which the peer would compute α is in no frame. */
  @ParameterizedTest
  @ValueSource(strings = {"p128", "gf2_128"})
  void noFrameHoldsTheShare(String name) throws Exception {
    Field field = Fields.named(name);
    List<byte[]> open = framesOfTheFirst(field, MacComparison.COMMITMENTS);
    int bytes = field.bytes();
    byte[] sigma = Arrays.copyOf(open.get(open.size() - 1), bytes);
    assertEquals(bytes + Commitment.RANDOMNESS_BYTES, open.get(open.size() - 1).length);
    assertTrue(contains(open, sigma), "the search finds it");
    List<byte[]> tags = framesOfTheFirst(field, MacComparison.TAGS);
    for (int i = 0; i < TAG; i++) {
      assertTrue(Arrays.equals(open.get(i), tags.get(i)), "the same up to the shares");
    }
    assertEquals(TAG + 1, tags.size());
    assertFalse(contains(tags, sigma));
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

  /** A hash of differences is committed to and opened, and judged. */
  @Test
  void differencesAreComparedByCommitments() throws Exception {
    Field field = Fields.named("gf2_128");
    Openings difference =
        (session, check) -> {
          OpenedValues elements = check.elements();
          int at = elements.addDifferences(1);
          elements.differences()[at] = 5;
        };
    HeardVerdicts heard = new HeardVerdicts();
    List<Object> ends =
        SessionPairs.outcomes(
            SessionPairs.leaving(2, 1, TAG + 1),
            session -> {
              if (session.party() == 0) {
                session.addVerdictListener(heard);
              }
              return run(session, field, difference, 1);
            });
    Outcomes.assertCheated(Check.MAC, ends.get(0), "left");
    assertEquals(List.of("pending", "failed"), heard.calls);
    assertEquals(
        List.of("passed", "passed"),
        SessionPairs.outcomes(
            SessionPairs.networks(), session -> run(session, field, difference, 1)));
  }

  @ParameterizedTest
  @CsvSource({
    "p128, 2, TAGS",
    "gf2_128, 2, TAGS",
    "p256, 2, TAGS",
    "1329227995784915872903807060280344457, 2, TAGS", // 120 bits
    "664613997892457936451903530140172219, 2, COMMITMENTS", // 119 bits
    "gf2_64, 2, COMMITMENTS",
    "p128, 3, COMMITMENTS",
    "gf2_128, 3, COMMITMENTS"
  })
  void whoComparesByTags(String name, int parties, MacComparison expected) throws Exception {
    Field field = Fields.named(name);
    assertEquals(expected, MacComparison.online(parties, field));
    assertEquals(expected == MacComparison.TAGS, !expected.terms().isEmpty());
    if (expected == MacComparison.COMMITMENTS) {
      SessionPairs.run(
          SessionPairs.networks(parties),
          session ->
              assertThrows(
                  IllegalArgumentException.class, () -> check(session, field, MacComparison.TAGS)));
    }
  }
}
