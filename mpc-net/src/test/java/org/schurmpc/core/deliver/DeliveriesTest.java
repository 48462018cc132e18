package org.schurmpc.core.deliver;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.agree.BroadcastCheck;
import org.schurmpc.core.agree.CommittedBroadcast;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.field.Fields;
import org.schurmpc.core.field.ToyPrimes;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.net.TamperingNetwork;
import org.schurmpc.core.session.HeardVerdicts;
import org.schurmpc.core.session.Outcomes;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;

/** Fixing values and tossing coefficients. */
class DeliveriesTest {
  private static final int COMMITMENTS = SessionPairs.HANDSHAKE_FRAMES;
  private static final int OPENINGS = COMMITMENTS + 1;
  private static final long[] NUMBERS = {5, -1};

  private static List<byte[]> values(Session session) {
    return List.of(new byte[] {(byte) session.party()}, new byte[100]);
  }

  private static List<Delivery> fix(Session session) throws Exception {
    BroadcastCheck log = new BroadcastCheck(session);
    CommittedBroadcast broadcasts = new CommittedBroadcast(session, log);
    Deliveries.Fixed fixed = Deliveries.fix(session, broadcasts, NUMBERS, values(session));
    log.check();
    Field field = Fields.named("gf2_64");
    DeliveryDomain domain = DeliveryDomain.elements(field);
    byte[] sums = new byte[16];
    List<Delivery> all = new ArrayList<>();
    for (int t = 0; t < NUMBERS.length; t++) {
      all.add(fixed.delivery(t, domain, 1, sums.clone(), new byte[24]));
    }
    return all;
  }

  @Test
  void allPartiesHoldOneListAndOneSeed() throws Exception {
    for (int parties = 2; parties <= 4; parties++) {
      List<List<Delivery>> all =
          SessionPairs.run(SessionPairs.networks(parties), DeliveriesTest::fix);
      Set<Integer> commitments = new HashSet<>();
      for (int t = 0; t < NUMBERS.length; t++) {
        for (List<Delivery> each : all) {
          assertArrayEquals(all.get(0).get(t).publicPart(), each.get(t).publicPart());
          assertArrayEquals(all.get(0).get(t).digest(), each.get(t).digest());
        }
        byte[] list = all.get(0).get(t).publicPart();
        for (int j = 0; j < parties; j++) {
          byte[] body = all.get(j).get(t).body();
          byte[] randomness = Arrays.copyOfRange(body, body.length - 32, body.length);
          byte[] value = t == 0 ? new byte[] {(byte) j} : new byte[100];
          byte[] expected =
              DeliveryRules.commitment(all.get(j).get(t).sid(), NUMBERS[t], j, value, randomness);
          byte[] listed = Arrays.copyOfRange(list, 32 + 32 * j, 64 + 32 * j);
          assertArrayEquals(expected, listed);
          commitments.add(Arrays.hashCode(listed));
        }
      }
      assertEquals(parties * NUMBERS.length, commitments.size());
      // Both deliveries have the seed of one toss.
      assertArrayEquals(
          Arrays.copyOf(all.get(0).get(0).publicPart(), 32),
          Arrays.copyOf(all.get(0).get(1).publicPart(), 32));
    }
  }

  @Test
  void tossesDiffer() throws Exception {
    List<Delivery> one = SessionPairs.run(DeliveriesTest::fix).get(0);
    List<Delivery> two = SessionPairs.run(DeliveriesTest::fix).get(0);
    assertNotEquals(
        Arrays.hashCode(Arrays.copyOf(one.get(0).publicPart(), 32)),
        Arrays.hashCode(Arrays.copyOf(two.get(0).publicPart(), 32)));
  }

  /** Nobody opens the toss before the values of all are fixed. */
  @Test
  void theTossIsOpenedAfterAllCommitments() throws Exception {
    for (int parties = 2; parties <= 3; parties++) {
      Network[] networks = SessionPairs.leaving(parties, 0, COMMITMENTS);
      List<byte[]> sent = new ArrayList<>();
      networks[1] =
          new TamperingNetwork(
              networks[1],
              (peer, index, frame) -> {
                synchronized (sent) {
                  sent.add(frame.clone());
                }
                return frame;
              });
      List<Object> ends = SessionPairs.outcomes(networks, DeliveriesTest::fix);
      assertInstanceOf(ConnectionLost.class, ends.get(1));
      int frames = (parties - 1) * (SessionPairs.HANDSHAKE_FRAMES + 1);
      assertTrue(sent.size() <= frames, sent.size() + " frames");
      assertEquals(32 * 3, sent.get(sent.size() - 1).length);
    }
  }

