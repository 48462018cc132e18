package org.schurmpc.core.ot;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.schurmpc.core.session.Outcomes.assertCheated;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.kernel.KernelProvider;
import org.schurmpc.core.kernel.KernelProvider.Preference;
import org.schurmpc.core.kernel.Kernels;
import org.schurmpc.core.net.Leftovers;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;

/** Keys of OT extensions do not outlive them, however they end. */
class WipingTest {
  private static final int K = 4;

  /** What went over the wire, and the session's id. */
  private static final Set<String> PUBLIC =
      Set.of(
          "core.correction",
          "core.setUpMessage",
          "cots.core.correction",
          "cots.core.setUpMessage",
          "hash.sid",
          "pads.hash.sid",
          "receiver.setUpMessage",
          "sender.correction");

  private static Kernels kernels() {
    return KernelProvider.choose(Preference.PLAIN).kernels();
  }

  @Test
  void deltaOfASenderWhoseTreesAreWrong() throws Exception {
    long[] delta = {0x0123456789abcdefL, 0xfedcba9876543210L};
    byte[] chosen = new IdealKeys(delta, new Random(1)).sender().chosen();
    byte[] message = new byte[FullTrees.messageBytes(K, SmallField.BITS / K)];
    Object end =
        SessionPairs.outcomes(
                SessionPairs.networks(),
                session ->
                    session.party() == 0
                        ? new SenderCore(session, K, delta, chosen, 0, message, kernels())
                        : null)
            .get(0);
    assertCheated(Check.PPRF, end, "trees of zeros");
    assertArrayEquals(new long[2], delta);
  }

  @Test
  void generatorsOfLeaves() {
    long[] seeds =
        new Random(2).longs((((long) SmallField.BITS / K) << K) * TreeHash.NODE).toArray();
    Leaves leaves = new Leaves(K, seeds, 0, kernels());
    byte[] u = new byte[64];
    long[] columns = new long[8 * K];
    leaves.expand(0, 8, new byte[64], 0, u, 0, columns, 0, 8);
    leaves.wipe();
    assertThrows(
        IllegalStateException.class,
        () -> leaves.expand(0, 8, new byte[64], 0, u, 0, columns, 0, 8));
  }

  /** What is left of both parties' ends of OTs once they are closed, by the field. */
  private static Set<String> leftovers(Ends ends) throws Exception {
    long[] delta = {0x0123456789abcdefL, 0xfedcba9876543210L};
    IdealKeys[] ideal = {new IdealKeys(delta, new Random(3)), new IdealKeys(delta, new Random(4))};
    List<Set<String>> left =
        SessionPairs.run(
            session -> {
              int party = session.party();
              CotKeys keys = ideal[party].both(ideal[1 - party]);
              AutoCloseable end = ends.use(session, keys);
              assertFalse(PUBLIC.containsAll(Leftovers.of(end, Session.class, Kernels.class)));
              end.close();
              keys.close();
              Set<String> after = Leftovers.of(end, Session.class, Kernels.class);
              after.addAll(Leftovers.of(keys));
              return after;
            });
    Set<String> both = new TreeSet<>(left.get(0));
    both.addAll(left.get(1));
    both.removeAll(PUBLIC);
    return both;
  }

  /** Uses an end of OTs until it holds what was not asked for. */
  interface Ends {
    AutoCloseable use(Session session, CotKeys keys) throws Exception;
  }

  @Test
  void correlatedOtsBothWays() throws Exception {
    assertEquals(
        Set.of(),
        leftovers(
            (session, keys) -> {
              CotPair pair = CotPair.begin(session, keys, K, kernels());
              pair.next(new long[128], new long[1], new long[128], 64);
              return pair;
            }));
  }

  @Test
  void correlatedOts() throws Exception {
    assertEquals(
        Set.of(),
        leftovers(
            (session, keys) -> {
              if (session.party() == 0) {
                CotSender sender = CotSender.begin(session, keys, K, kernels());
                sender.next(new long[128], 0, 64);
                return sender;
              }
              CotReceiver receiver = CotReceiver.begin(session, keys, K, kernels());
              receiver.next(new long[1], 0, new long[128], 0, 64);
              return receiver;
            }));
  }

  @Test
  void otsOfMessages() throws Exception {
    assertEquals(
        Set.of(),
        leftovers(
            (session, keys) -> {
              if (session.party() == 0) {
                OtSender sender = OtSender.begin(session, keys, K, kernels());
                sender.random(new long[256], 64);
                return sender;
              }
              OtReceiver receiver = OtReceiver.begin(session, keys, K, kernels());
              receiver.random(new long[1], new long[128], 64);
              return receiver;
            }));
  }

  @Test
  void leftoversThatALargerBatchReplaces() {
    Leftover leftover = new Leftover(true);
    long[] rows = leftover.rows(1);
    long[] choices = leftover.choices(1);
    Arrays.fill(rows, -1);
    Arrays.fill(choices, -1);
    leftover.rows(2);
    leftover.choices(2);
    assertArrayEquals(new long[rows.length], rows);
    assertArrayEquals(new long[choices.length], choices);
  }
}
