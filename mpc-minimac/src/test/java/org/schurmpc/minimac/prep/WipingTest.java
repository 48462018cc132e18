package org.schurmpc.minimac.prep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.kernel.KernelProvider;
import org.schurmpc.core.kernel.Kernels;
import org.schurmpc.core.net.Leftovers;
import org.schurmpc.core.ot.CotPair;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MemoryPrepStore;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.minimac.material.MaterialParameters;
import org.schurmpc.minimac.material.MiniMacCode;
import org.schurmpc.tinyot.material.SecurityLevel;
import org.schurmpc.tinyot.prep.BlockStock;

/** Nothing is left of keys, triples and words in preprocessing that is closed. */
class WipingTest {
  private static Kernels kernels() {
    return KernelProvider.choose().kernels();
  }

  /** What is left apart from what was sent or opened, and from what is public. */
  private static Set<String> left(Object of) {
    Set<String> left = new TreeSet<>(Leftovers.of(of, Session.class, Kernels.class, CotPair.class));
    left.removeIf(path -> path.contains("redundancy") || path.contains("rojection"));
    left.removeIf(path -> path.contains("openings") || path.endsWith("bucketing.differences"));
    left.removeIf(path -> path.endsWith("Hash.sid"));
    return left;
  }

  @Test
  void preprocessors() throws Exception {
    MaterialParameters parameters = MaterialParameters.minitrix(2, MiniMacCode.named("255x85"));
    OtParameters setting = new OtParameters(SecurityLevel.named("40"), 4, 1);
    Demand demand = Demand.of(parameters.storeName()).add(parameters.items().and(), 1).build();
    SessionPairs.run(
        session -> {
          MiniMacPreprocessor preprocessor =
              MiniMacPreprocessor.begin(session, parameters, setting, WipingTest::kernels);
          preprocessor.prepare(demand, new MemoryPrepStore());
          BlockStock stock = (BlockStock) Leftovers.field(preprocessor, "stock");
          GateBits bits = GateBits.take(stock, setting.words(parameters.code()), 1);
          Set<String> held = Leftovers.of(preprocessor, Session.class, Kernels.class);
          for (String part : List.of("alpha", "keys.pairs", "gates.items", "words.pair.alpha")) {
            assertTrue(held.contains(part), part + " of " + held);
          }
          assertEquals(Set.of("delta", "keys", "macs", "shares"), left(bits));
          bits.wipe();
          assertEquals(Set.of(), left(bits));
          preprocessor.close();
          assertEquals(Set.of(), left(preprocessor));
          return null;
        });
  }
}