  @Test
  void aPeerThatLeavesInTheTossHasFailedNoCheck() throws Exception {
    HeardVerdicts heard = new HeardVerdicts();
    List<Object> ends =
        SessionPairs.outcomes(
            SessionPairs.leaving(2, 0, OPENINGS),
            session -> {
              session.addVerdictListener(heard);
              return fix(session);
            });
    assertInstanceOf(ConnectionLost.class, ends.get(1));
    assertEquals(List.of(), heard.calls);
  }

  @Test
  void anotherOpeningThanTheCommitmentFailsACheck() throws Exception {
    for (int at : new int[] {0, 31, 32, 63}) {
      List<Object> ends =
          SessionPairs.outcomes(
              SessionPairs.tampered(SessionPairs.flip(OPENINGS, at)), DeliveriesTest::fix);
      Outcomes.assertCheated(Check.COMMITMENT, ends.get(1), "byte " + at);
    }
  }

  /** Three parties: what one sends to two others is compared with the next check of broadcasts. */
  @Test
  void listsThatDifferFailTheCheckOfBroadcasts() throws Exception {
    for (int at : new int[] {0, 40}) {
      Network[] networks = SessionPairs.networks(3);
      networks[0] =
          new TamperingNetwork(
              networks[0],
              (peer, index, frame) -> {
                if (index == COMMITMENTS && peer == 2) {
                  frame[at] ^= 1;
                }
                return frame;
              });
      List<Object> ends = SessionPairs.outcomes(networks, DeliveriesTest::fix);
      Outcomes.assertCheated(Check.BROADCAST, ends.get(1), "second party");
    }
  }

  @Test
  void aNumberIsUsedOnce() throws Exception {
    SessionPairs.run(
        session -> {
          CommittedBroadcast broadcasts =
              new CommittedBroadcast(session, new BroadcastCheck(session));
          for (long[] numbers : new long[][] {{1, 1}, {1}, {1, 2, 3}}) {
            assertThrows(
                IllegalArgumentException.class,
                () -> Deliveries.fix(session, broadcasts, numbers, values(session)));
          }
          return null;
        });
  }

  /** Errors that are fixed before the toss suit one combination as seldom as the bound says. */
  @Test
  void coefficientsAreIndependent() {
    Field toy = ToyPrimes.modulo(251); // coefficients of 7 bits
    int tries = 60_000;
    int[][] errors = {
      {1, 250, 0, 0, 0, 0, 0, 0},
      {1, 0, 0, 0, 0, 0, 0, 0},
      {1, 1, 1, 1, 1, 1, 1, 1},
      {3, 100, 250, 7, 9, 11, 1, 2},
      {1, 248, 3, 250, 0, 0, 0, 0}
    };
    int[] accepted = new int[errors.length];
    long[] rho = new long[8];
    byte[] seed = new byte[DeliveryRules.SEED_BYTES];
    for (int i = 0; i < tries; i++) {
      new Coefficients(seed, i, toy).next(rho, 0, 8);
      for (int e = 0; e < errors.length; e++) {
        int sum = 0;
        for (int j = 0; j < 8; j++) {
          sum += errors[e][j] * ToyPrimes.number(toy, rho, j);
        }
        accepted[e] += sum % 251 == 0 ? 1 : 0;
      }
    }
    double bound = tries / 128.0;
    for (int each : accepted) {
      assertTrue(each < bound + 5 * Math.sqrt(bound), Arrays.toString(accepted));
      assertTrue(each > 0, Arrays.toString(accepted));
    }
    // The first two errors meet the bound.
    assertTrue(accepted[0] > bound - 5 * Math.sqrt(bound), Arrays.toString(accepted));
    assertTrue(accepted[1] > bound - 5 * Math.sqrt(bound), Arrays.toString(accepted));
  }
}
