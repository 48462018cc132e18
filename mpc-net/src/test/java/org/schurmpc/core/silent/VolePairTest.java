package org.schurmpc.core.silent;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.field.Fields;
import org.schurmpc.core.session.Phase;
import org.schurmpc.core.session.SessionPairs;

class VolePairTest {
  private static final String P64 = "18446744073709551557";
  private static final String P255 =
      "57896044618658097711785492504343953926634992332820282019728792003956564819949";

  /** What a party has after some calls. */
  private record Values(Voles voles) {}

  private static void requireCorrelated(Field field, long[] alpha, Voles owner, Voles holder) {
    int n = owner.u().length / field.limbs();
    long[] product = new long[owner.u().length];
    field.scale(alpha, 0, owner.u(), 0, product, 0, n);
    long[] sum = new long[product.length];
    field.add(owner.q(), 0, holder.t(), 0, sum, 0, n);
    assertArrayEquals(product, sum);
  }

  @ParameterizedTest
  @ValueSource(strings = {"p128", P64, P255})
  void valuesOfAllRoundsAreCorrelated(String name) throws Exception {
    Field field = Fields.named(name);
    VolesRig rig = new VolesRig(field, new LpnParameters(5, 6, 4), new LpnParameters(37, 5, 3));
    List<Values> ends =
        SessionPairs.run(
            session -> {
              Voles made = Voles.zeros(field, 600);
              try (VolePair pair = rig.begin(session)) {
                int done = 0;
                for (int n : new int[] {1, 20, 64, 200, 215, 100}) {
                  pair.require(n, n);
                  pair.owned(made.u(), done * field.limbs(), made.q(), done * field.limbs(), n);
                  pair.held(made.t(), done * field.limbs(), n);
                  done += n;
                }
                assertEquals(600, done);
              }
              return new Values(made);
            });
    for (int owner = 0; owner < 2; owner++) {
      requireCorrelated(
          field, rig.alpha(1 - owner), ends.get(owner).voles(), ends.get(1 - owner).voles());
      assertEquals(
          600L * field.limbs(), Arrays.stream(ends.get(owner).voles().u()).distinct().count());
    }
  }

  /** One direction alone makes rounds of its own. */
  @Test
  void directionsAreExtendedApart() throws Exception {
    Field field = Fields.named("p128");
    VolesRig rig = new VolesRig(field, new LpnParameters(5, 6, 4), new LpnParameters(37, 5, 3));
    List<Values> ends =
        SessionPairs.run(
            session -> {
              boolean owns = session.party() == 0;
              Voles made = Voles.zeros(field, 400);
              try (VolePair pair = rig.begin(session)) {
                for (int done = 0; done < 400; done += 50) {
                  pair.require(owns ? 50 : 0, owns ? 0 : 50);
                  int at = done * field.limbs();
                  if (owns) {
                    pair.owned(made.u(), at, made.q(), at, 50);
                  } else {
                    pair.held(made.t(), at, 50);
                  }
                }
              }
              return new Values(made);
            });
    requireCorrelated(field, rig.alpha(1), ends.get(0).voles(), ends.get(1).voles());
  }

  @Test
  void moreThanARoundIsRefused() throws Exception {
    LpnParameters later = new LpnParameters(24, 5, 2);
    VolesRig rig = new VolesRig(Fields.named("p128"), new LpnParameters(20, 6, 4), later);
    SessionPairs.run(
        session -> {
          try (VolePair pair = rig.begin(session)) {
            pair.require(later.used(), later.used());
            pair.split(320 - later.kept());
            assertThrows(IllegalArgumentException.class, () -> pair.require(later.used() + 1, 0));
            return null;
          }
        });
  }

  /** One direction has gone to smaller rounds before both make one at a time. */
  @Test
  void directionsMeetInRoundsOfDifferentRows() throws Exception {
    Field field = Fields.named("p128");
    LpnParameters later = new LpnParameters(24, 5, 2);
    VolesRig rig = new VolesRig(field, new LpnParameters(20, 6, 4), later);
    List<Values> ends =
        SessionPairs.run(
            session -> {
              boolean owns = session.party() == 0;
              Voles made = Voles.zeros(field, 30);
              try (VolePair pair = rig.begin(session)) {
                pair.require(owns ? 1 : 0, owns ? 0 : 1);
                int left = 320 - later.kept();
                Voles dropped = Voles.zeros(field, left);
                if (owns) {
                  pair.owned(dropped.u(), 0, dropped.q(), 0, left);
                } else {
                  pair.held(dropped.t(), 0, left);
                }
                pair.require(30, 30);
                pair.owned(made.u(), 0, made.q(), 0, 30);
                pair.held(made.t(), 0, 30);
              }
              return new Values(made);
            });
    for (int owner = 0; owner < 2; owner++) {
      requireCorrelated(
          field, rig.alpha(1 - owner), ends.get(owner).voles(), ends.get(1 - owner).voles());
    }
  }

  /** From the second round on, a value takes less than half a byte of each party. */
  @Test
  void laterRoundsSendLittle() throws Exception {
    Field field = Fields.named("p128");
    LpnParameters first = LpnParameters.FIRST;
    LpnParameters second = VolePair.LATER;
    VolesRig rig = new VolesRig(field, first, second);
    SessionPairs.run(
        session -> {
          try (VolePair pair = rig.begin(session)) {
            take(pair, field, first.outputs() - second.kept());
            long before = session.metrics().bytesSent(Phase.SETUP);
            take(pair, field, second.used());
            double each =
                (session.metrics().bytesSent(Phase.SETUP) - before) / (double) second.used();
            assertTrue(each < 0.5, each + " bytes");
          }
          return null;
        });
  }

  private static void take(VolePair pair, Field field, int count) throws Exception {
    Voles made = Voles.zeros(field, 8192);
    for (int done = 0; done < count; ) {
      int now = Math.min(8192, count - done);
      pair.require(now, now);
      pair.owned(made.u(), 0, made.q(), 0, now);
      pair.held(made.t(), 0, now);
      done += now;
    }
  }

  @Test
  void valuesForAnotherConnectionAreCorrelated() throws Exception {
    Field field = Fields.named("p128");
    VolesRig rig = new VolesRig(field, new LpnParameters(5, 6, 4), new LpnParameters(37, 5, 3));
    List<Values> ends =
        SessionPairs.run(
            session -> {
              try (VolePair pair = rig.begin(session)) {
                Voles split = pair.split(20);
                assertThrows(
                    IllegalArgumentException.class,
                    () -> pair.owned(split.u(), 0, split.q(), 0, 1_000));
                assertThrows(IllegalArgumentException.class, () -> pair.held(split.t(), 0, 1_000));
                return new Values(split);
              }
            });
    requireCorrelated(field, rig.alpha(1), ends.get(0).voles(), ends.get(1).voles());
    requireCorrelated(field, rig.alpha(0), ends.get(1).voles(), ends.get(0).voles());
  }
}
