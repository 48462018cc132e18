package org.schurmpc.spdz.prep;

import static org.schurmpc.core.session.Outcomes.assertCheated;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.field.Fields;
import org.schurmpc.core.kernel.KernelProvider;
import org.schurmpc.core.kernel.Kernels;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.ot.CotKeys;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.core.silent.LpnParameters;

/** The first values of a VOLE, which a peer gives inconsistently. */
class SilentProductsTest {
  private static final int BLOCK = 512;

  private static Object start(Session session, Field field) throws Exception {
    long[] alpha = field.element(session.random().nextLong());
    Kernels kernels = KernelProvider.choose().kernels();
    try (CotKeys keys = CotKeys.forBoth(session, CotKeys.randomDelta(session.random()))) {
      CopeSeeds seeds = CopeSeeds.make(session, keys, 4, field, alpha, kernels);
      Cope cope = seeds.on(session, field, alpha, 4, BLOCK);
      SilentProducts products = SilentProducts.begin(session, field, alpha, keys, 4, kernels);
      products.startFrom(cope);
      products.wipe();
      return "passed";
    }
  }

  /** One value differs by one for all digits of α, or a combination is changed. */
  @Test
  void inconsistentFirstValuesAreCaught() throws Exception {
    Field field = Fields.named("18446744073709551557");
    int corrections = Math.toIntExact(Cope.bytes(field, 4, BLOCK));
    int all = LpnParameters.STARTING.get(0).kept() + 1;
    long last = Cope.bytes(field, 4, all % BLOCK);
    int sums = 2 * field.bytes();
    for (int length : new int[] {corrections, sums}) {
      int[] before = new int[1];
      Network[] networks =
          SessionPairs.tampered(
              (peer, index, frame) -> {
                boolean afterCorrections = before[0] > 0;
                before[0] |= frame.length == last ? 1 : 0;
                if (length == corrections && frame.length == corrections) {
                  for (int at = 0; at < length; at += BLOCK * field.bytes()) {
                    frame[at] ^= 1;
                  }
                } else if (length == sums && frame.length == sums && afterCorrections) {
                  frame[0] ^= 1;
                }
                return frame;
              });
      List<Object> outcomes = SessionPairs.outcomes(networks, each -> start(each, field));
      assertCheated(Check.MAC, outcomes.get(1), "length " + length);
    }
  }
}
