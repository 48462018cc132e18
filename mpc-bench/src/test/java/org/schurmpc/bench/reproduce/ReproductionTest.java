package org.schurmpc.bench.reproduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.schurmpc.bench.cli.StudyRows;
import org.schurmpc.bench.monitor.EvaluationPlan;
import org.schurmpc.bench.monitor.Measured;
import org.schurmpc.bench.monitor.Plan;
import org.schurmpc.bench.monitor.RunFailed;
import org.schurmpc.cli.launch.HeapSize;
import org.schurmpc.core.abort.ExitCode;

class ReproductionTest {
  private static final InstanceLimit TWO = new InstanceLimit(2, "so it is", 2, 1 << 20);

  private final List<EvaluationPlan> plans = new ArrayList<>();
  private final List<String> names = new ArrayList<>();
  private long nanos;
  private long secondsPerRun = 1;

  private Measured pretend(Plan any, HeapSize heap, String what) {
    EvaluationPlan plan = (EvaluationPlan) any;
    plans.add(plan);
    names.add(what);
    nanos += Duration.ofSeconds(8 + plan.job().allRuns() * secondsPerRun).toNanos();
    return Fakes.measured(plan, 1000);
  }

  private Study of(Effort effort, StudyCommands.Runner runner, String... ids) throws Exception {
    List<PaperTable> figures = Paper.DLT14.numbered(null, List.of(ids));
    return new Study(
        Paper.DLT14,
        figures,
        effort.with(TWO),
        new Study.Machinery(
            StudyRows.commands(), runner, null, Path.of("none"), Optional.empty(), () -> nanos));
  }

  private static Effort minutes(int minutes) {
    return Effort.of(Paper.DLT14, false, Duration.ofMinutes(minutes));
  }

  @Test
  void runsWhatTheMachineHasRoomFor() throws Exception {
    Effort effort = minutes(25);
    Study reproduction = of(effort, this::pretend, "5", "4.6");
    assertEquals(6, reproduction.rows());
    List<String> taken = new ArrayList<>();
    List<TableResult> results = reproduction.run(result -> taken.add(result.table().id()));
    assertEquals(List.of("5", "4.6"), taken);
    assertEquals(6, plans.size());
    assertEquals("Figure 5, 1 instance (1 of 6 rows)", names.get(0));
    assertEquals("section 4.6, 2 instances (6 of 6 rows)", names.get(5));
    EvaluationPlan first = plans.get(0);
    assertEquals(5, first.job().schedule().runs());
    assertEquals(1, first.job().schedule().warmup());
    assertEquals(5000, first.job().schedule().rehearsalMillis());
    assertEquals("aes_128_shallow", first.job().evaluations().circuit().name());
    assertEquals(List.of("shared", "public"), first.job().evaluations().sources());
    assertEquals(120, first.work().lanes());
    assertEquals(200, plans.get(4).stagger().toMillis());
    assertEquals(2, plans.get(4).instances());
    RowResult single = results.get(0).rows().get(0);
    assertEquals(120, single.number("here.blocks").orElseThrow());
    double millis = single.number("here.ms_per_block").orElseThrow();
    assertEquals(1000.0 / 120, millis, 1e-9);
    assertEquals(1347 / millis, single.number("paper_to_here").orElseThrow(), 1e-9);
    assertEquals(Optional.of(true), single.value("here.verified"));
    assertEquals("4 instances, so it is", notRun(results.get(0).rows().get(2)));
  }

  /** A run takes 60 s: the second row has 2 x 1,132 s, and gets what fits. */
  @Test
  void slowRowsGetFewerRunsAndThenNone() throws Exception {
    secondsPerRun = 60;
    List<TableResult> results = of(minutes(18), this::pretend, "8", "9").run(result -> {});
    RowResult second = results.get(0).rows().get(1);
    int runs = ((double[]) second.value("here.runs").orElseThrow()).length;
    assertTrue(runs >= 2 && runs < 5, second.toString());
    assertEquals("verified; " + runs + " of 5 runs, since it is slow", second.verdict());
    List<RowResult> last = results.get(1).rows();
    assertTrue(last.get(0).number("here.ms_per_block").isPresent());
    assertEquals("the time is up (--budget allows more)", notRun(last.get(1)));
  }

  private static String notRun(RowResult row) {
    return (String) row.value("not_run").orElseThrow();
  }

  @Test
  void runsThatTheUserAsksForAreNotReduced() throws Exception {
    secondsPerRun = 60;
    of(minutes(25).with("runs", 3).with("fewest", 3), this::pretend, "8").run(result -> {});
    assertEquals(List.of(3, 3), plans.stream().map(plan -> plan.job().schedule().runs()).toList());
  }

  @Test
  void aQuickOneDoesNotWarmUp() throws Exception {
    of(Effort.of(Paper.DLT14, true, Duration.ofMinutes(25)), this::pretend, "6").run(result -> {});
    EvaluationPlan plan = plans.get(0);
    assertEquals(1, plan.job().allRuns());
    assertEquals(0, plan.job().schedule().rehearsalMillis());
    assertEquals(1, plan.work().blocks());
  }

  @Test
  void aRowThatFailsIsNamed() throws Exception {
    StudyCommands.Runner broken =
        (plan, heap, what) -> {
          throw new RunFailed(ExitCode.CONNECTION_LOST, "a party died");
        };
    Effort effort = minutes(25);
    Study reproduction = of(effort, broken, "5");
    RunFailed failed = assertThrows(RunFailed.class, () -> reproduction.run(result -> {}));
    assertEquals("Figure 5, 1 instance: a party died", failed.getMessage());
    assertEquals(ExitCode.CONNECTION_LOST, failed.exitCode());
  }
}
