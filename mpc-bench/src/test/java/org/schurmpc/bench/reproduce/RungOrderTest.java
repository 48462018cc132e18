package org.schurmpc.bench.reproduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class RungOrderTest {
  private static List<String> ids(List<RungOrder.Place> places) {
    return places.stream().map(place -> place.table().id()).toList();
  }

  private static String print(TableResult... results) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    RungOrder.of(List.of(results)).print(out);
    return bytes.toString(StandardCharsets.UTF_8);
  }

  @Test
  void sortsByTheTimeOfABlock() throws Exception {
    List<TableResult> results =
        List.of(
            Fakes.ran("5", 9, 1),
            Fakes.ran("4.1", 8, 1),
            Fakes.ran("8", 1, 0.1),
            Fakes.ran("9", 2, 0.1),
            Fakes.ran("4.6", 0.1, 0.01));
    RungOrder order = RungOrder.of(results);
    assertEquals(List.of("4.6", "9", "8", "5"), ids(order.paper()));
    assertEquals(List.of("4.6", "8", "9", "4.1", "5"), ids(order.here()));
    assertEquals(8, order.paper().get(0).instances());
    String difference =
        "In DLT14 bits packed, FFT (Figure 9) is ahead of bits packed (Figure 8) with 24 ± 4"
            + " to 60 ± 2 ms; here it is behind with 2.000 ± 0.1000 to 1.000 ± 0.1000 ms.";
    assertEquals(List.of(difference), order.differences());
  }

  @Test
  void saysWhereIntervalsOverlap() throws Exception {
    List<TableResult> results = List.of(Fakes.ran("8", 2, 0.1), Fakes.ran("10", 2.1, 0.1));
    String said = RungOrder.of(results).differences().get(0);
    // 58 ± 20 and 60 ± 2; 2.1 and 2.0
    assertTrue(said.contains("58 ± 20 to 60 ± 2 ms (the intervals overlap)"), said);
    assertTrue(said.endsWith("2.100 ± 0.1000 to 2.000 ± 0.1000 ms (the intervals overlap)."), said);
  }

  @Test
  void saysThatTheOrderIsThePapers() throws Exception {
    String text = print(Fakes.ran("5", 9, 1), Fakes.ran("4.6", 1, 1));
    assertTrue(text.contains("The order is the paper's."), text);
    assertFalse(text.contains("means little"), text);
    String first = text.lines().toList().get(2).replaceAll(" +", " ");
    String paper = " 1 MiniTrix (section 4.6), 8 instances 4";
    assertEquals(paper + " MiniTrix (section 4.6) 1.000 ± 1.000", first);
  }

  @Test
  void oneRungHasNoOrder() throws Exception {
    assertEquals("", print(Fakes.ran("5", 9, 1)));
  }
}
