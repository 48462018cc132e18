package org.schurmpc.core.prep;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.RandomCircuits;

class DemandTest {
  private static final MaterialKind A = new MaterialKind("a", 3);
  private static final MaterialKind B = new MaterialKind("b", 5);

  private static String hex(Demand.Builder demand) {
    return HexFormat.of().formatHex(demand.build().digest());
  }

  @Test
  void theDigestChangesWithEverything() {
    LayeredCircuit one = LayeredCircuit.of(RandomCircuits.of(1));
    LayeredCircuit two = LayeredCircuit.of(RandomCircuits.of(2));
    List<String> all =
        List.of(
            hex(Demand.of("p")),
            hex(Demand.of("q")),
            hex(Demand.of("p").add(A, 1)),
            hex(Demand.of("p").add(A, 2)),
            hex(Demand.of("p").add(new MaterialKind("a", 4), 1)),
            hex(Demand.of("p").add(new MaterialKind("aa", 3), 1)),
            hex(Demand.of("p").add(B, 1)),
            hex(Demand.of("p").add(A, 1).add(B, 1)),
            hex(Demand.of("p").add(B, 1).add(A, 1)),
            hex(Demand.of("p").add(A, 1).dependsOn(one)),
            hex(Demand.of("p").add(A, 1).dependsOn(two)),
            hex(Demand.of("p").dependsOn(one)));
    assertEquals(all.size(), Set.copyOf(all).size());
  }

  @Test
  void theSameDemandHasTheSameDigest() {
    Demand once = Demand.of("p").add(A, 5).add(B, 1).build();
    Demand inParts = Demand.of("p").add(A, 2).add(B, 1).add(A, 3).add(B, 0).build();
    assertArrayEquals(once.digest(), inParts.digest());
    assertEquals(once.quotas(), inParts.quotas());
  }

  @Test
  void whatIsThereIsNotLacking() {
    Demand demand = Demand.of("p").add(A, 5).add(B, 2).build();
    assertEquals(Map.of(A, 2L), demand.beyond(kind -> kind.equals(A) ? 3 : 4).quotas());
    assertEquals("p", demand.beyond(kind -> 0).protocol());
    assertEquals(demand.quotas(), demand.beyond(kind -> 0).quotas());
    assertEquals(Map.of(), demand.beyond(kind -> 5).quotas());
    LayeredCircuit circuit = LayeredCircuit.of(RandomCircuits.of(1));
    Demand tied = Demand.of("p").add(A, 5).dependsOn(circuit).build();
    assertThrows(IllegalStateException.class, () -> tied.beyond(kind -> 0));
  }

  @Test
  void theLargerDemandOfEachKind() {
    Demand one = Demand.of("p").add(A, 5).build();
    Demand other = Demand.of("p").add(B, 2).add(A, 3).build();
    assertEquals(Map.of(A, 5L, B, 2L), one.orMore(other).quotas());
    assertEquals(Map.of(A, 5L, B, 2L), other.orMore(one).quotas());
  }

  @Test
  void bytesAreThoseOfOneParty() {
    assertEquals(8 * (3 * 7 + 5 * 2), Demand.of("p").add(A, 7).add(B, 2).build().bytes());
    assertEquals(0, Demand.of("p").build().bytes());
    Demand huge = Demand.of("p").add(A, Long.MAX_VALUE / 8).build();
    assertThrows(ArithmeticException.class, huge::bytes);
  }

  @Test
  void nothingIsNoQuota() {
    assertTrue(Demand.of("p").add(A, 0).build().quotas().isEmpty());
    assertThrows(IllegalArgumentException.class, () -> Demand.of("p").add(A, -1));
    assertThrows(IllegalArgumentException.class, () -> new MaterialKind("a", 0));
    assertThrows(IllegalArgumentException.class, () -> new MaterialKind("", 1));
  }

  @Test
  void aBuiltDemandIsFixed() {
    Demand.Builder builder = Demand.of("p").add(A, 1);
    Demand demand = builder.build();
    builder.add(A, 1).dependsOn(LayeredCircuit.of(RandomCircuits.of(1)));
    assertEquals(1, demand.quotas().get(A));
    assertTrue(demand.circuit().isEmpty());
    assertThrows(UnsupportedOperationException.class, () -> demand.quotas().put(B, 1L));
  }

  /** Items of each kind stand for a number of evaluations, all for the same, or for none. */
  @Test
  void wholeEvaluations() {
    Demand demand = Demand.of("p").add(A, 3).add(B, 2).build();
    long[][] wholes = {{0, 0}, {3, 2}, {15, 10}};
    for (long[] items : wholes) {
      assertEquals(OptionalLong.of(items[0] / 3), evaluations(demand, items));
    }
    long[][] none = {{3, 0}, {0, 2}, {6, 2}, {4, 2}, {3, 3}, {1, 1}, {2, 4}};
    for (long[] items : none) {
      assertEquals(OptionalLong.empty(), evaluations(demand, items), items[0] + ", " + items[1]);
    }
  }

  private static OptionalLong evaluations(Demand demand, long[] items) {
    return demand.evaluations(kind -> items[kind.equals(A) ? 0 : 1]);
  }
}
