package org.schurmpc.core.ot;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.session.SessionPairs;

/**
 * Choice bits and rows of a million correlated OTs: balanced, and independent of what the other
 * side holds. Each count has a standard deviation of 500; the bounds fail by chance once in 10^6
 * tests.
 */
class CotStatisticsTest {
  private static final int COUNT = 1_000_000 / 64 * 64;
  private static final double BOUND = 6 * Math.sqrt(COUNT) / 2;

  private static long[] sent;
  private static long[] choices;
  private static long[] received;

  @BeforeAll
  static void makeOts() throws Exception {
    sent = new long[2 * COUNT];
    choices = new long[COUNT / 64];
    received = new long[2 * COUNT];
    List<Boolean> ends =
        SessionPairs.run(
            session -> {
              if (session.party() == 0) {
                try (CotKeys keys =
                        CotKeys.forSender(session, CotKeys.randomDelta(session.random()));
                    CotSender sender = CotSender.begin(session, keys, 4, CotRun.kernels())) {
                  sender.next(sent, 0, COUNT);
                }
              } else {
                try (CotKeys keys = CotKeys.forReceiver(session);
                    CotReceiver receiver = CotReceiver.begin(session, keys, 4, CotRun.kernels())) {
                  receiver.next(choices, 0, received, 0, COUNT);
                }
              }
              return true;
            });
    assertTrue(ends.get(0) && ends.get(1));
  }

  private static int bit(long[] words, int at) {
    return (int) (words[at >>> 6] >>> at & 1);
  }

  private static void requireHalf(long ones, String what) {
    assertTrue(Math.abs(ones - COUNT / 2.0) < BOUND, what + ": " + ones + " of " + COUNT);
  }

  @Test
  void choiceBitsAreBalanced() {
    long ones = 0;
    long changes = 0;
    for (int i = 0; i < COUNT; i++) {
      ones += bit(choices, i);
      changes += bit(choices, i) ^ bit(choices, (i + 1) % COUNT);
    }
    requireHalf(ones, "ones");
    requireHalf(changes, "changes");
  }

  @Test
  void rowsAreBalancedAndIndependentOfChoices() {
    for (int j = 0; j < SmallField.BITS; j++) {
      long inSent = 0;
      long inReceived = 0;
      long sentAgrees = 0;
      long receivedAgrees = 0;
      for (int i = 0; i < COUNT; i++) {
        int q = bit(sent, SmallField.BITS * i + j);
        int t = bit(received, SmallField.BITS * i + j);
        int x = bit(choices, i);
        inSent += q;
        inReceived += t;
        sentAgrees += q ^ x;
        receivedAgrees += t ^ x;
      }
      requireHalf(inSent, "column of q " + j);
      requireHalf(inReceived, "column of t " + j);
      requireHalf(sentAgrees, "column of q and choices " + j);
      requireHalf(receivedAgrees, "column of t and choices " + j);
    }
  }

  /** The columns of one tree share a generator's seeds: no two columns may agree. */
  @Test
  void columnsAreIndependentOfEachOther() {
    for (int j = 0; j < SmallField.BITS; j++) {
      int other = (j + 1) % SmallField.BITS;
      long agree = 0;
      for (int i = 0; i < COUNT; i++) {
        agree +=
            bit(received, SmallField.BITS * i + j) ^ bit(received, SmallField.BITS * i + other);
      }
      requireHalf(agree, "columns " + j + " and " + other);
    }
  }
}
