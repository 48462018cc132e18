package org.schurmpc.tinyot.prep;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.agree.CoinToss;
import org.schurmpc.core.kernel.KernelProvider;
import org.schurmpc.core.mac.MacCheck;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.core.session.SessionTerms;
import org.schurmpc.tinyot.material.Material;

/** Which leaky ANDs a triple is made of, seen by sentinels. */
class BucketingTest {
  private static final int TRIPLES = 64;
  private static final int SIZE = 5;
  private static final int LEAKY = TRIPLES * SIZE;

  private static final int MAC_WORDS = 2;

  /** Longs of a combined triple: MAC and key of x, y and z. */
  private static final int LONGS = 6 * MAC_WORDS;

  /** The rows of all combined triples, from a batch in which record i has set one bit, or none. */
  private static long[] combine(Session session, int markedLong, int record) throws MpcException {
    LeakyAnds batch = new LeakyAnds(MAC_WORDS, MAC_WORDS);
    batch.reset(LEAKY);
    if (markedLong < LONGS) {
      batch.records()[batch.at(record) + markedLong] = 1;
    }
    return combine(session, batch);
  }

  private static long[] combine(Session session, LeakyAnds batch) throws MpcException {
    CoinToss coins = new CoinToss(session);
    Bucketing bucketing =
        new Bucketing(
            session,
            coins,
            new MacCheck(session, coins, 1),
            Material.of(MAC_WORDS),
            new long[MAC_WORDS],
            KernelProvider.choose().kernels());
    bucketing.open(batch, TRIPLES, SIZE);
    Material material = Material.of(MAC_WORDS);
    long[] item = new long[material.andTriples().longsPerItem()];
    bucketing.combine(0, item, 0);
    long[] rows = new long[TRIPLES * LONGS];
    for (int i = 0; i < TRIPLES; i++) {
      for (int plane = 0; plane < LONGS; plane++) {
        rows[i * LONGS + plane] = item[material.tripleMacs(Material.A) + TRIPLES * plane + i];
      }
    }
    return rows;
  }

  /** The buckets in which a marked record showed, with the same tosses each time. */
  private static List<Integer> bucketsOf(int markedLong, int combinedLong) throws Exception {
    List<Integer> buckets = new ArrayList<>();
    for (int record = 0; record < LEAKY; record++) {
      int marked = record;
      List<Object> outcomes =
          SessionPairs.networkOutcomes(
              SessionPairs.networks(),
              network -> {
                SessionTerms terms = SessionPairs.terms();
                try (Session session =
                    SessionPairs.establish(
                        network, terms, SessionPairs.seeded("party " + network.party()))) {
                  return combine(session, session.party() == 0 ? markedLong : 99, marked);
                }
              });
      long[] rows = (long[]) outcomes.get(0);
      int shown = -1;
      for (int i = 0; i < rows.length; i++) {
        if (rows[i] != 0) {
          assertEquals(combinedLong, i % LONGS);
          assertEquals(-1, shown, "record " + record + " shows twice");
          shown = i / LONGS;
        }
      }
      assertNotEquals(-1, shown, "record " + record + " is left out");
      buckets.add(shown);
    }
    return buckets;
  }

  /** Which records each triple is of, as sums of marks, with these parts of the tosses. */
  private static long[] assignment(String first, String second) throws Exception {
    List<Object> outcomes =
        SessionPairs.networkOutcomes(
            SessionPairs.networks(),
            network -> {
              String seed = network.party() == 0 ? first : second;
              try (Session session =
                  SessionPairs.establish(
                      network, SessionPairs.terms(), SessionPairs.seeded(seed))) {
                LeakyAnds batch = new LeakyAnds(MAC_WORDS, MAC_WORDS);
                batch.reset(LEAKY);
                Random marks = new Random(7);
                for (int record = 0; record < LEAKY; record++) {
                  batch.records()[batch.at(record)] = marks.nextLong();
                }
                return combine(session, batch);
              }
            });
    long[] rows = (long[]) outcomes.get(0);
    assertArrayEquals(rows, (long[]) outcomes.get(1), "both assign alike");
    return rows;
  }

  /** A peer that knew which leaky ANDs meet would put those that it guessed in one bucket. */
  @Test
  void theBucketsAreTossedByBoth() throws Exception {
    long[] one = assignment("a", "b");
    assertArrayEquals(one, assignment("a", "b"), "nothing but the toss decides");
    assertFalse(Arrays.equals(one, assignment("c", "b")), "the first party has no part in it");
    assertFalse(Arrays.equals(one, assignment("a", "c")), "the second party has no part in it");
  }

  @Test
  void everyLeakyAndIsInOneBucketAndEveryBucketIsFull() throws Exception {
    List<Integer> ofX = bucketsOf(0, 0);
    int[] counts = new int[TRIPLES];
    ofX.forEach(bucket -> counts[bucket]++);
    int[] full = new int[TRIPLES];
    Arrays.fill(full, SIZE);
    assertEquals(Arrays.toString(full), Arrays.toString(counts));
    assertEquals(ofX, bucketsOf(10, 10), "z has its key where x has its MAC");
    // Neighbours are spread: the records of a bucket are not neighbours in the batch.
    Set<Integer> firstBucket = new HashSet<>(ofX.subList(0, 2 * SIZE));
    assertTrue(firstBucket.size() > 2);
  }
}
