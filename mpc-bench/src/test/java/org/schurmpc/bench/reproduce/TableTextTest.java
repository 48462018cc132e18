package org.schurmpc.bench.reproduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TableTextTest {
  private static List<String> print(TableResult result) {
    return Fakes.print(Paper.DLT14, result);
  }

  private static String row(List<String> lines, String label) {
    return lines.stream()
        .filter(line -> line.matches(label + " .*"))
        .map(line -> line.replaceAll(" +", " "))
        .findFirst()
        .orElseThrow(() -> new AssertionError(String.join("\n", lines)));
  }

  @Test
  void putsThePapersColumnsAndOursSideBySide() throws Exception {
    List<String> lines = print(Fakes.ran("5", 10, 0.25));
    assertTrue(lines.get(0).startsWith("Figure 5 (DLT14, 3.3). Running MiniMac without"));
    assertEquals("--protocol minimac --circuit aes_128_shallow", lines.get(1));
    assertEquals("code 255x85; kernels plain, Java 17", lines.get(2));
    assertEquals("1 100 161651 1347 ± 1243 1000 10.00 ± 0.2500 135 5 verified", row(lines, "1"));
    String notRun = "2 240 128283 644 ± 578 - - - - not run: 2 instances, there was no room";
    assertEquals(notRun, row(lines, "2"));
  }

  @Test
  void sayWhatThePaperLeavesOut() throws Exception {
    List<String> lines = print(Fakes.ran("4.6", 0.125, 0.5));
    assertEquals("1 100 - - 12.50 0.1250 ± 0.5000 - 5 verified", row(lines, "1"));
    String eight = row(lines, "8, 200 ms apart");
    assertEquals("8, 200 ms apart - - 4 - - - - not run: 8 instances, there was no room", eight);
    assertTrue(lines.stream().anyMatch(line -> line.contains("\"about 4 ms\"")));
    assertTrue(row(print(Fakes.ran("7", 100, 1)), "1").contains("53699 631 10000"));
  }

  @Test
  void saysWhyThereWereFewerRuns() throws Exception {
    // The first row takes 8 s and six runs of 9 s each; 38 s are left for the second.
    Effort effort = Effort.of(Paper.DLT14, false, Duration.ofSeconds(100));
    Map<String, Object> report = Fakes.report(2, 2, 2000, null);
    String remark = "2 of 5 runs, since it is slow";
    String row = row(print(Fakes.of(Fakes.figure("6"), effort, 62, List.of(report, report))), "2");
    assertEquals("2 2 1414 707 ± 183 4000 2000 0.35 2 verified; " + remark, row);
  }
}
