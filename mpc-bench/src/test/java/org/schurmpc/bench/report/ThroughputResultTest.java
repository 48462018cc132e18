package org.schurmpc.bench.report;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.schurmpc.bench.control.Message;
import org.schurmpc.bench.control.Role;
import org.schurmpc.bench.control.RunFigures;
import org.schurmpc.bench.job.Line;
import org.schurmpc.bench.job.OtTask;
import org.schurmpc.bench.job.Schedule;
import org.schurmpc.bench.monitor.Measured;
import org.schurmpc.bench.monitor.PartyFigures;
import org.schurmpc.core.prep.Origin;
import org.schurmpc.core.session.Phase;

class ThroughputResultTest {
  private static PartyFigures party(int party, long bytes, long baseOtMillis, int runs) {
    RunFigures run =
        new RunFigures(
            Map.of(),
            Map.of(),
            Map.of(),
            Map.of(Phase.PREPROCESSING, bytes, Phase.COMPUTE, 0L),
            Map.of(Phase.PREPROCESSING, 7L + party));
    return new PartyFigures(
        new Role(0, party),
        new Message.Established(
            "its JVM",
            "-X",
            "plain",
            "why",
            Origin.own("somebody", Map.of()),
            90_000_000,
            baseOtMillis * 1_000_000),
        Collections.nCopies(runs, run),
        (1L + party) << 20);
  }

  private static ThroughputResult result(long baseOtMillis, long... millis) {
    return result(null, baseOtMillis, millis);
  }

  private static ThroughputResult result(Line line, long baseOtMillis, long... millis) {
    OtTask task =
        new OtTask(
            1_000, 4, OtTask.Kind.SOFTSPOKEN, "", new Schedule(1, millis.length, 0, 1_000), line);
    long[] nanos = java.util.Arrays.stream(millis).map(ms -> ms * 1_000_000).toArray();
    List<PartyFigures> parties =
        List.of(
            party(0, 500, baseOtMillis, millis.length),
            party(1, 4_250, baseOtMillis, millis.length));
    return new ThroughputResult(
        task, task.parameters(), new Measured(nanos, parties, "loopback, plaintext"), "mine");
  }

  @Test
  void theRateIsTheMedian() {
    Map<String, Object> fields = ThroughputReport.of(result(60, 100, 50, 400)).fields();
    assertEquals(10_000.0, (double) fields.get("rate_per_s"), 1e-6);
    assertArrayEquals(
        new double[] {10_000, 20_000, 2_500}, (double[]) fields.get("rates_per_s"), 1e-6);
    assertArrayEquals(new double[] {100, 50, 400}, (double[]) fields.get("runs"), 1e-9);
    assertEquals(
        15_000.0,
        (double) ThroughputReport.of(result(0, 100, 50)).fields().get("rate_per_s"),
        1e-6);
  }

  @Test
  void figuresAreOfBothParties() {
    Map<String, Object> fields = ThroughputReport.of(result(60, 100)).fields();
    assertEquals(1_000L, fields.get("count"));
    assertArrayEquals(new double[] {0.5, 4.25}, (double[]) fields.get("bytes_sent_per_item"), 1e-9);
    assertEquals(8L, fields.get("rounds"));
    assertEquals(90.0, (double) fields.get("setup_ms"), 1e-9);
    assertEquals(60.0, (double) fields.get("base_ot_ms"), 1e-9);
    assertEquals(List.of(1L << 20, 2L << 20), fields.get("peak_rss_bytes"));
    assertEquals(Map.of("k", 4), fields.get("parameters"));
    assertEquals("why", fields.get("kernels_reason"));
    assertFalse(ThroughputReport.of(result(0, 100)).fields().containsKey("base_ot_ms"));
  }

  @Test
  void printsTheRateFirst() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    ThroughputReport.of(result(60, 100, 50, 400)).print(out);
    String text = bytes.toString(StandardCharsets.UTF_8);
    List<String> lines = text.lines().toList();
    assertTrue(lines.get(0).matches("Correlated OTs +Rate \\(1/s\\) +Run \\(ms\\) .*"), text);
    assertTrue(lines.get(1).matches("1,000 +10,000 +100\\.0 +0\\.5000 \\+ 4\\.250"), text);
    assertTrue(text.contains("10,000; 20,000; 2,500"), text);
    assertTrue(text.matches("(?s).*set-up \\(ms\\) +all 90\\.00, base OTs 60\\.00\\R.*"), text);
    assertTrue(text.contains("party 1: 1, party 2: 2") && text.contains("k 4"), text);
    assertEquals("done", lines.get(lines.size() - 1));
  }

  /**
   * The model takes the larger number of bytes and of rounds, of different parties: 4,250 bytes, 8
   * rounds.
   */
  @Test
  void aLineIsReportedWithItsModel() throws Exception {
    ThroughputResult result = result(Line.parse("1mbit,5ms"), 60, 100);
    assertEquals(8 * 5 + 34.0, result.line(1).orElseThrow().millis(), 1e-9);
    assertTrue(ThroughputReport.of(result).fields().get("link") instanceof Map);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    ThroughputReport.of(result).print(new PrintStream(bytes, true, StandardCharsets.UTF_8));
    String text = bytes.toString(StandardCharsets.UTF_8);
    assertTrue(text.contains("8 rounds x 5.000 ms + 4,250 bytes / 1.000 Mbit/s = 74.00 ms"), text);
    assertFalse(result(60, 100).line(1).isPresent());
  }
}
