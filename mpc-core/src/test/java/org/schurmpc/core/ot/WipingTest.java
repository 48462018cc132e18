package org.schurmpc.core.ot;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.schurmpc.core.session.Outcomes.assertCheated;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.kernel.KernelProvider;
import org.schurmpc.core.kernel.KernelProvider.Preference;
import org.schurmpc.core.kernel.Kernels;
import org.schurmpc.core.session.SessionPairs;

/** Keys of OT extensions do not outlive them, however they end. */
class WipingTest {
  private static final int K = 4;

  private static Kernels kernels() {
    return KernelProvider.choose(Preference.PLAIN).kernels();
  }

  @Test
  void deltaOfASenderWhoseTreesAreWrong() throws Exception {
    long[] delta = {0x0123456789abcdefL, 0xfedcba9876543210L};
    byte[] chosen = new IdealKeys(delta, new Random(1)).sender().chosen();
    byte[] message = new byte[FullTrees.messageBytes(K)];
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
    long[] u = new long[8];
    long[] columns = new long[8 * K];
    leaves.expand(0, 8, u, 0, columns, 0, 8);
    leaves.wipe();
    assertThrows(IllegalStateException.class, () -> leaves.expand(0, 8, u, 0, columns, 0, 8));
  }
}
