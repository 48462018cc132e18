package org.schurmpc.bench.compare;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.bench.compare.Comparison.Verdict;
import org.schurmpc.bench.monitor.RunFailed;
import org.schurmpc.bench.report.Sample;
import org.schurmpc.core.abort.ExitCode;
import org.schurmpc.core.abort.Refused;

class PairedRunsTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final Optional<Pattern> RATE = Optional.of(Pattern.compile("rate ([0-9.,]+)"));

  @TempDir private Path folder;

  private static Contender printing(String name, String text) {
    return new Contender(name, "echo '" + text + "'", RATE);
  }

  private static Comparison comparison(boolean moreIsBetter, double[] ours, double[] theirs) {
    Contender any = new Contender("any", "true", Optional.empty());
    PairedRuns runs = new PairedRuns(any, any, ours.length, 0, MINUTE);
    return new Comparison(runs, new Sample(ours), new Sample(theirs), moreIsBetter);
  }

  @Test
  void programsTakeTurnsInGoingFirst() throws Exception {
    Path order = folder.resolve("order");
    PairedRuns runs =
        new PairedRuns(
            new Contender("ours", "echo ours >> '" + order + "'", Optional.empty()),
            new Contender("theirs", "echo theirs >> '" + order + "'", Optional.empty()),
            2,
            1,
            MINUTE);
    List<String> progress = new ArrayList<>();
    Comparison comparison = runs.run(false, progress::add);
    assertEquals(
        List.of("theirs", "ours", "ours", "theirs", "theirs", "ours"), Files.readAllLines(order));
    assertEquals(3, progress.size());
    assertTrue(progress.get(0).startsWith("not counted: ours "), progress.get(0));
    assertEquals(2, comparison.ours().values().length);
    assertTrue(comparison.ours().median() > 0);
  }

  @Test
  void figuresAreTheLastMatches() throws Exception {
    PairedRuns runs =
        new PairedRuns(
            printing("ours", "rate 1.5 then rate 3,000.5"),
            printing("theirs", "rate 2"),
            2,
            0,
            MINUTE);
    Comparison comparison = runs.run(true, line -> {});
    assertArrayEquals(new double[] {3000.5, 3000.5}, comparison.ours().values());
    assertArrayEquals(new double[] {2, 2}, comparison.theirs().values());
  }

  @Test
  void lastMegabyteOfOutputIsRead() throws Exception {
    String command = "head -c 5000000 /dev/zero | tr '\\0' x; echo; echo rate 7";
    ShellCommand.Launch launch = ShellCommand.run("ours", command, MINUTE);
    assertEquals(1 << 20, launch.output().length());
    assertTrue(launch.output().endsWith("x\nrate 7\n"));
  }

  @Test
  void leadIsTheGeometricMeanOfTheRatios() {
    Comparison.Lead lead = comparison(true, new double[] {2, 8}, new double[] {1, 1}).lead();
    assertEquals(4, lead.ratio(), 1e-9);
    // ln 2 and ln 8 have a standard error of ln 2; Student's t at 0.975 with one degree is 12.7062.
    assertEquals(4 * Math.pow(2, 12.7062), lead.high(), 10);
    assertEquals(4 / Math.pow(2, 12.7062), lead.low(), 1e-6);
    assertEquals(Verdict.OPEN, lead.verdict());
  }

  @Test
  void shorterTimesAndHigherRatesAreAhead() {
    double[] low = {1, 1.1, 1};
    double[] high = {2, 2.1, 2};
    assertEquals(Verdict.AHEAD, comparison(false, low, high).lead().verdict());
    assertEquals(Verdict.BEHIND, comparison(false, high, low).lead().verdict());
    assertEquals(Verdict.AHEAD, comparison(true, high, low).lead().verdict());
    assertEquals(Verdict.BEHIND, comparison(true, low, high).lead().verdict());
  }

  @Test
  void failedLaunchEndsTheComparison() {
    assertFails(
        ExitCode.CONNECTION_LOST,
        "ours ended with exit code 3: no such thing",
        "echo no such thing; exit 3",
        MINUTE);
  }

  @Test
  void outputWithoutFigureEndsTheComparison() {
    assertFails(
        ExitCode.BAD_FILE,
        "ours printed no positive number that matches rate ([0-9.,]+)",
        "echo rate 0",
        MINUTE);
  }

  @Test
  void launchThatTakesTooLongIsKilled() {
    long start = System.nanoTime();
    assertFails(
        ExitCode.CONNECTION_LOST,
        "ours took longer than --timeout, 100 ms",
        "sleep 60 & sleep 60",
        Duration.ofMillis(100));
    assertTrue(System.nanoTime() - start < 30_000_000_000L);
  }

  private static void assertFails(
      ExitCode code, String sentence, String command, Duration timeout) {
    PairedRuns runs =
        new PairedRuns(
            new Contender("ours", command, RATE), printing("theirs", "rate 1"), 2, 0, timeout);
    RunFailed failed = assertThrows(RunFailed.class, () -> runs.run(true, line -> {}));
    assertEquals(sentence, failed.getMessage());
    assertEquals(code, failed.exitCode());
  }

  @Test
  void expressionsAreChecked() {
    Refused noGroup = assertThrows(Refused.class, () -> Contender.figure("--figure", "rate"));
    assertTrue(noGroup.getMessage().startsWith("--figure needs a group"), noGroup.getMessage());
    Refused broken = assertThrows(Refused.class, () -> Contender.figure("--figure", "("));
    assertTrue(
        broken.getMessage().startsWith("--figure is no regular expression"), broken.getMessage());
  }

  @Test
  void reportNamesProgramsMachineAndNotes() {
    Comparison comparison = comparison(true, new double[] {3, 4, 5}, new double[] {1, 2, 3});
    ComparisonReport report = new ComparisonReport(comparison, "M/s", List.of("peer 1.2, -O3"));
    assertEquals(4.0, ((Map<?, ?>) report.fields().get("ours")).get("median"));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    report.print(new PrintStream(bytes, true, StandardCharsets.UTF_8));
    List<String> lines = bytes.toString(StandardCharsets.UTF_8).lines().toList();
    assertTrue(lines.get(0).endsWith("more is better"), lines.get(0));
    assertEquals("any                 4.000        3.000        5.000   M/s", lines.get(1));
    assertEquals("note         peer 1.2, -O3", lines.get(lines.size() - 1));
  }
}
