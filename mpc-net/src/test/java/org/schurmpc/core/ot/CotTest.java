package org.schurmpc.core.ot;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.crypto.RecordedHashes;
import org.schurmpc.core.crypto.TweakedHash;
import org.schurmpc.core.kernel.KernelProvider;
import org.schurmpc.core.kernel.KernelProvider.Preference;
import org.schurmpc.core.kernel.Kernels;
import org.schurmpc.core.session.Phase;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;

class CotTest {
  /** What a party has after some correlated OTs. */
  @SuppressWarnings("ArrayRecordComponent")
  private record Rows(long[] delta, long[] choices, long[] rows) {}

  private static Kernels plain() {
    return KernelProvider.choose(Preference.PLAIN).kernels();
  }

  /** Party 0 sends, party 1 receives, in calls of the sizes given. */
  private static List<Rows> run(int k, Kernels[] kernels, int... counts) throws Exception {
    int total = Arrays.stream(counts).sum();
    return SessionPairs.run(
        session -> {
          long[] rows = new long[2 * total];
          long[] choices = new long[total / 64];
          if (session.party() == 0) {
            long[] delta = CotKeys.randomDelta(session.random());
            try (CotKeys keys = CotKeys.forSender(session, delta);
                CotSender sender = CotSender.begin(session, keys, k, kernels[0])) {
              int done = 0;
              for (int count : counts) {
                sender.next(rows, 2 * done, count);
                done += count;
              }
            }
            return new Rows(delta, choices, rows);
          }
          try (CotKeys keys = CotKeys.forReceiver(session);
              CotReceiver receiver = CotReceiver.begin(session, keys, k, kernels[1])) {
            int done = 0;
            for (int count : counts) {
              receiver.next(choices, done / 64, rows, 2 * done, count);
              done += count;
            }
          }
          return new Rows(null, choices, rows);
        });
  }

  static void requireCorrelated(long[] delta, long[] sent, long[] choices, long[] received) {
    for (int i = 0; i < sent.length / 2; i++) {
      long mask = -(choices[i >>> 6] >>> i & 1);
      assertEquals(sent[2 * i] ^ (delta[0] & mask), received[2 * i], "row " + i);
      assertEquals(sent[2 * i + 1] ^ (delta[1] & mask), received[2 * i + 1], "row " + i);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 8})
  void rowsAreCorrelated(int k) throws Exception {
    Kernels other = KernelProvider.choose().kernels();
    List<Rows> rows = run(k, new Kernels[] {plain(), other}, 64, 8192, 192, 200_000 / 64 * 64);
    requireCorrelated(rows.get(0).delta, rows.get(0).rows, rows.get(1).choices, rows.get(1).rows);
  }

  @Test
  void noRowComesTwice() throws Exception {
    List<Rows> rows = run(4, new Kernels[] {plain(), plain()}, 8064, 64, 131_072, 64, 8064);
    long distinct = Arrays.stream(rows.get(0).rows).distinct().count();
    assertEquals(rows.get(0).rows.length, distinct);
    distinct = Arrays.stream(rows.get(1).choices).distinct().count();
    assertEquals(rows.get(1).choices.length, distinct);
  }

  @Test
  void bothDirectionsAtOnce() throws Exception {
    int count = 150_016;
    List<long[][]> ends =
        SessionPairs.run(
            session -> {
              long[] delta = CotKeys.randomDelta(session.random());
              long[] sent = new long[2 * count];
              long[] received = new long[2 * count];
              long[] choices = new long[count / 64];
              try (CotKeys keys = CotKeys.forBoth(session, delta);
                  CotPair pair = CotPair.begin(session, keys, 4, plain())) {
                assertArrayEquals(delta, keys.delta());
                long rounds = session.metrics().rounds(Phase.SETUP);
                pair.next(sent, choices, received, count);
                assertEquals(6, session.metrics().rounds(Phase.SETUP) - rounds);
              }
              return new long[][] {delta, sent, choices, received};
            });
    for (int sender = 0; sender < 2; sender++) {
      long[][] from = ends.get(sender);
      long[][] to = ends.get(1 - sender);
      requireCorrelated(from[0], from[1], to[2], to[3]);
    }
  }

  @Test
  void oneSetOfBaseOtsServesSeveralConnections() throws Exception {
    List<long[][]> ends =
        SessionPairs.run(
            session -> {
              long[] delta = CotKeys.randomDelta(session.random());
              long[][] all = new long[7][];
              all[0] = delta;
              try (CotKeys keys = CotKeys.forBoth(session, delta);
                  var fork = session.fork("second")) {
                int i = 1;
                for (var on : List.of(session, fork)) {
                  try (CotPair pair = CotPair.begin(on, keys, 2, plain())) {
                    all[i] = new long[2 * 640];
                    all[i + 1] = new long[10];
                    all[i + 2] = new long[2 * 640];
                    pair.next(all[i], all[i + 1], all[i + 2], 640);
                  }
                  i += 3;
                }
              }
              return all;
            });
    for (int i = 1; i < 7; i += 3) {
      requireCorrelated(ends.get(0)[0], ends.get(0)[i], ends.get(1)[i + 1], ends.get(1)[i + 2]);
      requireCorrelated(ends.get(1)[0], ends.get(1)[i], ends.get(0)[i + 1], ends.get(0)[i + 2]);
    }
    assertFalse(Arrays.equals(ends.get(0)[1], ends.get(0)[4]), "both connections give the same");
  }

