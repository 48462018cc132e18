package org.schurmpc.spdz.prep;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.crypto.RecordedHashes;
import org.schurmpc.core.crypto.TweakedHash;
import org.schurmpc.core.kernel.KernelProvider;
import org.schurmpc.core.ot.CotKeys;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;

/** Messages of several lengths, and the hashes that they cost. */
class PairOtsTest {
  /** Both end within strips of the hash. */
  private static final int[] COUNTS = {TweakedHash.STRIP + 128, TweakedHash.STRIP};

  /** What a party has of one call: choices, what it received, both messages of what it sent. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Ots(long[] choices, long[] received, long[][] sent) {}

  private static Ots next(PairOts ots, int count, int words) throws Exception {
    ots.next(count);
    long[] received = new long[count * words];
    ots.received(received);
    long[][] sent = new long[2][count * words];
    ots.sent(0, null, sent[0]);
    ots.sent(1, null, sent[1]);
    return new Ots(ots.choices().clone(), received, sent);
  }

  private static Ots[] run(Session session, int words) throws Exception {
    long[] delta = CotKeys.randomDelta(session.random());
    try (CotKeys keys = CotKeys.forBoth(session, delta);
        PairOts ots = PairOts.begin(session, keys, 4, words, KernelProvider.choose().kernels())) {
      Ots[] all = new Ots[COUNTS.length];
      for (int call = 0; call < COUNTS.length; call++) {
        all[call] = next(ots, COUNTS[call], words);
      }
      return all;
    }
  }

  @ParameterizedTest(name = "{0} words")
  @ValueSource(ints = {1, 2, 3, 5})
  void theReceiverHasTheMessageThatItChose(int words) throws Exception {
    try (RecordedHashes recorded = RecordedHashes.start()) {
      List<Ots[]> parties = SessionPairs.run(session -> run(session, words));
      for (int call = 0; call < COUNTS.length; call++) {
        requireChosen(parties.get(0)[call], parties.get(1)[call], COUNTS[call], words);
        requireChosen(parties.get(1)[call], parties.get(0)[call], COUNTS[call], words);
      }
      int tweaks = Arrays.stream(COUNTS).sum() * ((words + 1) / 2);
      recorded.requireBound();
      assertEquals(2 * tweaks, recorded.tweaks());
      assertEquals(2 * ((tweaks - 1) / TweakedHash.STRIP + 1), recorded.keys());
      assertEquals(1 << 13, recorded.mostUnderOneKey());
    }
  }

  private static void requireChosen(Ots sender, Ots receiver, int count, int words) {
    for (int i = 0; i < count; i++) {
      int choice = (int) (receiver.choices[i >>> 6] >>> i & 1);
      assertArrayEquals(
          Arrays.copyOfRange(sender.sent[choice], words * i, words * (i + 1)),
          Arrays.copyOfRange(receiver.received, words * i, words * (i + 1)),
          "message " + i);
    }
  }
}
