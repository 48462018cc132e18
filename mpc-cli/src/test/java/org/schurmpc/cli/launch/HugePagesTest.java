package org.schurmpc.cli.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.core.circuit.CircuitBuilder;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.LookupTable;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MaterialKind;

class HugePagesTest {
  private static final HeapSize HEAP = new HeapSize(700);

  @TempDir Path folder;

  private HugePages of(String setting) throws Exception {
    return HugePages.of(Files.writeString(folder.resolve("enabled"), setting + "\n"));
  }

  private static List<String> options(HugePages pages) {
    List<String> options = pages.options(HEAP);
    assertEquals(HEAP.options(), options.subList(0, HEAP.options().size()));
    return options.subList(HEAP.options().size(), options.size());
  }

  @Test
  void areAskedForWhereTheSystemOffersThem() throws Exception {
    for (String offered : List.of("always [madvise] never", "[always] madvise never")) {
      assertEquals(List.of("-XX:+UseTransparentHugePages"), options(of(offered)), offered);
    }
    assertEquals(List.of(), options(of("always madvise [never]")));
    assertEquals(List.of(), options(of("")));
    assertEquals(List.of(), options(HugePages.of(folder.resolve("none"))));
  }

  @Test
  void reportsSayWhatThereIs() throws Exception {
    String asking = "-Xmx1g -XX:+UseTransparentHugePages -XX:+UseSerialGC";
    HugePages offered = of("always [madvise] never");
    assertEquals("asked for (system: madvise)", offered.describe(asking));
    assertEquals("not asked for (system: madvise)", offered.describe("-Xmx1g"));
    assertEquals(
        "none: the system has them switched off", of("always madvise [never]").describe(asking));
    assertEquals(
        "none: the system has no setting for them",
        HugePages.of(folder.resolve("none")).describe(asking));
  }

  @Test
  void suitMaskedTablesAlone() {
    Demand.Builder demand = Demand.of("a test").add(new MaterialKind("triples", 6), 4);
    assertFalse(HugePages.suit(demand.build()));
    LookupTable table = new LookupTable(1, 1, new int[] {1, 0});
    assertTrue(HugePages.suit(demand.add(new MaterialKind("lookup", 3), 1, table).build()));
    assertTrue(HugePages.suit(ofCircuit(true)));
    assertFalse(HugePages.suit(ofCircuit(false)));
  }

  /** Returns the demand for a circuit of one lookup or one AND gate. */
  private static Demand ofCircuit(boolean lookup) {
    CircuitBuilder builder = new CircuitBuilder();
    int[] x = builder.input(2);
    LookupTable and = new LookupTable(2, 1, new int[] {0, 0, 0, 1});
    builder.output(lookup ? builder.lookup(and, x) : new int[] {builder.and(x[0], x[1])});
    return Demand.of("a test")
        .add(new MaterialKind("masked", 3), 1)
        .dependsOn(LayeredCircuit.of(builder.build()))
        .build();
  }
}
