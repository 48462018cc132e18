package org.schurmpc.cli.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MaterialKind;

class HeapSizeTest {
  private static Demand oneGate(int longs) {
    return Demand.of("a test").add(new MaterialKind("gate", longs), 1).build();
  }

  @Test
  void theDealersGrowsWithAllParties() {
    HeapSize least = HeapSize.forMaterial(0, 0);
    // MiniTrix material of one gate, at one of two parties and at one of sixteen.
    Demand pair = oneGate(19 * 3 * 32);
    Demand sixteen = oneGate(19 * 31 * 32);
    assertEquals(least, HeapSize.forDealer(pair, 2));
    assertEquals(least, HeapSize.forDealer(pair, 2 * 16));
    // 40 items of 147 KiB for each of 64 parties, minus the 256 MiB for which every heap has room.
    long more = HeapSize.forDealer(sixteen, 4 * 16).megabytes() - least.megabytes();
    assertTrue(more > 64 * 40 * 147 / 1024 - 256 - 2 && more < 150, "" + more);
  }

  /** Material that did not fit the old generation would have each chunk collect the whole heap. */
  @Test
  void materialFitsBesideTheYoungGeneration() {
    HeapSize empty = HeapSize.forMaterial(0, 0);
    for (long gibibytes : new long[] {1, 4, 64}) {
      HeapSize heap = HeapSize.forMaterial(gibibytes << 30, 0);
      assertEquals(empty.youngMegabytes(), heap.youngMegabytes());
      long old = heap.megabytes() - heap.youngMegabytes();
      assertTrue(old > (gibibytes << 10) + 256, old + " MiB for " + gibibytes + " GiB");
      HeapSize four = HeapSize.forSessions(gibibytes << 30, 4);
      assertEquals(empty.youngMegabytes(), four.youngMegabytes());
      assertTrue(four.megabytes() - four.youngMegabytes() > 4 * (gibibytes << 10) + 256);
    }
    assertEquals(
        List.of("-Xmx1537m", "-XX:MaxNewSize=170m", "-XX:+UseSerialGC"),
        HeapSize.forMaterial(1L << 30, 0).options());
  }

  @Test
  void aHeapInWhichNoJvmStartsIsRefusedByName() throws Exception {
    assertEquals(new HeapSize(32), HeapSize.parse("32m"));
    assertEquals(new HeapSize(2048), HeapSize.parse("2G"));
    Refused refused = assertThrows(Refused.class, () -> HeapSize.parse("1m"));
    assertEquals("--heap 1m is too little: a JVM takes 32m at least", refused.getMessage());
  }

  @Test
  void theLargerOneIsTaken() {
    HeapSize small = new HeapSize(10);
    HeapSize large = new HeapSize(20);
    assertSame(large, small.atLeast(large));
    assertSame(large, large.atLeast(small));
  }
}
