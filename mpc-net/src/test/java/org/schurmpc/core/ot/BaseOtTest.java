package org.schurmpc.core.ot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.crypto.RistrettoPoint;
import org.schurmpc.core.net.TamperingNetwork;
import org.schurmpc.core.session.HeardVerdicts;
import org.schurmpc.core.session.Outcomes;
import org.schurmpc.core.session.Phase;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;

class BaseOtTest {
  private static final int MESSAGE = SessionPairs.HANDSHAKE_FRAMES;
  private static final int POINT = RistrettoPoint.BYTES;
  private static final int N = 5;

  private static String key(byte[] keys, int index) {
    int from = index * BaseOt.KEY_BYTES;
    return HexFormat.of().formatHex(keys, from, from + BaseOt.KEY_BYTES);
  }

  private static int bit(long[] choices, int i) {
    return (int) (choices[i / 64] >>> i % 64) & 1;
  }

  private static long[] choices(int party) {
    return new SplittableRandom(7 + party).longs(3).toArray();
  }

  /** The transfers of which the receiver got another key than the sender has for its choice. */
  private static List<Integer> wrong(byte[] sent, byte[] received, long[] choices) {
    int n = received.length / BaseOt.KEY_BYTES;
    assertEquals(2 * received.length, sent.length);
    List<Integer> wrong = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      if (!key(received, i).equals(key(sent, 2 * i + bit(choices, i)))) {
        wrong.add(i);
      }
      String other = key(sent, 2 * i + 1 - bit(choices, i));
      assertFalse(key(received, i).equals(other), "the receiver has the other key of " + i);
    }
    return wrong;
  }

  private static BaseOtKeys exchange(Session session) throws Exception {
    byte[][] keys = BaseOt.OVER_RISTRETTO.exchange(session, choices(session.party()), N);
    return new BaseOtKeys(keys[0], keys[1]);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 64, 65, 130})
  void theReceiverGetsTheKeysOfItsChoices(int n) throws Exception {
    List<byte[]> keys =
        SessionPairs.run(
            session ->
                session.party() == 1
                    ? BaseOt.OVER_RISTRETTO.send(session, n)
                    : BaseOt.OVER_RISTRETTO.receive(session, choices(0), n));
    assertEquals(n * BaseOt.KEY_BYTES, keys.get(0).length);
    assertEquals(List.of(), wrong(keys.get(1), keys.get(0), choices(0)));
  }

  @Test
  void bothWaysAtOnceAndNoKeyTwice() throws Exception {
    List<List<BaseOtKeys>> keys =
        SessionPairs.run(session -> List.of(exchange(session), exchange(session)));
    var all = new HashSet<String>();
    for (int run = 0; run < 2; run++) {
      for (int party = 0; party < 2; party++) {
        byte[] sent = keys.get(party).get(run).sent();
        byte[] received = keys.get(1 - party).get(run).received();
        assertEquals(List.of(), wrong(sent, received, choices(1 - party)));
        for (int i = 0; i < 2 * N; i++) {
          assertTrue(all.add(key(sent, i)));
        }
      }
    }
  }

  @Test
  void oneRoundAndNoMoreBytesThanThePaper() throws Exception {
    List<long[]> figures =
        SessionPairs.run(
            session -> {
              session.metrics().enter(Phase.SETUP);
              long rounds = session.metrics().rounds(Phase.SETUP);
              long bytes = session.metrics().bytesSent(Phase.SETUP);
              if (session.party() == 0) {
                BaseOt.OVER_RISTRETTO.send(session, N);
              } else {
                BaseOt.OVER_RISTRETTO.receive(session, choices(1), N);
              }
              long oneWay = session.metrics().bytesSent(Phase.SETUP) - bytes;
              exchange(session);
              long bothWays = session.metrics().bytesSent(Phase.SETUP) - bytes - oneWay;
              return new long[] {oneWay, bothWays, session.metrics().rounds(Phase.SETUP) - rounds};
            });
    long header = figures.get(0)[0] - POINT;
    assertTrue(header <= 8, "header of " + header);
    assertEquals(2L * N * POINT, figures.get(1)[0] - header);
    for (long[] each : figures) {
      assertEquals((2L * N + 1) * POINT, each[1] - header);
      assertEquals(2, each[2]);
    }
  }

  private static TamperingNetwork.Hook replace(int element, byte[] by) {
    return (peer, index, frame) -> {
      if (index == MESSAGE) {
        System.arraycopy(by, 0, frame, element * POINT, POINT);
      }
      return frame;
    };
  }

  @Test
  void whatIsNoElementIsRefused() throws Exception {
    byte[] negative = new byte[POINT];
    negative[0] = 1;
    byte[] nonCanonical = new byte[POINT];
    Arrays.fill(nonCanonical, (byte) 0xff);
    byte[] noSquare =
        HexFormat.of().parseHex("26948d35ca62e643e26a83177332e6b6afeb9d08e4268b650f1f5bbd8d81d371");
    byte[] identity = new byte[POINT];
    for (byte[] bad : List.of(negative, nonCanonical, noSquare, identity)) {
      // A, then r_0 of the first and r_1 of the last transfer.
      for (int element : new int[] {0, 1, 2 * N}) {
        List<Object> outcomes =
            SessionPairs.outcomes(
                SessionPairs.tampered(replace(element, bad)), BaseOtTest::exchange);
        Outcomes.assertCheated(Check.MALFORMED, outcomes.get(1), "element " + element);
      }
    }
  }

  /** The whole session ends, as after any other failed check. */
  @Test
  void whatIsNoElementIsAVerdict() throws Exception {
    SessionPairs.Body<Object> send = session -> BaseOt.OVER_RISTRETTO.send(session, N);
    SessionPairs.Body<Object> receive =
        session -> BaseOt.OVER_RISTRETTO.receive(session, new long[2], N);
    for (List<SessionPairs.Body<Object>> roles :
        List.of(
            List.of(send, receive),
            List.of(receive, send),
            List.<SessionPairs.Body<Object>>of(BaseOtTest::exchange, BaseOtTest::exchange))) {
      HeardVerdicts heard = new HeardVerdicts();
      List<Object> outcomes =
          SessionPairs.outcomes(
              SessionPairs.tampered(replace(0, new byte[POINT])),
              session -> {
                if (session.party() == 1) {
                  session.addVerdictListener(heard);
                }
                return roles.get(session.party()).run(session);
              });
      Outcomes.assertCheated(Check.MALFORMED, outcomes.get(1), "the neutral element");
      assertEquals(List.of("failed"), heard.calls);
    }
  }

  private static byte[] otherElement() {
    byte[] encoded = new byte[POINT];
    RistrettoPoint.generator().doubled().encode(encoded, 0);
    return encoded;
  }

  @Test
  void anotherElementMakesTheKeysOfItsTransferWrong() throws Exception {
    for (int element = 1; element <= 2 * N; element++) {
      List<BaseOtKeys> keys =
          SessionPairs.run(
              SessionPairs.tampered(replace(element, otherElement())), BaseOtTest::exchange);
      // Either element of a pair makes both keys wrong: it is hashed for the other.
      assertEquals(
          List.of((element - 1) / 2),
          wrong(keys.get(1).sent(), keys.get(0).received(), choices(0)));
      assertEquals(List.of(), wrong(keys.get(0).sent(), keys.get(1).received(), choices(1)));
    }
  }

  @Test
  void anotherElementOfTheSenderMakesAllKeysWrong() throws Exception {
    List<BaseOtKeys> keys =
        SessionPairs.run(SessionPairs.tampered(replace(0, otherElement())), BaseOtTest::exchange);
    assertEquals(
        List.of(0, 1, 2, 3, 4), wrong(keys.get(0).sent(), keys.get(1).received(), choices(1)));
    assertEquals(List.of(), wrong(keys.get(1).sent(), keys.get(0).received(), choices(0)));
  }

  @Test
  void anEchoedMessageSharesNoKey() throws Exception {
    List<BaseOtKeys> keys =
        SessionPairs.run(
            session -> {
              if (session.party() == 0) {
                return exchange(session);
              }
              int length = (2 * N + 1) * POINT;
              byte[] message = new byte[length];
              session.exchange(message, 0, 0, message, 0, length);
              session.exchange(message, 0, length, message, 0, 0);
              return null;
            });
    var all = new HashSet<String>();
    for (int i = 0; i < N; i++) {
      assertTrue(all.add(key(keys.get(0).received(), i)));
      assertTrue(all.add(key(keys.get(0).sent(), 2 * i)));
      assertTrue(all.add(key(keys.get(0).sent(), 2 * i + 1)));
    }
  }

  @Test
  void forksHaveKeysOfTheirOwn() throws Exception {
    List<List<BaseOtKeys>> keys =
        SessionPairs.run(
            session -> {
              try (Session fork = session.fork("ot")) {
                return List.of(exchange(session), exchange(fork));
              }
            });
    for (int run = 0; run < 2; run++) {
      assertEquals(
          List.of(),
          wrong(keys.get(0).get(run).sent(), keys.get(1).get(run).received(), choices(1)));
    }
  }

  @Test
  void everyRunAndDirectionAndConnectionHasItsHash() throws Exception {
    List<List<String>> hashes =
        SessionPairs.run(
            session -> {
              List<String> all = new ArrayList<>();
              try (Session fork = session.fork("ot")) {
                for (int i = 0; i < 8; i++) {
                  BaseOtHash hash = BaseOt.hash(i < 4 ? session : fork, i / 2 % 2, i % 2);
                  byte[] encoded = new byte[POINT];
                  hash.halfOfHash(0, 0, new byte[POINT], 0).encode(encoded, 0);
                  all.add(HexFormat.of().formatHex(encoded));
                }
              }
              return all;
            });
    assertEquals(hashes.get(0), hashes.get(1));
    assertEquals(8, new HashSet<>(hashes.get(0)).size());
  }

  @Test
  void everyRunHasItsNumber() throws Exception {
    SessionPairs.run(
        session -> {
          exchange(session);
          if (session.party() == 0) {
            BaseOt.OVER_RISTRETTO.send(session, N);
          } else {
            BaseOt.OVER_RISTRETTO.receive(session, choices(1), N);
          }
          exchange(session);
          assertEquals(3, session.nextNumber("base OT"));
          return null;
        });
  }

  @Test
  void keysAreWipedAndNotPrinted() throws Exception {
    BaseOtKeys keys = SessionPairs.run(BaseOtTest::exchange).get(0);
    assertEquals("BaseOtKeys[secret]", keys.toString());
    keys.wipe();
    assertEquals("0".repeat(32), key(keys.sent(), 2 * N - 1));
    assertEquals("0".repeat(32), key(keys.received(), N - 1));
  }

  @Test
  void misuseIsRefused() throws Exception {
    SessionPairs.run(
        session -> {
          assertThrows(IllegalArgumentException.class, () -> BaseOt.send(session, 0));
          assertThrows(
              IllegalArgumentException.class, () -> BaseOt.receive(session, new long[1], 65));
          assertThrows(
              IllegalArgumentException.class, () -> BaseOt.exchange(session, new long[0], 1));
          assertThrows(
              IllegalArgumentException.class, () -> BaseOt.exchange(session, new long[0], 0));
          return null;
        });
  }
}