  @Test
  void bytesPerOtAreAsDocumented() throws Exception {
    int count = 2 * 130_944; // two batches of the largest size
    List<Long> sent =
        SessionPairs.run(
            session -> {
              long before;
              if (session.party() == 0) {
                try (CotKeys keys =
                        CotKeys.forSender(session, CotKeys.randomDelta(session.random()));
                    CotSender sender = CotSender.begin(session, keys, 4, plain())) {
                  before = session.metrics().bytesSent(Phase.SETUP);
                  sender.next(new long[2 * count], 0, count);
                }
              } else {
                try (CotKeys keys = CotKeys.forReceiver(session);
                    CotReceiver receiver = CotReceiver.begin(session, keys, 4, plain())) {
                  before = session.metrics().bytesSent(Phase.SETUP);
                  receiver.next(new long[count / 64], 0, new long[2 * count], 0, count);
                }
              }
              return session.metrics().bytesSent(Phase.SETUP) - before;
            });
    assertTrue(sent.get(1) < 3.9 * count, "the receiver sent " + sent.get(1));
    assertTrue(sent.get(0) < 100, "the sender sent " + sent.get(0));
  }

  @Test
  void otherFieldsAreRefused() {
    CotKeys keys = new IdealKeys(new long[2], new Random(1)).sender();
    Session nobody = null;
    for (Executable begin :
        List.<Executable>of(
            () -> CotSender.begin(nobody, keys, 3, plain()),
            () -> CotReceiver.begin(nobody, keys, 3, plain()),
            () -> CotPair.begin(nobody, keys, 3, plain()))) {
      Refused refused = assertThrows(Refused.class, begin);
      assertEquals("the OT extension has k = 1, 2, 4 or 8, not 3", refused.getMessage());
    }
  }

  @Test
  void countsAreWholeWords() {
    assertThrows(
        IllegalArgumentException.class, () -> run(4, new Kernels[] {plain(), plain()}, 100));
  }

  @Test
  void randomAndChosenMessages() throws Exception {
    requireMessages(1000);
  }

  /** Counts that end within strips of the hash: both parties change its key at the same OT. */
  @Test
  void hashesAreKeyedByStrips() throws Exception {
    int count = 2 * TweakedHash.STRIP + 900;
    try (RecordedHashes recorded = RecordedHashes.start()) {
      requireMessages(count);
      recorded.requireBound();
      assertEquals(2 * count, recorded.tweaks());
      assertEquals((2 * count - 1) / TweakedHash.STRIP + 1, recorded.keys());
      assertEquals(2 * TweakedHash.STRIP, recorded.mostUnderOneKey());
    }
  }

  private static void requireMessages(int count) throws Exception {
    int words = (count + Long.SIZE - 1) / Long.SIZE;
    SecureRandom seeded = SessionPairs.seeded("messages");
    long[] chosen = seeded.longs(4L * count).toArray();
    long[] wanted = seeded.longs(words).toArray();
    List<long[][]> ends =
        SessionPairs.run(
            session -> {
              long[] random = new long[4 * count];
              long[] got = new long[2 * count];
              long[] choices = new long[words];
              if (session.party() == 0) {
                long[] delta = CotKeys.randomDelta(session.random());
                try (CotKeys keys = CotKeys.forSender(session, delta);
                    OtSender sender = OtSender.begin(session, keys, 4, plain())) {
                  sender.random(random, count);
                  sender.send(chosen, count);
                }
                return new long[][] {random};
              }
              long[] first = new long[2 * count];
              try (CotKeys keys = CotKeys.forReceiver(session);
                  OtReceiver receiver = OtReceiver.begin(session, keys, 4, plain())) {
                receiver.random(choices, first, count);
                receiver.receive(wanted, got, count);
              }
              return new long[][] {choices, first, got};
            });
    requireChosen(ends.get(0)[0], ends.get(1)[0], ends.get(1)[1], count);
    requireChosen(chosen, wanted, ends.get(1)[2], count);
    assertEquals(4L * count, Arrays.stream(ends.get(0)[0]).distinct().count());
  }

  private static void requireChosen(long[] messages, long[] choices, long[] got, int count) {
    for (int i = 0; i < count; i++) {
      int choice = (int) (choices[i >>> 6] >>> i & 1);
      assertEquals(messages[4 * i + 2 * choice], got[2 * i]);
      assertEquals(messages[4 * i + 2 * choice + 1], got[2 * i + 1]);
    }
  }
}
