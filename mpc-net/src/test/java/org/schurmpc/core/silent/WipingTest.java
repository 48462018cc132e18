package org.schurmpc.core.silent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.crypto.Prg;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.field.Fields;
import org.schurmpc.core.kernel.KernelProvider;
import org.schurmpc.core.kernel.Kernels;
import org.schurmpc.core.net.Leftovers;
import org.schurmpc.core.ot.CotKeys;
import org.schurmpc.core.ot.Cots;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;

/** Secrets of rounds are wiped with what made them; codes and the parts of checks are public. */
class WipingTest {
  private static final LpnParameters ROUND = new LpnParameters(20, 7, 6);

  private static Set<String> left(Object of) {
    Set<String> left =
        new TreeSet<>(Leftovers.of(of, Session.class, Kernels.class, LocalCode.class, Field.class));
    left.removeIf(path -> path.endsWith(".seed") || path.endsWith(".claim"));
    left.removeIf(path -> path.contains("ots.cots") || path.startsWith("start."));
    left.removeIf(path -> path.endsWith(".sid"));
    return left;
  }

  @ParameterizedTest
  @ValueSource(strings = {"p128", "p256"})
  void voles(String field) throws Exception {
    VolesRig rig = new VolesRig(Fields.named(field), ROUND, ROUND);
    SessionPairs.run(
        session -> {
          VolePair pair = rig.begin(session);
          pair.require(10, 10);
          assertFalse(left(pair).isEmpty());
          assertTrue(left(pair).stream().noneMatch(path -> path.matches("ots\\.(?!delta).*")));
          pair.close();
          assertEquals(Set.of(), left(pair));
          return null;
        });
  }

  @Test
  void trees() throws Exception {
    NodeHash hash = new NodeHash(0);
    Prg roots = new Prg(new byte[Prg.SEED_BYTES]);
    int levels = ROUND.t() * ROUND.h();
    for (boolean correlated : new boolean[] {false, true}) {
      Trees trees = new Trees(ROUND, hash, group -> new byte[] {(byte) group});
      long[] sums = new long[2 * NodeHash.NODE * levels];
      if (correlated) {
        trees.growCorrelated(roots, new long[] {3, 4}, sums, (first, g, leaves) -> {});
      } else {
        trees.grow(roots, sums, (first, g, leaves) -> {});
      }
      hash.wipe();
      assertEquals(Set.of(), left(trees));
    }
  }

  @Test
  void correlatedOts() throws Exception {
    SessionPairs.run(
        session -> {
          long[] delta = CotKeys.randomDelta(session.random());
          CotKeys keys = CotKeys.forBoth(session, delta);
          Cots cots = CotKind.SILENT.begin(session, keys, 4, KernelProvider.choose().kernels());
          keys.close();
          long[] rows = new long[128];
          cots.next(rows, new long[1], new long[128], 64);
          assertFalse(left(cots).isEmpty());
          cots.close();
          assertEquals(Set.of(), left(cots));
          return null;
        });
  }
}
