package org.schurmpc.core.silent;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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

  private static Object read(Object of, String name) throws Exception {
    var field = of.getClass().getDeclaredField(name);
    field.setAccessible(true);
    return field.get(of);
  }

  private static SilentCotPair pair(Session session) throws Exception {
    CotKeys keys = CotKeys.forBoth(session, CotKeys.randomDelta(session.random()));
    LpnParameters second = new LpnParameters(20, 8, 7);
    LpnParameters third = new LpnParameters(20, 8, 8);
    SilentCotPair pair =
        SilentCotPair.begin(
            session,
            keys,
            4,
            KernelProvider.choose().kernels(),
            new LpnParameters(41, 8, 5), // half a word is left over
            List.of(second, third));
    keys.close();
    return pair;
  }

  private static void take(SilentCotPair pair, int n) throws Exception {
    pair.next(new long[2 * n], new long[n / Long.SIZE], new long[2 * n], n);
  }

  /** Arrays of a round that nothing refers to when the next one has begun. */
  @Test
  void roundsOfCorrelatedOts() throws Exception {
    SessionPairs.run(
        session -> {
          SilentCotPair pair = pair(session);
          List<long[]> before = new ArrayList<>();
          for (int round = 0; round < 3; round++) {
            take(pair, Long.SIZE);
            for (long[] each : before) {
              assertArrayEquals(new long[each.length], each);
            }
            before.clear();
            for (String name : List.of("sent", "received", "secrets", "bits")) {
              before.add((long[]) read(pair, name));
            }
            for (String end : List.of("sender", "receiver")) {
              before.add((long[]) read(read(pair, end), "leaves"));
            }
            while ((int) read(read(pair, "sender"), "left") >= Long.SIZE) {
              take(pair, Long.SIZE);
            }
          }
          pair.close();
          return null;
        });
  }

  /** Its seed is tossed: equal at both parties, and another one in each session. */
  @Test
  void theMatrixIsTossed() throws Exception {
    List<String> all = new ArrayList<>();
    for (int run = 0; run < 2; run++) {
      List<String> places =
          SessionPairs.run(
              session -> {
                try (SilentCotPair pair = pair(session)) {
                  take(pair, Long.SIZE);
                  return Arrays.toString((int[]) read(read(pair, "code"), "places"));
                }
              });
      assertEquals(places.get(0), places.get(1));
      all.add(places.get(0));
    }
    assertNotEquals(all.get(0), all.get(1));
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
